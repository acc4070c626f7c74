// Every key of the app, by where it works: the one list behind the dialog of keys, the settings and the type of bindings.
// Tests compare it with the real bindings of the views, with the native menu, and with the README. A key that means two
// things is in two groups.

interface KeyUse {
  /** Keys that all do the same. */
  readonly keys: readonly string[]
  readonly does: string
}

interface KeyGroup {
  readonly where: string
  /** The view that they are keys of; other views may use some of them for something else. */
  readonly path?: string
  readonly uses: readonly KeyUse[]
}

const menuKeys = [
  'mod+n',
  'mod+r',
  'mod+,',
  'mod+k',
  'mod+f',
  'mod+1',
  'mod+2',
  'mod+3',
  'mod+4',
  'mod+/',
  'mod+[',
  'mod+]',
] as const

export const everywhere = {
  where: 'Everywhere',
  uses: [
    { keys: ['mod+k'], does: 'Search or run a command' },
    { keys: ['c', 'mod+n'], does: 'New insight' },
    { keys: ['r', 'mod+r'], does: 'Sync now' },
    { keys: ['mod+f'], does: 'Search this view, or everything if the view has no search' },
    { keys: ['?', 'mod+/'], does: 'All shortcuts' },
  ],
} as const satisfies KeyGroup

export const goTo = {
  where: 'Go to',
  uses: [
    { keys: ['mod+[', 'alt+ArrowLeft'], does: 'Back' },
    { keys: ['mod+]', 'alt+ArrowRight'], does: 'Forward' },
    { keys: ['g w'], does: 'This week' },
    { keys: ['g i'], does: 'Insights' },
    { keys: ['g n'], does: 'What changed' },
    { keys: ['g o'], does: 'Opportunities' },
    { keys: ['g g'], does: 'Goals' },
    { keys: ['g s'], does: 'Solutions' },
    { keys: ['g p'], does: 'Prioritise' },
    { keys: ['g e'], does: 'Map' },
    { keys: ['g f'], does: 'Feedback' },
    { keys: ['g k'], does: 'Knowledge' },
    { keys: ['g t'], does: 'Topics' },
    { keys: ['g m'], does: 'Metrics' },
    { keys: ['g d'], does: 'Duplicates' },
    { keys: ['g v'], does: 'Topic map' },
    { keys: ['g a'], does: 'Activity' },
    { keys: ['mod+,'], does: 'Settings' },
    { keys: ['mod+1'], does: 'Production (asks first)' },
    { keys: ['mod+2'], does: 'Staging' },
    { keys: ['mod+3'], does: 'Development' },
    { keys: ['mod+4'], does: 'Sandbox' },
  ],
} as const satisfies KeyGroup

export const lists = {
  where: 'Lists',
  uses: [
    { keys: ['/'], does: 'Search the list, or enter an ID' },
    { keys: ['j', 'ArrowDown'], does: 'Next row' },
    { keys: ['k', 'ArrowUp'], does: 'Previous row' },
    { keys: ['Home', 'End'], does: 'First and last row' },
    { keys: ['PageDown', 'PageUp'], does: 'Page down or up' },
    { keys: ['ArrowLeft', 'ArrowRight'], does: 'Previous or next button above the list, or column on a board' },
    { keys: ['Enter'], does: 'Open row' },
    { keys: ['.', 'ContextMenu', 'shift+F10'], does: 'Row actions' },
    { keys: ['Escape'], does: 'Clear the selection, or close the details; in the search, clear it' },
    { keys: ['f'], does: 'Go to the filters' },
    { keys: ['o'], does: 'Sort by column' },
    { keys: ['x'], does: 'Select or deselect row' },
    { keys: ['shift+ArrowDown', 'shift+j'], does: 'Extend selection down' },
    { keys: ['shift+ArrowUp', 'shift+k'], does: 'Extend selection up' },
    { keys: ['mod+a'], does: 'Select all rows (up to 10,000)' },
    { keys: ['e'], does: 'Mark as reviewed or not reviewed' },
    { keys: ['h'], does: 'Snooze' },
    { keys: ['l'], does: 'Label' },
    { keys: ['n'], does: 'Add a note to the open record' },
    { keys: ['mod+z'], does: 'Undo the last action' },
    { keys: ['mod+e'], does: 'Export' },
    { keys: ['b'], does: 'Evidence brief' },
  ],
} as const satisfies KeyGroup

