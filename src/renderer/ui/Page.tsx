import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** A column to read from top to bottom, for what is not a table. Width in CSS pixels. */
export function Page({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  return (
    <Box maw={width} mx="auto" px="lg" py="xl">
      {children}
    </Box>
  )
}
