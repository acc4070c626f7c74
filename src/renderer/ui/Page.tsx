import { Box, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Page.module.css'

interface PageProps {
  /** Width in CSS pixels. */
  readonly width: number
  /** Heading of the view, in the same place in every view. */
  readonly heading?: string
  /** Tools beside the heading, in sight however far the page is scrolled. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A column to read from top to bottom, for content that is not a table. */
export function Page({ width, heading, tools, children }: PageProps) {
  const column = (
    <Box maw={width} mx="auto" px="lg" py="xl">
      {children}
    </Box>
  )
  if (heading === undefined) return column
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <Title order={1} size={16}>
          {heading}
        </Title>
        {tools}
      </div>
      <div className={classes.scroller} data-scroller>
        {column}
      </div>
    </div>
  )
}