const insightKeys = {
  where: 'Insights',
  uses: [
    { keys: ['t'], does: 'Triage' },
    { keys: ['u'], does: 'Toggle unseen only' },
    { keys: ['s'], does: 'Switch between unseen first and highest score first' },
  ],
} as const satisfies KeyGroup

const mapKeys = {
  where: 'Map',
  path: '/map',
  uses: [
    { keys: ['ArrowRight'], does: 'Expand, or go to the first item below' },
    { keys: ['ArrowLeft'], does: 'Collapse, or go to the item above' },
    { keys: ['+', '-'], does: 'Zoom in and out' },
    { keys: ['0'], does: 'Fit to view' },
  ],
} as const satisfies KeyGroup

const triageKeys = {
  where: 'Triage',
  path: '/insights/triage',
  uses: [
    { keys: ['e'], does: 'Mark as reviewed' },
    { keys: ['h'], does: 'Snooze' },
    { keys: ['n'], does: 'Add note' },
    { keys: ['l'], does: 'Label' },
    { keys: ['j'], does: 'Next insight' },
    { keys: ['k'], does: 'Previous insight' },
    { keys: ['Enter'], does: 'Open details' },
    { keys: ['mod+z'], does: 'Undo' },
    { keys: ['Escape'], does: 'Back to Insights' },
  ],
} as const satisfies KeyGroup

const duplicateKeys = {
  where: 'Duplicates',
  path: '/duplicates',
  uses: [
    { keys: ['j', 'ArrowDown'], does: 'Next pair' },
    { keys: ['k', 'ArrowUp'], does: 'Previous pair' },
    { keys: ['ArrowLeft', 'ArrowRight'], does: 'Choose the first or second insight' },
    { keys: ['Enter'], does: 'Open the chosen insight' },
    { keys: ['d'], does: 'Mark as not a duplicate, or restore' },
    { keys: ['e'], does: 'Mark the chosen insight as reviewed or not reviewed' },
    { keys: ['n'], does: 'Add a note to the chosen insight' },
    { keys: ['l'], does: 'Label the chosen insight' },
    { keys: ['y'], does: 'Copy both as Markdown' },
    { keys: ['mod+z'], does: 'Undo' },
  ],
} as const satisfies KeyGroup

export const dialogs = {
  where: 'Dialogs and menus',
  uses: [
    { keys: ['Enter'], does: 'Activate the focused control' },
    { keys: ['mod+Enter'], does: 'Submit the form' },
    { keys: ['Escape'], does: 'Close' },
  ],
} as const satisfies KeyGroup

export const keyGroups = [everywhere, lists, insightKeys, mapKeys, triageKeys, duplicateKeys, goTo, dialogs] as const

export type KeyPlace = (typeof keyGroups)[number]['where']

/** A key as it is bound: "j", "mod+k", "g i". */
export type Binding = (typeof keyGroups)[number]['uses'][number]['keys'][number]

export const everyKey: readonly Binding[] = [
  ...new Set(keyGroups.flatMap(({ uses }) => uses.flatMap(({ keys }): readonly Binding[] => keys))),
]

/** Whether the native menu hears the key before the page does, in every view. */
export const isOfMenu = (binding: string) => menuKeys.some((key) => key === binding)

/** Keys that type nothing; they go on working when single keys are turned off. */
const namedKeys = new Set([
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Enter',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ContextMenu',
  'F10',
])

/** Whether the key can be turned off: a letter or a sign alone, with Shift too, or one after another. */
export const isSingleKey = (binding: string) =>
  !binding.startsWith('mod+') && !namedKeys.has(binding.replace(/^(alt|shift)\+/, ''))

/** The keys that work with the person's setting, of keys that all do the same. */
export function workingKeys(keys: readonly string[], hasSingleKeys: boolean): readonly string[] {
  return hasSingleKeys ? keys : keys.filter((key) => !isSingleKey(key))
}

/**
 * The key to show beside a command: `binding`, or another one that does the same; null: none works.
 * @param where only keys that work there
 */
export function shownKey(binding: string, hasSingleKeys: boolean, where?: KeyPlace): string | null {
  const groups = keyGroups.filter((group) => where === undefined || group.where === where)
  const uses: readonly KeyUse[] = groups.flatMap((group): readonly KeyUse[] => group.uses)
  const same = uses.find(({ keys }) => keys.includes(binding))?.keys ?? []
  return workingKeys([binding, ...same], hasSingleKeys)[0] ?? null
}
