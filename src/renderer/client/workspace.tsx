// The environments as main knows them, and the active workspace. Main owns this state;
// the page only reads it, and hears of changes through a push (see pushes.ts).
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { EnvironmentList, EnvironmentView, WorkspaceView } from '../../contract/features/environments'
import type { SyncStatus } from '../../contract/features/sync'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from './queries'

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

/** Suspends until main has answered once. */
export function useEnvironments(): EnvironmentList {
  return useSuspenseQuery(queryOptionsFor('environments', 'list', {})).data
}

export function useActiveWorkspace(): ActiveWorkspace | null {
  return findActiveWorkspace(useEnvironments())
}

/** For callers outside React; also before what was pushed last is rendered. */
export function activeWorkspaceNow(queryClient: QueryClient): ActiveWorkspace | null {
  const environments = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)
  return environments === undefined ? null : findActiveWorkspace(environments)
}

/**
 * What a view of a workspace is shown for, which it goes on asking until it is gone: the cache has another one as soon as
 * main opens it, and the part of the page above the view hears of that a moment later.
 */
const ShownWorkspace = createContext<ActiveWorkspace | null>(null)
export const ShownFor = ShownWorkspace.Provider

function useActiveWorkspaceOrThrow(): ActiveWorkspace {
  const now = useActiveWorkspace()
  const active = useContext(ShownWorkspace) ?? now
  if (active === null) throw new Error('This part of the page needs an open workspace.')
  return active
}

/** The open workspace. Throws where none is open: routes that use it are only reached with one. */
export function useWorkspace(): WorkspaceView {
  return useActiveWorkspaceOrThrow().workspace
}

/** How syncing the open workspace goes; undefined until main has answered once. */
export function useSyncStatus(): SyncStatus | undefined {
  const { ref: workspace } = useWorkspace()
  return useQuery(queryOptionsFor('sync', 'status', { workspace })).data
}

/** The environment of the open workspace. Throws where none is open. */
export function useEnvironment(): EnvironmentView {
  return useActiveWorkspaceOrThrow().environment
}
