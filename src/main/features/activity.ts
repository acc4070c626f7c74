// Activity: lists all changes; retries, approves and discards them through the queue of changes.
import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import { requestLine } from '../changes/requests'
import type { Handlers } from '../ipc/handlers'
import { findChange, queryMergedActivity, queryUnsettled } from './activity-list'

export interface ActivityDeps {
  readonly library: Pick<LibraryApi, 'queryActivity' | 'getActivity' | 'findActivity'>
  readonly changes: Pick<Changes, 'retry' | 'send' | 'discard'>
  /** Environments that may have activity. */
  readonly environments: () => Promise<readonly EnvironmentName[]>
  /** Names of all connected workspaces, by `workspaceKey`. */
  readonly workspaceNames: () => Readonly<Record<string, string>>
}

/** A tampered change may contain an id that no URL can carry. It must be readable all the same. */
export function requestText(entry: Pick<ActivityEntry, 'kind' | 'targetId' | 'workspace'>): string {
  const { kind } = entry
  if (kind === 'decide') return 'None. Decisions stay on this computer.'
  try {
    return requestLine({ ...entry, kind })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

export function activityHandlers(deps: ActivityDeps): Handlers['activity'] {
  const { library, changes, environments, workspaceNames } = deps
  return {
    query: async (input) =>
      queryMergedActivity(library, await environments(), { ...input, workspaceNames: workspaceNames() }),
    async get({ workspace, changeId }) {
      const entry =
        workspace === null
          ? await findChange(library, await environments(), changeId)
          : await library.getActivity({ workspace, changeId })
      return { ...entry, request: requestText(entry) }
    },
    unsettled: ({ workspace }) => queryUnsettled(library, workspace),
    send: ({ workspace, changes: seen }, { signal }) => changes.send(workspace, seen, signal),
    async retry({ workspace, ...seen }) {
      await changes.retry(workspace, seen)
      return null
    },
    async discard({ workspace, ...seen }) {
      await changes.discard(workspace, seen)
      return null
    },
  }
}
