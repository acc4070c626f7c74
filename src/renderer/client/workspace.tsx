// Where the person is: the environments as main knows them, and the one workspace that is open. Main owns this state;
// the page only reads it, and hears of changes through a push (see pushes.ts).
import { useSuspenseQuery } from '@tanstack/react-query'
import type { EnvironmentList, EnvironmentView, WorkspaceView } from '../../contract/features/environments'
import { workspaceKey } from '../../contract/workspace'
import { queryOf } from './queries'

export interface OpenPlace {
  readonly environment: EnvironmentView
  readonly workspace: WorkspaceView
}

function openPlace({ active, environments }: EnvironmentList): OpenPlace | null {
  if (active === null) return null
  const environment = environments.find(({ name }) => name === active.environment)
  const workspace = environment?.workspaces.find(({ ref }) => workspaceKey(ref) === workspaceKey(active))
  return environment && workspace ? { environment, workspace } : null
}

/** Suspends until main has answered once. */
export function useEnvironments(): EnvironmentList {
  return useSuspenseQuery(queryOf('environments', 'list', {})).data
}

export function useOpenPlace(): OpenPlace | null {
  return openPlace(useEnvironments())
}

function useOpenPlaceOrThrow(): OpenPlace {
  const place = useOpenPlace()
  if (place === null) throw new Error('This part of the page needs an open workspace.')
  return place
}

/** The open workspace. Throws where none is open: routes that use it are only reached with one. */
export function useWorkspace(): WorkspaceView {
  return useOpenPlaceOrThrow().workspace
}

/** The environment of the open workspace. Throws where none is open. */
export function useEnvironment(): EnvironmentView {
  return useOpenPlaceOrThrow().environment
}
