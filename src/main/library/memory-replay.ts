// A library in memory is lost when its process crashes, and with it what the person was told is saved. Main outlives
// the process: it remembers the calls that the table marks for replay, in the order in which they were answered, and
// makes them again in the empty library that takes the place of the lost one.
import { type LibraryMethod, type LibraryReplay, libraryCalls } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'

interface Call {
  readonly method: LibraryMethod
  readonly input: Partial<Named>
}

/** What the inputs of replayed calls are told apart by. */
interface Named {
  readonly workspace: WorkspaceRef
  readonly changeId: string | null
  readonly draftId: string
  readonly changeIds: readonly string[]
  readonly metricId: string
  readonly ofWorkspace: WorkspaceRef | null
  readonly isAfterRestart: boolean
  readonly kind: string
  readonly id: string
}

interface Session {
  /** In the order of the calls. A draft, metric, backoff or field of triage has one entry: the last call replaces the others. */
  readonly calls: Map<string, Call>
  /** Changes that have ended, the oldest first. */
  readonly ended: Set<string>
  lastNumber: number
}

/** Of a long session the calls of older changes are dropped. */
export const mostEndedChanges = 1_000

export interface MemoryReplay {
  /** A call about an environment in memory was answered. */
  note(environment: EnvironmentName, method: LibraryMethod, input: unknown, answer: unknown): void
  /** Into the empty library that took its place; gives whether there was anything. Throws what `request` throws. */
  replay(
    environment: EnvironmentName,
    request: (method: LibraryMethod, input: unknown) => Promise<unknown>,
  ): Promise<boolean>
  forget(environment: EnvironmentName): void
}

export function createMemoryReplay(): MemoryReplay {
  const sessions = new Map<EnvironmentName, Session>()

  return {
    note(environment, method, input, answer) {
      const { replay } = libraryCalls[method]
      if (replay === null) return
      const session = sessions.get(environment) ?? { calls: new Map(), ended: new Set(), lastNumber: 0 }
      sessions.set(environment, session)
      // The empty library that replays it has no insight to read the basis of a snooze from.
      const basis = method === 'decideTriage' && { basis: answer }
      const call = { method, input: { ...(input as Partial<Named>), ...basis } }
      session.lastNumber += 1
      const key = replay === 'all' ? String(session.lastNumber) : subjectKey(replay, call)
      session.calls.delete(key)
      session.calls.set(key, call)
      if (method === 'settleChange') end(session, call.input.changeId ?? '')
    },
    async replay(environment, request) {
      const calls = [...(sessions.get(environment)?.calls.values() ?? [])]
      // Each was accepted. Its version may lack those of changes that ended long ago and are not made again.
      for (const { method, input } of calls)
        await request(method, 'version' in input ? { ...input, version: null } : input)
      return calls.length > 0
    },
    forget: (environment) => void sessions.delete(environment),
  }
}

function subjectKey(replay: LibraryReplay, { method, input }: Call): string {
  const { workspace = input.ofWorkspace, changeId = null, draftId = '' } = input
  const { metricId = null, isAfterRestart = null, kind, id } = input
  const place = workspace && workspaceKey(workspace)
  if (replay === 'lastOfTriage') return JSON.stringify([method, place, kind, id])
  return JSON.stringify([replay, place, changeId, draftId, metricId, isAfterRestart])
}

function end({ calls, ended }: Session, changeId: string): void {
  ended.add(changeId)
  const [oldest] = ended
  if (ended.size <= mostEndedChanges || oldest === undefined) return
  ended.delete(oldest)
  for (const [key, { input }] of calls) {
    const changeIds = input.changeIds ?? [input.changeId]
    if (changeIds.every((id) => id === oldest)) calls.delete(key)
  }
}
