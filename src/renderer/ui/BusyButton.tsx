import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { MouseEvent } from 'react'

interface BusyButtonProps extends ButtonProps {
  /** Its work is under way: pressing it again does nothing. */
  readonly isBusy: boolean
  readonly type?: 'button' | 'submit'
  readonly onClick?: () => void
}

/**
 * A button that starts something which takes a while. Not `loading` of the library: that disables the button, which takes
 * the focus away after a key press, and Escape and Tab with it.
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
