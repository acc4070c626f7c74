// The actions of keys right now; tinykeys matches the keys. Bindings: one key ("j", "?", "ArrowDown"), a combination with
// Ctrl, or Cmd on a Mac ("mod+k"), one of Alt and an arrow ("alt+ArrowLeft"), or a sequence of two keys ("g i"). The last
// registered binding wins, so a view comes before the app shell; the undo of a later step comes before both. Nothing fires
// while a dialog is open or a menu has the focus, nor do single keys, sequences and Alt combinations while the person types,
// nor arrows in a group of radio buttons.
// Single keys and sequences can be turned off.
import { createKeybindingsHandler } from 'tinykeys'
import { type Binding, everyKey, isSingleKey } from './every-key'
import { isModalOpen } from './is-modal-open'
import { letterOf } from './letter-of'
import { createStore } from './store'

export interface Entry {
  readonly binding: Binding
  /** null: the focused part hears the key itself, and the entry only lists it. */
  readonly handler: ((event: KeyboardEvent) => void) | null
  /** A larger one comes before a smaller one. */
  readonly since: number
}

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1200

/** How long a key waits for the view that will bind it: a lazy view has to load first. */
const awaitMs = 3000

const typesText =
  'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'

/** Keys that act once per press: a held key repeats moves, but neither decides nor turns something on and off. */
const oncePerPress: ReadonlySet<Binding> = new Set(['d', 'e', 'h', 'l', 'n', 's', 'u', 'x', 'y', 'mod+z'])

/** With other keys, Alt types signs and opens menus. */
const altKeys = new Set(['ArrowLeft', 'ArrowRight'])

/** Layers above a view have their own use for these keys: Escape closes the layer, and not the view's details with it. */
const floats = '[role="dialog"], [role="menu"]'

type UndoKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>
/** For a dialog or popover, which the keys of the view don't reach. */
export const isUndo = (event: UndoKey) => letterOf(event) === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey

const isUndoOrRedo = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && ['z', 'y'].includes(letterOf(event))

function isFloating(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(floats) !== null
}

/** An open menu keeps the focus: the next key elsewhere would close it and move the focus back to where it was opened. */
export function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"]') !== null
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typesText) !== null
}

/** Whether the focus must stay where it is: the person is typing, or a dialog is open. */
export const mustKeepFocus = () => isTyping(document.activeElement) || isModalOpen()

/** The browser moves through the group. */
const isRadioArrow = ({ target, key, altKey }: KeyboardEvent) =>
  target instanceof HTMLInputElement && target.type === 'radio' && key.startsWith('Arrow') && !altKey

const isSequence = (binding: string) => binding.includes(' ')

/**
 * A binding in the notation of tinykeys. Shift is left to the handler: a sign needs it on one keyboard and not on another,
 * and beside an arrow it selects.
 */
function notations(binding: Binding): readonly string[] {
  if (binding.startsWith('mod+')) return [binding.replace('mod+', '$mod+')]
  if (binding.startsWith('alt+')) return [binding.replace('alt+', 'Alt+')]
  return isSequence(binding) ? [binding] : [binding, `Shift+${binding}`]
}

/** The same by the places of its letters, for a keyboard of another script. */
const byPlaces = (notation: string) =>
  notation.replaceAll(/\b[a-z]\b/g, (letter: string) => `Key${letter.toUpperCase()}`)

const withoutShift = everyKey.filter((binding) => !binding.startsWith('shift+'))

/** A complete sequence comes before the binding of its last key alone. */
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
      .toSorted((one, other) => one.since - other.since)
      .at(-1)

  function run(binding: Binding, event: KeyboardEvent) {
    if (event.defaultPrevented || (!hasSingleKeys && isSingleKey(binding))) return
    // The native menu would act on its keys, of which the page binds only some.
    if (isInMenu(event.target)) return event.preventDefault()
    // A text field selects its own text, and undoes what was typed there.
    if ((binding === 'mod+a' || binding === 'mod+z') && (isTyping(event.target) || isFloating(event.target))) return
    const entry = find(binding)
    // Without a list that takes it, the browser would select all words of the window.
    if (entry === undefined && binding !== 'mod+a') return
    // Otherwise the key is typed into a field that the handler focuses. Also behind a dialog, as the menu would act on a
    // combination that nothing took.
    event.preventDefault()
    if (!isModalOpen() && !(event.repeat && oncePerPress.has(binding))) entry?.handler?.(event)
  }

  const handlers = inOrder.flatMap((binding) => {
    const onKey = (event: KeyboardEvent) => run(binding, event)
    const onPlace = (event: KeyboardEvent) => letterOf(event) !== event.key.toLowerCase() && run(binding, event)
    // Only letters have another notation by their places.
    return notations(binding).flatMap((notation) => [
      [byPlaces(notation), onPlace] as const,
      [notation, onKey] as const,
    ])
  })
  const match = createKeybindingsHandler(Object.fromEntries(handlers), { timeout: sequenceMs })

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || (event.altKey && !altKeys.has(event.key))) return
    const isElsewhere = wasModalOpen || isModalOpen() || isTyping(event.target) || isFloating(event.target)
    if (event.ctrlKey || event.metaKey || !(isElsewhere || isRadioArrow(event))) match(event)
    // The browser and the menu would undo in the field that was edited last, wherever the focus is.
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
     * Runs the action of a key. Where nothing has bound it yet, waits a little for an arriving view; returns false where none
     * arrives.
     */
    runWhenBound(binding: string, isArriving: boolean): boolean {
      const entry = find(binding)
      if (entry) entry.handler?.(new KeyboardEvent('keydown'))
      else if (isArriving) awaited = { binding, until: Date.now() + awaitMs }
      return entry !== undefined || isArriving
    },
    /** Runs in the capture phase of the window, before a dialog hears the key: one that Escape closes is gone at `press`. */
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
