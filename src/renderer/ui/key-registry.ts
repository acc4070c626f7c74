// Which keys do what right now; tinykeys matches them. Bindings: one key ("j", "?", "ArrowDown"), a combination with Ctrl,
// or Cmd on a Mac ("mod+k"), one of Alt and an arrow ("alt+ArrowLeft"), or a sequence of two keys ("g i"). The binding
// registered last wins, so a view comes before the app shell; what undoes a later step comes before both. Nothing fires while a dialog is open; single keys, sequences
// and those with Alt not while the person types either. Single keys and sequences can be switched off.
import { createKeybindingsHandler } from 'tinykeys'
import { type Binding, everyKey, isSingleKey } from './every-key'
import { isModalOpen } from './is-modal-open'
import { createStore } from './store'

export interface Entry {
  readonly binding: Binding
  /** null: the part with the focus hears the key itself, and it is only listed. */
  readonly handler: ((event: KeyboardEvent) => void) | null
  /** Before other entries with a smaller one; 0 by default. */
  readonly since?: number
}

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1200

/** How long a key that a view will bind is waited for: a lazy view has to load first. */
const awaitMs = 3000

const typesText =
  'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'

/** A held key moves on and on, but decides once. */
const oncePerPress: ReadonlySet<Binding> = new Set(['e', 'h', 'n', 'l', 'mod+z'])

/** With other keys Alt types signs, and opens menus. */
const altKeys = new Set(['ArrowLeft', 'ArrowRight'])

/** What floats above a view has its own use for these keys: Escape closes it, and not the view's details with it. */
const floats = '[role="dialog"], [role="menu"]'

const isUndoOrRedo = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && ['z', 'y'].includes(key.toLowerCase())

function isFloating(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(floats) !== null
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typesText) !== null
}

const isSequence = (binding: string) => binding.includes(' ')

/**
 * As tinykeys writes it. Shift is left to the handler: a sign needs it on one keyboard and not on another, and beside an
 * arrow it selects.
 */
function notations(binding: Binding): readonly string[] {
  if (binding.startsWith('mod+')) return [binding.replace('mod+', '$mod+')]
  if (binding.startsWith('alt+')) return [binding.replace('alt+', 'Alt+')]
  return isSequence(binding) ? [binding] : [binding, `Shift+${binding}`]
}

const withoutShift = everyKey.filter((binding) => !binding.startsWith('shift+'))

/** A sequence that is complete comes before what its last key does alone. */
const inOrder = [...withoutShift.filter(isSequence), ...withoutShift.filter((binding) => !isSequence(binding))]

export function createKeyRegistry() {
  let entries: readonly Entry[] = []
  const bound = createStore<ReadonlySet<Binding>>(new Set())
  let hasSingleKeys = true
  let wasModalOpen = false
  let awaited: { binding: string; until: number } | null = null

  function runAwaited(entry: Entry) {
    if (awaited?.binding !== entry.binding) return
    if (Date.now() < awaited.until) setTimeout(() => entry.handler?.(new KeyboardEvent('keydown')))
    awaited = null
  }

  function change(next: readonly Entry[]) {
    entries = next
    bound.set(new Set(next.map(({ binding }) => binding)))
  }

  const find = (binding: string) =>
    entries
      .filter((entry) => entry.binding === binding && entry.handler !== null)
      .toSorted((one, other) => (one.since ?? 0) - (other.since ?? 0))
      .at(-1)

  function run(binding: Binding, event: KeyboardEvent) {
    if (event.defaultPrevented || (!hasSingleKeys && isSingleKey(binding))) return
    // A text field selects its own text, and undoes what was typed there.
    if ((binding === 'mod+a' || binding === 'mod+z') && (isTyping(event.target) || isFloating(event.target))) return
    const entry = find(binding)
    // Where no list takes it, the browser would select all words of the window.
    if (entry === undefined && binding !== 'mod+a') return
    // Or it is typed into a field that the handler gives the focus to. Behind a dialog too, as the menu would do the
    // same for a combination that nobody took.
    event.preventDefault()
    if (!isModalOpen() && !(event.repeat && oncePerPress.has(binding))) entry?.handler?.(event)
  }

  const handlers = inOrder.flatMap((binding) =>
    notations(binding).map((notation) => [notation, (event: KeyboardEvent) => run(binding, event)] as const),
  )
  const match = createKeybindingsHandler(Object.fromEntries(handlers), { timeout: sequenceMs })

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || (event.altKey && !altKeys.has(event.key))) return
    const isElsewhere = wasModalOpen || isModalOpen() || isTyping(event.target) || isFloating(event.target)
    if (event.ctrlKey || event.metaKey || !isElsewhere) match(event)
    // The browser and the menu would undo in the field that was typed into last, wherever the focus is.
    if (isUndoOrRedo(event) && !isTyping(event.target)) event.preventDefault()
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
    /** On the window while it captures, before a dialog hears the key: one that Escape closes is gone when `press` runs. */
    capture(event: KeyboardEvent) {
      wasModalOpen = isModalOpen()
      if (!event.altKey || !altKeys.has(event.key)) return
      press(event)
      // A slider or a chart that has the focus would move by the arrow.
      if (event.defaultPrevented) event.stopPropagation()
    },
    /** For one listener on the window. */
    press,
    bound,
  }
}
