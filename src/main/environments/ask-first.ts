// What waits was made for the service that its environment led to then, and for a workspace that was there. Where either
// is about to change, it is asked about before anything of it can go out: somewhere else it may mean something else, and
// what had arrived there may not be here.
import { AppError } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { LibraryFiles } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import type { Disowned } from '../outbox/disowned'
import type { Outbox } from '../outbox/outbox'
import { type EnvironmentSettings, isOf } from '../settings/schema'
import { isWrittenAlike } from './same-address'

/** Whose changes are asked about: all of an environment (`workspace` is null), or those of one workspace of it. */
export interface Asked {
  readonly environment: EnvironmentName
  readonly workspace: WorkspaceRef | null
}

/**
 * Runs the step that changes it, while nothing is sent to the environment. Throws what the step throws, and what the
 * library throws when it could not write down that it is asked about; the step has not begun then.
 */
export type AskFirst = (asked: Asked, step: () => Promise<void>) => Promise<void>

export interface AskFirstDeps {
  readonly libraries: {
    readonly library: Pick<LibraryApi, 'pendingChanges' | 'requireReview'>
    readonly modeOf: LibraryOnDemand['modeOf']
  }
  readonly files: Pick<LibraryFiles, 'exist'>
  readonly outbox: Pick<Outbox, 'suspend' | 'revokeApprovals'>
  readonly disowned: Pick<Disowned, 'askLater'>
  readonly emit: Emit
}

/** null: connecting it changes nothing for what waits. `href` as `parseBaseAddress` returns it. */
export function askedByConnecting(before: EnvironmentSettings, workspace: WorkspaceRef, href: string): Asked | null {
  const { environment } = workspace
  if (isMoved(before, href)) return { environment, workspace: null }
  // It was taken off the list with what waited in it.
  return before.workspaces.some((entry) => isOf(entry, workspace)) ? null : { environment, workspace }
}

export function isMoved({ baseAddress }: Pick<EnvironmentSettings, 'baseAddress'>, href: string): boolean {
  return baseAddress === null || !isWrittenAlike(baseAddress, href)
}

export function createAskFirst({ libraries, files, outbox, disowned, emit }: AskFirstDeps): AskFirst {
  const { library, modeOf } = libraries

  async function pendingOf({ environment, workspace }: Asked): Promise<readonly JournalEntry[]> {
    try {
      const pending = await library.pendingChanges({ environment })
      return pending.filter((entry) => workspace === null || workspaceKey(entry.workspace) === workspaceKey(workspace))
    } catch (error) {
      // Nothing of it is kept on this machine.
      if (error instanceof AppError && error.code === 'WORKSPACE_UNKNOWN') return []
      throw error
    }
  }

  return ({ environment, workspace }, step) =>
    outbox.suspend(environment, async () => {
      // What is on the disk and cannot be opened now waits there for the day when it can be. First, as that may be while
      // the library is asked.
      if (modeOf(environment) === 'memory' && (await files.exist(environment))) await disowned.askLater(environment)
      const pending = await pendingOf({ environment, workspace })
      if (pending.length > 0) {
        await library.requireReview({ environment, changeIds: pending.map(({ changeId }) => changeId) })
      }
      // A word that was given until now was about the other place; nothing is sent before this has ended.
      await step().finally(() => outbox.revokeApprovals(environment))
      const places = new Map(pending.map((entry) => [workspaceKey(entry.workspace), entry.workspace]))
      for (const place of places.values()) emit('library.changed', { workspace: place, features: ['activity'] })
    })
}
