// Every key of the app, by where it works: the one list behind the dialog of keys, the settings and the type of what can
// be bound. Tests hold it against what views really bind, against the native menu, and against the README.
// A key that means two things is in two groups.

interface KeyUse {
  /** All do the same. */
  readonly keys: readonly string[]
  readonly does: string
}

interface KeyGroup {
  readonly where: string
  readonly uses: readonly KeyUse[]
}

const menuKeys = ['mod+n', 'mod+r', 'mod+,', 'mod+k', 'mod+f', 'mod+1', 'mod+2', 'mod+3', 'mod+4', 'mod+/'] as const

export const everywhere = {
  where: 'Everywhere',
  uses: [
    { keys: ['mod+k'], does: 'Search everything, or run a command' },
    { keys: ['c', 'mod+n'], does: 'New insight' },
    { keys: ['r', 'mod+r'], does: 'Sync now' },
    { keys: ['mod+f'], does: 'Search in this view, or everything where a view has no search' },
    { keys: ['?', 'mod+/'], does: 'All keys' },
  ],
} as const satisfies KeyGroup

export const goTo = {
  where: 'Go to',
  uses: [
    { keys: ['g i'], does: 'Insights' },
    { keys: ['g n'], does: 'What changed' },
    { keys: ['g o'], does: 'Opportunities' },
    { keys: ['g g'], does: 'Goals' },
    { keys: ['g s'], does: 'Solutions' },
    { keys: ['g f'], does: 'Feedback' },
    { keys: ['g m'], does: 'Metrics' },
    { keys: ['g k'], does: 'Knowledge' },
    { keys: ['g t'], does: 'Topics' },
    { keys: ['g a'], does: 'Activity' },
    { keys: ['mod+,'], does: 'Settings' },
    { keys: ['mod+1'], does: 'Production, after a question' },
    { keys: ['mod+2'], does: 'Staging' },
    { keys: ['mod+3'], does: 'Development' },
    { keys: ['mod+4'], does: 'Sandbox' },
  ],
} as const satisfies KeyGroup

export const lists = {
  where: 'Lists',
  uses: [
    { keys: ['/'], does: 'Search in the list, or type an id where the list is short' },
    { keys: ['j', 'ArrowDown'], does: 'Next row' },
    { keys: ['k', 'ArrowUp'], does: 'Previous row' },
    { keys: ['Home', 'End'], does: 'First and last row' },
    { keys: ['PageDown', 'PageUp'], does: 'A page down and up' },
    { keys: ['Enter'], does: 'Open the row' },
    { keys: ['.', 'ContextMenu', 'shift+F10'], does: 'Actions for the row, such as Delete' },
    { keys: ['Escape'], does: 'Clear the selection; close the details; empty a search, then leave it' },
    { keys: ['f'], does: 'Go to the filters' },
    { keys: ['o'], does: 'Sort by any column' },
    { keys: ['x'], does: 'Select the row, or not' },
    { keys: ['shift+ArrowDown', 'shift+j'], does: 'Select the row and the next' },
    { keys: ['shift+ArrowUp', 'shift+k'], does: 'Select the row and the previous' },
    { keys: ['mod+a'], does: 'Select all rows, from within them: up to 2,000, of more none' },
  ],
} as const satisfies KeyGroup

export const insightKeys = {
  where: 'Insights',
  uses: [
    { keys: ['u'], does: 'Unseen only, or all' },
    { keys: ['s'], does: 'Highest score first, or last changed first' },
  ],
} as const satisfies KeyGroup

export const dialogs = {
  where: 'Dialogs and menus',
  uses: [
    { keys: ['Enter'], does: 'Press what has the focus' },
    { keys: ['mod+Enter'], does: 'Send the form, from any of its fields' },
    { keys: ['Escape'], does: 'Close it' },
  ],
} as const satisfies KeyGroup

export const keyGroups = [everywhere, lists, insightKeys, goTo, dialogs] as const

/** Of a key as it is bound: "j", "mod+k", "g i". */
export type Binding = (typeof keyGroups)[number]['uses'][number]['keys'][number]

export const everyKey: readonly Binding[] = [
  ...new Set(keyGroups.flatMap(({ uses }) => uses.flatMap(({ keys }): readonly Binding[] => keys))),
]

/** The native menu hears them before the page does, in every view. */
export const isOfMenu = (binding: string) => menuKeys.some((key) => key === binding)

/** Keys that type nothing; they go on working when single keys are switched off. */
const namedKeys = new Set([
  ...['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Home', 'End', 'PageUp', 'PageDown', 'ContextMenu', 'F10'],
])

/** Whether it can be switched off: a letter or a sign alone, with Shift too, or one after another. */
export const isSingleKey = (binding: string) =>
  !binding.startsWith('mod+') && !namedKeys.has(binding.replace(/^shift\+/, ''))

/** Those of keys that do the same which do it, as the person has set them. */
export function workingKeys(keys: readonly string[], hasSingleKeys: boolean): readonly string[] {
  return hasSingleKeys ? keys : keys.filter((key) => !isSingleKey(key))
}

/** The key to show beside a command that `binding` runs, or another that does the same; null: none works. */
export function shownKey(binding: string, hasSingleKeys: boolean): string | null {
  const uses: readonly KeyUse[] = keyGroups.flatMap((group): readonly KeyUse[] => group.uses)
  const same = uses.find(({ keys }) => keys.includes(binding))?.keys ?? []
  return workingKeys([binding, ...same], hasSingleKeys)[0] ?? null
}
