import { isPageCovered } from './covered-page'
import { type Binding, isSingleKey } from './every-key'

// Which keys do what right now. Bindings: one key ("j", "?", "ArrowDown"), a combination with Ctrl or Cmd ("mod+k",
// "mod+Enter"), or a sequence of two keys ("g i"). The binding registered last wins, so a view comes before the frame.
// Nothing fires while a dialog is open; single keys and sequences not while the person types either, and they can be
// switched off.
export interface Entry {
  readonly binding: Binding
  /** null: the part with the focus hears the key itself, and it is only listed. */
  readonly handler: ((event: KeyboardEvent) => void) | null
}

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1200

/** How long a key that a view will bind is waited for: a lazy view has to load first. */
const awaitMs = 3000

const typesText =
  'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'

/** What floats above a view has its own use for these keys: Escape closes it, and not the view's details with it. */
const floats = '[role="dialog"], [role="menu"]'

function isFloating(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(floats) !== null
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typesText) !== null
}

export function createKeyRegistry() {
  let entries: readonly Entry[] = []
  let bound: ReadonlySet<Binding> = new Set()
  let hasSingleKeys = true
  let pending: { key: string; at: number } | null = null
  const listeners = new Set<() => void>()

  let awaited: { binding: string; until: number } | null = null

  function runAwaited(entry: Entry) {
    if (awaited?.binding !== entry.binding) return
    if (Date.now() < awaited.until) setTimeout(() => entry.handler?.(new KeyboardEvent('keydown')))
    awaited = null
  }

  function change(next: readonly Entry[]) {
    entries = next
    bound = new Set(next.map(({ binding }) => binding))
    for (const listener of listeners) listener()
  }

  const find = (binding: string) => entries.findLast((entry) => entry.binding === binding && entry.handler !== null)

  function pressed(event: KeyboardEvent): string | null {
    if (event.altKey || event.isComposing) return null
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (event.ctrlKey || event.metaKey) return event.shiftKey ? `mod+shift+${key}` : `mod+${key}`
    return key
  }

  function singleKey(key: string, event: KeyboardEvent): Entry | undefined {
    if (!hasSingleKeys && isSingleKey(key)) return undefined
    if (isTyping(event.target) || isFloating(event.target)) return undefined
    const first = pending !== null && event.timeStamp - pending.at < sequenceMs ? pending.key : null
    pending = null
    const second = first === null ? undefined : find(`${first} ${key}`)
    if (second) return second
    if (entries.some(({ binding }) => binding.startsWith(`${key} `))) {
      pending = { key, at: event.timeStamp }
      return undefined
    }
    return find(key)
  }

  return {
    register(entry: Entry): () => void {
      change([...entries, entry])
      runAwaited(entry)
      return () => change(entries.filter((other) => other !== entry))
    },
    setSingleKeys(enabled: boolean) {
      hasSingleKeys = enabled
    },
    /**
     * Does what the key would do. Where nothing has bound it yet, waits a little for a view that is coming; returns false
     * where none is.
     */
    runWhenBound(binding: string, isArriving: boolean): boolean {
      const entry = find(binding)
      if (entry) entry.handler?.(new KeyboardEvent('keydown'))
      else if (isArriving) awaited = { binding, until: Date.now() + awaitMs }
      return entry !== undefined || isArriving
    },
    /** For one listener on the window. */
    press(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      const key = pressed(event)
      if (key === null) return
      const isCovered = isPageCovered()
      const isCombination = key.startsWith('mod+')
      if (isCovered && !isCombination) return
      const entry = isCombination ? find(key) : singleKey(key, event)
      if (entry === undefined) return
      // Behind a dialog too, as the menu would do the same for a combination that nobody took.
      event.preventDefault()
      if (!isCovered) entry.handler?.(event)
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    bound: () => bound,
  }
}
