// A library in memory is lost when its process crashes, and with it data that the person was told is saved. Main outlives
// the process: it remembers the calls that the table marks for replay, in the order in which they were answered, and
// makes them again in the empty library that takes the place of the lost one.
import type { BriefSubject } from '../../contract/features/briefs'
import { type LibraryMethod, type LibraryReplay, libraryCalls } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'

interface Call {
  readonly method: LibraryMethod
  readonly input: Partial<Named>
}

/** The fields that tell the inputs of replayed calls apart. */
interface Named {
  readonly workspace: WorkspaceRef
  readonly changeId: string | null
  readonly draftId: string
  readonly restoresDraft: boolean
  readonly changeIds: readonly string[]
  readonly metricId: string
  readonly ofWorkspace: WorkspaceRef | null
  readonly isAfterRestart: boolean
  readonly kind: string
  readonly id: string
  readonly subject: BriefSubject
}

interface Session {
  /** In call order. A call that is marked as the last one about its subject replaces the others. */
  readonly calls: Map<string, Call>
  /** Changes that have ended, the oldest first. */
  readonly ended: Set<string>
  /** For each draft, the discarded creation with its words, which is made again until the draft is sent. */
  readonly restored: Map<string, string>
  lastNumber: number
}

/** The most ended changes whose calls are kept: a long session drops those of older ones. */
export const mostEndedChanges = 1_000

export interface MemoryReplay {
  /** A call about an environment in memory was answered. */
  note(environment: EnvironmentName, method: LibraryMethod, input: unknown, answer: unknown): void
  /** Replays the calls into the empty library; returns whether there were any. Throws what `request` throws. */
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
      const { replay, replayWith } = libraryCalls[method]
      if (replay === null) return
      const session = sessions.get(environment) ?? {
        ...{ calls: new Map(), ended: new Set(), restored: new Map(), lastNumber: 0 },
      }
      sessions.set(environment, session)
      const call = { method, input: { ...(input as Partial<Named>), ...replayWith(answer) } }
      if (method === 'addChange') dropDraftOf(session, call)
      session.lastNumber += 1
      const key = replay === 'all' ? String(session.lastNumber) : subjectKey(replay, call)
      if (method === 'forgetTopic') return forgetTopic(session, call)
      // A topic that is read again stays before its pin.
      if (method !== 'keepTopic') session.calls.delete(key)
      session.calls.set(key, call)
      if (method === 'settleChange' && !isRestored(session, call)) end(session, call.input.changeId ?? '')
    },
    async replay(environment, request) {
      const calls = [...(sessions.get(environment)?.calls.values() ?? [])]
      // Every call was accepted before. Versions may differ, as changes that ended long ago are not made again.
      for (const { method, input } of calls)
        await request(method, 'version' in input ? { ...input, version: null } : input)
      return calls.length > 0
    },
    forget: (environment) => void sessions.delete(environment),
  }
}

function subjectKey(replay: LibraryReplay, { method, input }: Call): string {
  const { workspace = input.ofWorkspace, changeId = null, draftId = '' } = input
  const { metricId = null, isAfterRestart = null, kind, id, subject } = input
  const place = workspace && workspaceKey(workspace)
  if (replay === 'lastOfRecord') return JSON.stringify([method, place, kind, id])
  if (replay === 'lastOfBrief') return JSON.stringify([replay, place, subject])
  return JSON.stringify([replay, place, changeId, draftId, metricId, isAfterRestart])
}

function forgetTopic({ calls }: Session, { input }: Call): void {
  for (const method of ['keepTopic', 'pinTopic'] as const) calls.delete(subjectKey('lastOfRecord', { method, input }))
}

const draftKeyOf = ({ input: { workspace, draftId } }: Call) =>
  subjectKey('lastOfDraft', { method: 'saveDraft', input: { workspace, draftId } })

const creationOf = ({ calls }: Session, changeId: unknown) =>
  [...calls.values()].find(
    ({ method, input }) => method === 'addChange' && input.kind === 'createInsight' && input.changeId === changeId,
  )

/** Drops the draft of a creation, as the creation is not always replayed. A repeated one leaves a newer draft alone. */
function dropDraftOf(session: Session, call: Call): void {
  if (call.input.kind !== 'createInsight' || creationOf(session, call.input.changeId) !== undefined) return
  const key = draftKeyOf(call)
  session.calls.delete(key)
  const earlier = session.restored.get(key)
  session.restored.delete(key)
  if (earlier !== undefined) end(session, earlier)
}

/** Whether its creation is still needed, since its words went back to the draft. */
function isRestored(session: Session, { input }: Call): boolean {
  const creation = input.restoresDraft ? creationOf(session, input.changeId) : undefined
  if (creation === undefined) return false
  const key = draftKeyOf(creation)
  const earlier = session.restored.get(key)
  session.restored.set(key, String(input.changeId))
  if (earlier !== undefined) end(session, earlier)
  return true
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
