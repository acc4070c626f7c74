import type { FocusEvent } from 'react'

/** Whether the window lost the focus, not the field: the field has it again when the person comes back. */
export const isBlurOfWindow = ({ target }: FocusEvent<Element>) => document.activeElement === target
