// What the palette offers: views, commands, workspaces, and insights found by their text.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { workspaceKey } from '../../../contract/workspace'
import type { FrameCommands } from '../../app/commands'
import { views } from '../../app/views'
import { useEnvironments, useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { environmentIdentity } from '../../ui/environment-identity'
import { useSwitching } from '../environments'

export interface PaletteEntry {
  readonly id: string
  readonly group: 'Insights' | 'Views' | 'Commands' | 'Workspaces'
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}

const insightLimit = 8

/** Every word typed is somewhere in what the entry says. */
function matches({ label, detail = '', group }: PaletteEntry, text: string): boolean {
  const said = `${label} ${detail} ${group}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}

function useFixedEntries(commands: FrameCommands): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { environments, active } = useEnvironments()
  const { openWorkspace, openEnvironment } = useSwitching()
  const go = (path: string) => () => void navigate(path)
  const command = (label: string, run: () => void): PaletteEntry => ({ id: label, group: 'Commands', label, run })
  const sandbox = environments.find(({ name }) => name === 'sandbox')
  return [
    ...views.map(({ path, label }): PaletteEntry => ({ id: path, group: 'Views', label, run: go(path) })),
    command('New insight', commands.newInsight),
    command('Sync now', commands.sync),
    command('Show all keys', commands.showKeys),
    command('Connect a workspace', go('/connect')),
    ...(sandbox?.workspaces.length === 0
      ? [command('Explore the sandbox', () => void openEnvironment('sandbox'))]
      : []),
    ...environments.flatMap(({ name, workspaces }) =>
      workspaces
        .filter(({ ref }) => active === null || workspaceKey(ref) !== workspaceKey(active))
        .map(
          (workspace): PaletteEntry => ({
            id: workspaceKey(workspace.ref),
            group: 'Workspaces',
            label: workspace.name,
            detail: environmentIdentity[name].label,
            run: () => void openWorkspace(workspace.ref),
          }),
        ),
    ),
  ]
}

/** Types are any string of the service's: "FeatureRequest" reads "Feature request". */
function spaced(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
}

function useInsightEntries(text: string): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { ref } = useWorkspace()
  const { data } = useQuery({
    ...queryOf('insights', 'query', {
      workspace: ref,
      filter: { text },
      sort: { column: 'updatedAt', direction: 'descending' },
      offset: 0,
      limit: insightLimit,
    }),
    enabled: text !== '',
  })
  if (text === '') return []
  return (data?.rows ?? []).map(({ id, title, type, hideContent }) => ({
    id,
    group: 'Insights',
    label: hideContent ? 'Hidden insight' : title,
    detail: spaced(type),
    run: () => void navigate(`/insights/${encodeURIComponent(id)}`),
  }))
}

/** @param searched the text as it was when typing last paused; commands follow every key at once. */
export function usePaletteEntries(commands: FrameCommands, text: string, searched: string): readonly PaletteEntry[] {
  const fixed = useFixedEntries(commands)
  const insights = useInsightEntries(searched)
  return [...fixed.filter((entry) => text === '' || matches(entry, text)), ...insights]
}
