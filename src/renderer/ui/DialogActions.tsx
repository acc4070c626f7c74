import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DialogActions.module.css'

/** The buttons at the end of a dialog, which stay in sight where the rest has to be scrolled. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={classes.actions}>
      {children}
    </Group>
  )
}
