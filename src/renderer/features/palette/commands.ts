// The commands of the palette. Each has its own id, which outlives its label.

import { useLocation, useNavigate } from 'react-router'
import { usePreference, useSavePreferences } from '../../client/preferences'
import { useEnvironment, useEnvironments, useSyncStatus, useWorkspace } from '../../client/workspace'
import { deletionByIdWanted } from '../../navigation/location-state'
import { useViewAddress } from '../../navigation/view-addresses'
import { linkToView } from '../../navigation/view-link'
import { otherNames } from '../../records/use-selection-commands'
import { copyText } from '../../ui/copy-text'
import { canGo } from '../../ui/current-location'
import { helpDialog, reviewDialog } from '../../ui/dialogs'
import { useBoundKeys, whenBound } from '../../ui/keys'
import { useViewCommands } from '../../ui/view-commands'
import { useEditingLock, useSwitching } from '../environments'
import { triagePath } from '../insights'
import { usePassWeek, useSandboxConnection } from '../sandbox'
import type { PaletteEntry } from './entry'

/** Actions of the app shell, run by a key, a native menu item or the palette. */
export interface AppCommands {
  newInsight(): void
  searchHere(): void
  sync(): void
  openSettings(): void
  showKeys(): void
  openPalette(): void
  goBack(): void
  goForward(): void
}

type More = Pick<PaletteEntry, 'binding' | 'detail' | 'alsoCalled' | 'opposite' | 'comesLast'>

function command(id: string, label: string, run: () => void, more: More = {}): PaletteEntry {
  return { id: `command:${id}`, group: 'Commands', label, run, ...more }
}

function useAppearanceEntries(): readonly PaletteEntry[] {
  const colorScheme = usePreference('colorScheme')
  const density = usePreference('density')
  const save = useSavePreferences()
  const schemes = [
    ['light', 'Light theme'],
    ['dark', 'Dark theme'],
    ['system', 'System theme'],
  ] as const
  const densities = [
    ['comfortable', 'Comfortable density'],
    ['compact', 'Compact density'],
  ] as const
  const inUse = (isInUse: boolean) => (isInUse ? { detail: 'current' } : {})
  return [
    ...schemes.map(([value, label]) =>
      command(`appearance-${value}`, label, () => save({ colorScheme: value }), {
        alsoCalled: 'colours colors appearance mode',
        ...inUse(colorScheme === value),
      }),
    ),
    ...densities.map(([value, label]) =>
      command(`density-${value}`, label, () => save({ density: value }), {
        alsoCalled: 'rows height spacing',
        ...inUse(density === value),
      }),
    ),
  ]
}

/** Actions that a view may bind to a key. */
const keysOfViews = [
  { binding: 'mod+z', id: 'undo', label: 'Undo', alsoCalled: 'revert restore take back last' },
  { binding: 'f', id: 'filter', label: 'Filter…', alsoCalled: 'narrow filters' },
  { binding: 'o', id: 'sort', label: 'Sort by…', alsoCalled: 'order' },
  {
    binding: 'mod+e',
    id: 'export',
    label: 'Export…',
    ...otherNames.export,
  },
  { binding: '+', id: 'zoom-in', label: 'Zoom in', alsoCalled: 'larger closer map' },
  { binding: '-', id: 'zoom-out', label: 'Zoom out', alsoCalled: 'smaller farther map' },
  { binding: '0', id: 'zoom-fit', label: 'Fit to view', alsoCalled: 'zoom reset whole map' },
] as const

/** Entries of the moment: a link to this view, and what the environment allows or waits for. */
function useHereEntries(): readonly PaletteEntry[] {
  const { ref: workspace } = useWorkspace()
  const { name, isLocked } = useEnvironment()
  const { pathname, search } = useLocation()
  const { lock, unlock } = useEditingLock()
  const sync = useSyncStatus()
  const bound = useBoundKeys()
  const link = linkToView(workspace, pathname, search)
  const { passWeek } = usePassWeek()
  const connection = useSandboxConnection(sync)
  const viewCommands = useViewCommands()
  return [
    ...keysOfViews
      .filter(({ binding }) => bound.has(binding))
      .map(({ id, label, binding, alsoCalled }) =>
        command(id, label, () => whenBound(binding), { binding, alsoCalled }),
      ),
    ...viewCommands
      .filter(({ of }) => of === 'view')
      .map(({ id, label, run, alsoCalled }) => command(id, label, run, { alsoCalled })),
    ...(link === null
      ? []
      : [
          command('copy-link', 'Copy link to this view', () => void copyText(link, 'Link copied'), {
            alsoCalled: 'URL address share',
          }),
        ]),
    ...((sync?.changesToReview ?? 0) > 0
      ? [
          command('review', 'Review and send…', reviewDialog.open, {
            alsoCalled: 'unsent waiting pending changes outbox approve',
          }),
        ]
      : []),
    ...(name === 'sandbox'
      ? [command('pass-week', 'Let a week pass in the sandbox', passWeek, { alsoCalled: 'time news' })]
      : []),
    ...(connection === null
      ? []
      : [
          command('sandbox-connection', connection.label, connection.toggle, {
            alsoCalled: 'go work offline disconnect reconnect network train',
          }),
        ]),
    ...(name === 'production' && isLocked
      ? [command('unlock', 'Unlock editing', unlock, { opposite: 'Lock editing', alsoCalled: 'read-only' })]
      : []),
    ...(name === 'production' && !isLocked
      ? [command('lock', 'Lock editing', lock, { alsoCalled: 'read-only protect' })]
      : []),
  ]
}

