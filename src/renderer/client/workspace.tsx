// The environments as main knows them, and the active workspace. Main owns this state;
// the page only reads it, and hears of changes through a push (see pushes.ts).
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { EnvironmentList, EnvironmentView, WorkspaceView } from '../../contract/features/environments'
import type { SyncStatus } from '../../contract/features/sync'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from './queries'
import { syncStatusOf } from './sync-status'

export interface ActiveWorkspace {
  readonly environment: EnvironmentView
  readonly workspace: WorkspaceView
}

function findActiveWorkspace({ active, environments }: EnvironmentList): ActiveWorkspace | null {
  if (active === null) return null
  const environment = environments.find(({ name }) => name === active.environment)
  const workspace = environment?.workspaces.find(({ ref }) => workspaceKey(ref) === workspaceKey(active))
  return environment && workspace ? { environment, workspace } : null
}

interface Known {
  readonly list: EnvironmentList
  readonly active: ActiveWorkspace | null
}

const KnownEnvironments = createContext<Known | null>(null)

/**
 * The one observer of the query; suspends until main has answered once. The whole page sees another workspace in the same
 * render: with an observer of its own, a view could ask the new one with ids of the old. Observers in each row of a list were
 * a twentieth of the page's work.
 */
export function EnvironmentsProvider({ children }: { readonly children: ReactNode }) {
  const list = useSuspenseQuery(queryOptionsFor('environments', 'list', {})).data
  const known = useMemo(() => ({ list, active: findActiveWorkspace(list) }), [list])
  return <KnownEnvironments value={known}>{children}</KnownEnvironments>
}

function useKnown(): Known {
  const known = useContext(KnownEnvironments)
  if (known === null) throw new Error('This part of the page needs an EnvironmentsProvider.')
  return known
}

export const useEnvironments = (): EnvironmentList => useKnown().list

export const useActiveWorkspace = (): ActiveWorkspace | null => useKnown().active

/** For callers outside React; up to date even before the last push is rendered. */
export function activeWorkspaceNow(queryClient: QueryClient): ActiveWorkspace | null {
  const environments = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)
  return environments === undefined ? null : findActiveWorkspace(environments)
}

function useActiveWorkspaceOrThrow(): ActiveWorkspace {
  const active = useActiveWorkspace()
  if (active === null) throw new Error('This part of the page needs an open workspace.')
  return active
}

/** The open workspace. Throws where none is open: routes that use it are only reached with one. */
export function useWorkspace(): WorkspaceView {
  return useActiveWorkspaceOrThrow().workspace
}

/** Sync status of the open workspace; undefined until main has answered once. */
export function useSyncStatus(): SyncStatus | undefined {
  const { ref: workspace } = useWorkspace()
  return useQuery(syncStatusOf(workspace)).data
}

/**
 * Whether the sandbox was taken offline: a service on this computer is out of reach for no other reason. Syncing can't succeed
 * until it is brought online.
 */
export const isSandboxOffline = ({ workspace, error }: SyncStatus): boolean =>
  workspace.environment === 'sandbox' && error?.code === 'CONNECTION_REFUSED'

/** The environment of the open workspace. Throws where none is open. */
export function useEnvironment(): EnvironmentView {
  return useActiveWorkspaceOrThrow().environment
}
