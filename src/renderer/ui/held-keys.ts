// Keys that are pressed while the person is on the way to another view are meant for that view. They are held until it
// is on screen with its first rows, and then pressed there, one after another, as each may move the focus.

/** Longer than any view takes to come; then the keys go to what there is. */
const longestMs = 1000
const everyMs = 16

/** Held beside letters. Tab and Space stay with what has the focus. */
const heldKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Home', 'End', 'PageUp', 'PageDown'])

const typesText = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'
const floats = '[role="dialog"], [role="menu"]'

export interface HeldKeysDeps {
  /** The view that is meant is not there yet. */
  readonly isArriving: () => boolean
  readonly nowMs: () => number
  readonly later: (work: () => void, ms: number) => void
}

function isHeldKind({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false
  return (key.length === 1 && key !== ' ') || heldKeys.has(key)
}

function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typesText}, ${floats}`) !== null
}

/** What a person's key does to a field, a made one does not: it has to be written. */
function press({ key, shiftKey }: KeyboardEvent, made: WeakSet<Event>): void {
  const target = document.activeElement ?? document.body
  if (target.matches('input, textarea') && key.length === 1) {
    document.execCommand('insertText', false, key)
    return
  }
  const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
  made.add(event)
  target.dispatchEvent(event)
}

/** Gives a listener for every key of the window, to be asked before all others. */
export function createHeldKeys({ isArriving, nowMs, later }: HeldKeysDeps): (event: KeyboardEvent) => void {
  const made = new WeakSet<Event>()
  const held: KeyboardEvent[] = []
  let untilMs = 0

  function goOn(): void {
    if (isArriving() && nowMs() < untilMs) {
      later(goOn, everyMs)
      return
    }
    const first = held.shift()
    if (first !== undefined) press(first, made)
    if (held.length > 0) later(goOn, everyMs)
  }

  return (event) => {
    if (made.has(event) || !isHeldKind(event)) return
    // Once some are held, all that follow wait behind them, even if they would go into a field: they keep their order.
    if (held.length === 0 && (!isArriving() || isElsewhere(event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
    if (held.length > 1) return
    untilMs = nowMs() + longestMs
    later(goOn, everyMs)
  }
}