/** Only the directions that lead somewhere. */
function historyEntries({ goBack, goForward }: AppCommands): readonly PaletteEntry[] {
  return [
    ...(canGo(-1)
      ? [command('back', 'Back', goBack, { binding: 'mod+[', alsoCalled: 'previous return history' })]
      : []),
    ...(canGo(1)
      ? [command('forward', 'Forward', goForward, { binding: 'mod+]', alsoCalled: 'next again history' })]
      : []),
  ]
}

const helpEntries = [
  command('whats-new', 'What’s new in this version', () => helpDialog.set('whats-new'), {
    alsoCalled: 'help changelog release notes updates',
  }),
  command('report-problem', 'Report a problem…', () => helpDialog.set('report-problem'), {
    alsoCalled: 'help bug feedback support contact issue',
  }),
  command('save-diagnostics', 'Save diagnostics…', () => helpDialog.set('save-diagnostics'), {
    alsoCalled: 'help log logs debug zip support troubleshoot',
  }),
  command('licences', 'Third-party licences', () => helpDialog.set('licences'), {
    alsoCalled: 'help licenses open source legal copyright',
  }),
]

export function useCommandEntries(commands: AppCommands): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { environments } = useEnvironments()
  const hasSingleKeys = usePreference('hasSingleKeys')
  const { openEnvironment } = useSwitching()
  const addressOf = useViewAddress()
  const { pathname, search } = useLocation()
  // Over the goals as they are, or were left: search, filters and the open goal stay.
  const goals = /^\/goals(\/|$)/.test(pathname) ? `${pathname}${search}` : addressOf('/goals')
  const bound = useBoundKeys()
  const here = useHereEntries()
  const appearance = useAppearanceEntries()
  const sandbox = environments.find(({ name }) => name === 'sandbox')
  return [
    command('new-insight', 'New insight', commands.newInsight, { binding: 'c', alsoCalled: 'report finding' }),
    // Over the insights, its key keeps their filters.
    command('triage', 'Triage', () => void (bound.has('t') ? whenBound('t') : navigate(triagePath)), {
      binding: 't',
      alsoCalled: 'unseen insights reviewed snooze inbox done review',
    }),
    ...(bound.has('/')
      ? [
          command('search-here', 'Search this view', commands.searchHere, {
            binding: hasSingleKeys ? '/' : 'mod+f',
            alsoCalled: 'find look for',
          }),
        ]
      : []),
    command('sync', 'Sync now', commands.sync, { binding: 'r', alsoCalled: 'refresh reload update status details' }),
    command('check-connection', 'Connection doctor', () => void navigate('/settings/network'), {
      alsoCalled: 'check test network proxy certificate trouble offline sync status details',
    }),
    ...historyEntries(commands),
    ...here,
    command('delete-goal', 'Delete goal by ID…', () => void navigate(goals, { state: deletionByIdWanted }), {
      comesLast: true,
      alsoCalled: 'outcome',
    }),
    ...appearance,
    command('keys', 'Show keyboard shortcuts', commands.showKeys, {
      binding: '?',
      alsoCalled: 'help hotkeys cheat sheet',
    }),
    ...helpEntries,
    command('connect', 'Connect a workspace…', () => void navigate('/connect'), {
      alsoCalled: 'access token log in login sign in new organisation account',
    }),
    ...(sandbox?.workspaces.length === 0
      ? [
          command('explore-sandbox', 'Explore the sandbox', () => void openEnvironment('sandbox'), {
            alsoCalled: 'try demo example',
          }),
        ]
      : []),
  ]
}
