// All entries of the palette: views, environments, workspaces, commands, settings, and every record that matches the text.
import { IconBookmark } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ForgivenWord } from '../../../contract/features/search'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { useEnvironments, useWorkspace } from '../../client/workspace'
import { useViewAddress } from '../../navigation/view-addresses'
import { linkToView } from '../../navigation/view-link'
import { settingsSections, views } from '../../navigation/views'
import { savedViewPath, useSavedViews } from '../../records/use-saved-views'
import { environmentIdentity } from '../../ui/environment-identity'
import { useSwitching } from '../environments'
import { type AppCommands, useCommandEntries } from './commands'
import { arranged, beginsWords, type FoundEntry, findIn, type PaletteEntry } from './entry'
import { useOpenRecordEntries } from './open-record'
import { recentFirst } from './recent'
import { useRecords } from './records'

const viewsAlsoCalled: Readonly<Record<string, { readonly alsoCalled: string }>> = {
  '/this-week': { alsoCalled: 'home dashboard summary' },
  '/opportunities': { alsoCalled: 'problems needs' },
  '/goals': { alsoCalled: 'outcomes OKR' },
  '/feedback': { alsoCalled: 'evidence quotes comments customers negative positive sentiment' },
  '/knowledge': { alsoCalled: 'upload files documents' },
  '/news': { alsoCalled: 'news updates' },
  '/activity': { alsoCalled: 'outbox history log sent unsent waiting pending changes deleted' },
  '/insights': { alsoCalled: 'drafts labels' },
  '/prioritise': { alsoCalled: 'prioritize RICE scoring model weights ranking roadmap decide decisions matrix' },
  '/solutions': { alsoCalled: 'compare board horizon ideas features roadmap' },
  '/map': { alsoCalled: 'tree evidence' },
  '/duplicates': { alsoCalled: 'similar same merge' },
  '/topic-map': { alsoCalled: 'clusters' },
  '/metrics': { alsoCalled: 'KPI measures' },
  '/settings': { alsoCalled: 'preferences options' },
}

const settingsAlsoCalled: Readonly<Record<string, { readonly alsoCalled: string }>> = {
  environments: { alsoCalled: 'access token log in login sign in switch' },
  network: { alsoCalled: 'proxy PAC password connection certificate' },
  appearance: { alsoCalled: 'theme colours colors dark light mode density' },
  keyboard: { alsoCalled: 'shortcuts hotkeys keys' },
  about: { alsoCalled: 'help version update' },
}

function useViewEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const addressOf = useViewAddress()
  return views.map(({ path, label, Icon, binding }) => ({
    ...viewsAlsoCalled[path],
    id: `view:${path.slice(1)}`,
    group: 'Views',
    label,
    Icon,
    binding,
    run: () => void navigate(addressOf(path)),
  }))
}

function useSavedViewEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate()
  return useSavedViews().map((view) => ({
    id: `saved-view:${view.id}`,
    group: 'Saved views',
    label: view.name,
    detail: views.find(({ path }) => path === `/${view.filter.list}`)?.label ?? '',
    Icon: IconBookmark,
    run: () => void navigate(savedViewPath(view)),
  }))
}

/** Address of a link within the workspace; null: it leads elsewhere. */
function addressIn(workspace: WorkspaceRef, link: string): string | null {
  const beginning = linkToView(workspace, '/insights')?.replace(/insights$/, '')
  return beginning !== undefined && link.startsWith(beginning) ? `/${link.slice(beginning.length)}` : null
}

/** Entries for a pasted link. It names no organisation: it opens in the open workspace if it can, else in the only match. */
function useLinkEntries(text: string): readonly PaletteEntry[] {
  const { ref: here } = useWorkspace()
  const { environments } = useEnvironments()
  const { openWorkspace } = useSwitching()
  const isHere = ({ ref }: { readonly ref: WorkspaceRef }) => workspaceKey(ref) === workspaceKey(here)
  const fitting = environments
    .flatMap(({ workspaces }) => workspaces)
    .filter(({ ref }) => addressIn(ref, text) !== null)
  const workspace = fitting.find(isHere) ?? (fitting.length === 1 ? fitting[0] : undefined)
  const route = workspace && addressIn(workspace.ref, text)
  if (!workspace || !route) return []
  const view = views.find(
    ({ path }) => route === path || (/^[/?]/.test(route.slice(path.length)) && route.startsWith(path)),
  )
  if (view === undefined) return []
  const { label, Icon } = view
  const place = isHere(workspace)
    ? ''
    : ` in ${workspace.name}, ${environmentIdentity[workspace.ref.environment].label}`
  const run = () => void openWorkspace(workspace.ref, route)
  return [{ id: 'link', group: 'Link', label: 'Open this link', detail: `${label}${place}`, Icon, run }]
}

function useSettingsEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate()
  return settingsSections.map(({ id, title }) => ({
    ...settingsAlsoCalled[id],
    id: `setting:${id}`,
    group: 'Settings',
    label: `${title} settings`,
    run: () => void navigate(`/settings/${id}`),
  }))
}

function useEnvironmentEntries(): readonly PaletteEntry[] {
  const { environments, active } = useEnvironments()
  const { openEnvironment, openWorkspace } = useSwitching()
  const activeKey = active && workspaceKey(active)
  const ways = environments.map(({ name }, index): PaletteEntry => {
    const { label, Icon } = environmentIdentity[name]
    const run = () => void openEnvironment(name)
    return {
      id: `environment:${name}`,
      group: 'Environments',
      label,
      alsoCalled: 'switch change',
      Icon,
      binding: `mod+${index + 1}`,
      run,
    }
  })
  const places = environments.flatMap(({ name, workspaces }) =>
    workspaces
      .filter(({ ref }) => workspaceKey(ref) !== activeKey)
      .map(
        ({ ref, name: label }): PaletteEntry => ({
          id: workspaceKey(ref),
          group: 'Workspaces',
          label,
          detail: environmentIdentity[name].label,
          alsoCalled: 'switch change',
          Icon: environmentIdentity[name].Icon,
          run: () => void openWorkspace(ref),
        }),
      ),
  )
  return [...ways.filter(({ id }) => id !== `environment:${active?.environment}`), ...places]
}

/** Keeps the first entry of each command: that of the selected rows rather than that of the open record or the list. */
function once(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const byId = new Map<string, PaletteEntry>()
  for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  return [...byId.values()]
}

interface Entries {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
  readonly forgiven: readonly ForgivenWord[]
  /** The records matched only similar words, and no other entry has the typed words. */
  readonly areGuessed: boolean
}

const noneForgiven: readonly ForgivenWord[] = []

/**
 * @param searched the text at the last pause in typing; commands follow every key at once
 * @param recent ids of recently run entries, newest first
 */
export function usePaletteEntries(
  commands: AppCommands,
  text: string,
  searched: string,
  recent: readonly string[],
): Entries {
  const viewEntries = useViewEntries()
  const savedViewEntries = useSavedViewEntries()
  const environmentEntries = useEnvironmentEntries()
  const commandEntries = useCommandEntries(commands)
  const openRecordEntries = useOpenRecordEntries()
  const settingsEntries = useSettingsEntries()
  const linkEntries = useLinkEntries(text)
  const ofOpen = openRecordEntries.filter(({ isOfOpen }) => isOfOpen === true)
  const fixed = once([
    ...ofOpen,
    ...viewEntries,
    ...savedViewEntries,
    ...commandEntries,
    ...openRecordEntries,
    ...settingsEntries,
    ...environmentEntries,
  ])
  const isKnown = fixed.some((entry) => beginsWords(entry, searched))
  // A search takes no more, and a link may be longer.
  const records = useRecords(searched.slice(0, 500), { isKnown })
  const noRecords = { isSearching: false, forgiven: noneForgiven, areGuessed: false }
  if (text === '') return { entries: recentFirst(fixed, recent), ...noRecords }
  if (linkEntries.length > 0) return { entries: linkEntries, ...noRecords }
  const found = fixed.flatMap((entry): readonly FoundEntry[] => {
    const foundIn = findIn(entry, text)
    return foundIn === null ? [] : [{ entry, foundIn: entry.comesLast ? 'text' : foundIn }]
  })
  return {
    entries: [...arranged([...found, ...records.found]), ...records.related],
    isSearching: text !== searched || records.isSearching,
    forgiven: records.forgiven,
    areGuessed: records.forgiven.length > 0 && records.found.length > 0 && !isKnown,
  }
}
