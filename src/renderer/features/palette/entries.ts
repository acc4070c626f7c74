// What the palette offers: views, commands, workspaces, and every record that the text finds.
import type { IconProps } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useNavigate } from 'react-router'
import type { Found } from '../../../contract/features/search'
import { workspaceKey } from '../../../contract/workspace'
import type { FrameCommands } from '../../app/commands'
import { innerViews, views } from '../../app/views'
import { useEnvironments, useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { environmentIdentity } from '../../ui/environment-identity'
import { useSwitching } from '../environments'
import { recordKinds } from './record-kinds'

export interface PaletteEntry {
  readonly id: string
  /** Heading above the entries of one sort. */
  readonly group: string
  readonly label: string
  readonly detail?: string
  readonly Icon?: ComponentType<IconProps>
  /** The key that does the same. */
  readonly binding?: string
  readonly run: () => void
}

/** Of each kind; seven kinds have to fit on one screen. */
const recordLimit = 5

/** Every word typed is somewhere in what the entry says. */
function matches({ label, detail = '', group }: PaletteEntry, text: string): boolean {
  const said = `${label} ${detail} ${group}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}

function useCommandEntries(commands: FrameCommands): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { environments } = useEnvironments()
  const { openEnvironment } = useSwitching()
  const command = (label: string, run: () => void, binding?: string): PaletteEntry => ({
    id: label,
    group: 'Commands',
    label,
    run,
    ...(binding === undefined ? {} : { binding }),
  })
  const sandbox = environments.find(({ name }) => name === 'sandbox')
  return [
    command('New insight', commands.newInsight, 'c'),
    command('Search in this view', commands.searchHere, '/'),
    command('Sync now', commands.sync, 'r'),
    command('Show all keys', commands.showKeys, '?'),
    command('Connect a workspace', () => void navigate('/connect')),
    ...(sandbox?.workspaces.length === 0
      ? [command('Explore the sandbox', () => void openEnvironment('sandbox'))]
      : []),
  ]
}

function usePlaceEntries(): readonly PaletteEntry[] {
  const { environments, active } = useEnvironments()
  const { openWorkspace } = useSwitching()
  const activeKey = active && workspaceKey(active)
  return environments.flatMap(({ name, workspaces }) =>
    workspaces
      .filter(({ ref }) => workspaceKey(ref) !== activeKey)
      .map(
        (workspace): PaletteEntry => ({
          id: workspaceKey(workspace.ref),
          group: 'Workspaces',
          label: workspace.name,
          detail: environmentIdentity[name].label,
          Icon: environmentIdentity[name].Icon,
          run: () => void openWorkspace(workspace.ref),
        }),
      ),
  )
}

/** Kinds in the order of the first hit of each would jump about while typing; the order of the views stays. */
function inOrder(found: readonly Found[]): readonly Found[] {
  const kinds = Object.keys(recordKinds)
  return found.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}

function useRecordEntries(text: string): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { ref } = useWorkspace()
  const { data } = useQuery({
    ...queryOf('search', 'everything', { workspace: ref, text, limit: recordLimit }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  if (text === '') return []
  return inOrder(data ?? []).map(({ kind, id, title }) => {
    const { group, word, Icon, path } = recordKinds[kind]
    return {
      id: `${kind} ${id}`,
      group,
      label: title === '' ? id : title,
      detail: word,
      Icon,
      run: () => void navigate(`${path}/${encodeURIComponent(id)}`),
    }
  })
}

/** @param searched the text as it was when typing last paused; commands follow every key at once. */
export function usePaletteEntries(commands: FrameCommands, text: string, searched: string): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const commandEntries = useCommandEntries(commands)
  const placeEntries = usePlaceEntries()
  const records = useRecordEntries(searched)
  const viewEntries = views.map(
    ({ path, label, Icon, binding }): PaletteEntry => ({
      id: path,
      group: 'Views',
      label,
      Icon,
      binding,
      run: () => void navigate(path),
    }),
  )
  const innerEntries = innerViews.map(
    ({ path, label, Icon }): PaletteEntry => ({
      id: path,
      group: 'Views',
      label,
      Icon,
      run: () => void navigate(path),
    }),
  )
  const fixed = [...viewEntries, ...innerEntries, ...commandEntries, ...placeEntries]
  return [...fixed.filter((entry) => text === '' || matches(entry, text)), ...records]
}
