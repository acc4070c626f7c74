// A view of few things: what can be opened on the left, what is open on the right. One below the other where the
// window is narrow, so that nothing is lost at twice the size.
import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './TwoColumns.module.css'

interface TwoColumnsProps {
  readonly title: string
  readonly intro: string
  /** Beside the title. */
  readonly tools?: ReactNode
  readonly side: ReactNode
  /** What is open on the right; null = nothing. */
  readonly openId: string | null
  readonly children: ReactNode
}

/** As in the style sheet. */
const oneBelowTheOther = '(max-width: 720px)'

export function TwoColumns({ title, intro, tools, side, openId, children }: TwoColumnsProps) {
  const main = useRef<HTMLDivElement>(null)

  // Below the list, what was just opened would be out of sight.
  useEffect(() => {
    if (openId !== null && window.matchMedia(oneBelowTheOther).matches) main.current?.scrollIntoView()
  }, [openId])

  return (
    <div className={classes.view}>
      <div className={classes.side}>
        <div className={classes.head}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {tools}
        </div>
        <Text size="xs" c="dimmed" mb="md">
          {intro}
        </Text>
        {side}
      </div>
      <div ref={main} className={classes.main}>
        {children}
      </div>
    </div>
  )
}
