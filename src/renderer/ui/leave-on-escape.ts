import type { KeyboardEvent } from 'react'

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, [role="combobox"]'

/**
 * Escape in a field of text, in which the window's keys are not heard: leads out of it, and what was typed stays. A list
 * of choices that is open is closed first.
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
