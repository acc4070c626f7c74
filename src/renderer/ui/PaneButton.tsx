import { Button } from '@mantine/core'

/** A button among the small ones of a pane. */
export const PaneButton = Button.withProps({ size: 'compact-xs', px: 5, variant: 'default' })
