// A view of few things: the list on the left, the open one on the right. In a narrow window one column is below the other, so
// that nothing is lost at twice the size.
import { Text, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { ResizeHandle, usePane } from './ResizeHandle'
import classes from './TwoColumns.module.css'

/** In CSS pixels. The open thing keeps room for its fields. */
const widths = { normal: 300, min: 220, rest: 420 } as const

interface TwoColumnsProps {
  /** Name of the view, as in its path. */
  readonly view: string
  readonly title: string
  readonly intro: string
  /** Tools beside the title. */
  readonly tools?: ReactNode
  readonly side: ReactNode
  /** Id of the open thing on the right; null = none is open. */
  readonly openId: string | null
  readonly children: ReactNode
}

/** As in the style sheet. */
const oneBelowTheOther = '(max-width: 720px)'

export function TwoColumns({ view, title, intro, tools, side, openId, children }: TwoColumnsProps) {
  const main = useRef<HTMLDivElement>(null)
  const { ref: body, width: room } = useElementSize()
  const pane = usePane({ view, ...widths, room })

  // Below the list, the newly opened thing would be out of sight.
  useEffect(() => {
    if (openId !== null && window.matchMedia(oneBelowTheOther).matches) main.current?.scrollIntoView()
  }, [openId])

  return (
    <div ref={body} className={classes.view}>
      <div className={classes.side} style={{ '--side-width': `${pane.width}px` } as CSSProperties}>
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
      <ResizeHandle label="Width of the list" pane={pane} side="left" className={classes.handle} />
      <div ref={main} className={classes.main}>
        {children}
      </div>
    </div>
  )
}
