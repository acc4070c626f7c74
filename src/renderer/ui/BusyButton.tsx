import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { MouseEvent } from 'react'

interface BusyButtonProps extends ButtonProps {
  /** Its work is under way: pressing it again does nothing. */
  readonly isBusy: boolean
  readonly type?: 'button' | 'submit'
  readonly onClick?: () => void
}

/**
 * A button for work that takes a while. It does not use the library's `loading`, which disables the button: that takes away
 * the focus after a key press, and Escape and Tab with it.
 */
export function BusyButton({ isBusy, onClick, leftSection, ...rest }: BusyButtonProps) {
  const press = (event: MouseEvent) => {
    // Also keeps Enter in a field from sending the form again.
    if (isBusy) event.preventDefault()
    else onClick?.()
  }
  return (
    <Button
      {...rest}
      {...(isBusy ? { 'aria-disabled': true, 'aria-busy': true } : {})}
      leftSection={isBusy ? <Loader size={14} color="currentColor" aria-hidden /> : leftSection}
      onClick={press}
    />
  )
}
