import { Button } from '@mantine/core'

/** A button above a list or in its bars, as high as the fields beside it. */
export const ToolButton = Button.withProps({ size: 'compact-sm', h: 30, variant: 'default' })
