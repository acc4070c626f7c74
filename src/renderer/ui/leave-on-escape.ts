import type { KeyboardEvent } from 'react'

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, [role="combobox"]'

/**
 * Handles Escape in a text field, where the window's keys are not heard: the focus leaves the field, and the typed text
 * stays. An open list of choices is closed first.
 */
export function leaveOnEscape(leave: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const field = event.target instanceof Element ? event.target.closest(fields) : null
    if (field === null || field.getAttribute('aria-expanded') === 'true') return
    event.preventDefault()
    leave()
  }
}
