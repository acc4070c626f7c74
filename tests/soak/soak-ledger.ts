// The ledger of a soak. For every requested change, it has the answer to the person, their later requests, and the time
// until which it may be sent to production.
import type { Reply } from '../../src/contract/bridge'
import type { JournalEntry } from '../../src/contract/library'
import type { RecordedWorkspace } from '../../src/sandbox/testing/recorded-workspace'
import type { SoakEnvironment, SoakRequest } from './soak-services'

export interface SoakPlace {
  readonly environment: SoakEnvironment
  readonly organisationId: string
  readonly workspaceId: string
  /** Prefix of every title of the workspace. */
  readonly name: string
  readonly at: RecordedWorkspace
}

type Wanted =
  | { readonly kind: 'createInsight'; readonly title: string }
  | { readonly kind: 'linkMetric' | 'unlinkMetric'; readonly metricId: string; readonly outcomeId: string }
  | { readonly kind: 'deleteKnowledge' | 'deleteOutcome' | 'markAllSeen'; readonly id: string }

export interface SoakChange {
  readonly number: number
  readonly place: SoakPlace
  readonly wanted: Wanted
  /** Id of the change whose insight this one rewords. */
  readonly edits: string | null
  /** gone: the app ended before it answered. */
  told: 'nothing' | 'done' | 'kept' | 'refused' | 'gone'
  /** Error code of the refusal. */
  code: string | null
  changeId: string | null
  /** Id of a created insight. */
  insightId: string | null
  /** Discarded, edited, or sent again out of its order: its effect at the service is not certain. */
  isUncertain: boolean
  /** Number of discards, certain or possible. */
  discards: number
  /** An acknowledged edit has replaced its words. */
  isEdited: boolean
}

/** Lifetime of an approval, plus time for the request to arrive. */
const approvalMs = 62_000

/** A key shared by a change, its journal entry and its request. */
export function keyOf(wanted: Wanted): string {
  if (wanted.kind === 'createInsight') return `create ${wanted.title}`
  if ('metricId' in wanted) {
    return `${wanted.kind === 'linkMetric' ? 'add' : 'remove'} ${wanted.metricId} ${wanted.outcomeId}`
  }
  return `${wanted.kind} ${wanted.id}`
}

export function keyOfEntry(entry: JournalEntry): string {
  const { targetId } = entry
  if (entry.kind === 'createInsight') return `create ${entry.body.title}`
  if (entry.kind === 'linkMetric') return `add ${targetId} ${entry.body.outcomeIds.join()}`
  if (entry.kind === 'unlinkMetric') return `remove ${targetId} ${entry.body.outcomeIds.join()}`
  return `${entry.kind} ${targetId}`
}

function keyOfRequest({ method, path, body }: SoakRequest): string {
  const [, kind = '', id = '', , action = ''] = /workspaces\/[^/]+(\/[^?]*)/.exec(path)?.[1]?.split('/') ?? []
  if (method === 'DELETE') return `${kind === 'knowledge' ? 'deleteKnowledge' : 'deleteOutcome'} ${id}`
  if (kind === 'insights') return `create ${(JSON.parse(body) as { title: string }).title}`
  if (kind === 'metrics') return `${action} ${id} ${(JSON.parse(body) as { outcomeIds: string[] }).outcomeIds.join()}`
  return `markAllSeen ${id}`
}

export interface SoakLedger {
  readonly changes: readonly SoakChange[]
  /**
   * Insights that somebody else removed. If one was never in a list, the app cannot know that it arrived, and may
   * create it again.
   */
  readonly removedByOthers: Set<string>
  /** Records a change before its request; `hear` records the answer to the person. */
  want(place: SoakPlace, wanted: Wanted, edits?: string | null): SoakChange
  hear(change: SoakChange, reply: Reply): void
  /** Records that the person was told of the discard: it must not be sent any more. */
  discarded(entry: JournalEntry): void
  /** Number of times the person asked for it. */
  timesWanted(kind: Wanted['kind'], id: string): number
  /** Records that the app is gone, and with it the page that waited for an answer. */
  appEnded(): void
  isUnlocked: boolean
  /** Records that the person has reviewed these and wants them sent. */
  approve(entries: readonly JournalEntry[], nowMs: number): void
  /** The reason why the request must not reach production; null = it may. */
  objection(request: SoakRequest, nowMs: number): string | null
  /** The reason why the request must not be sent anywhere; null = it may. */
  wasDiscarded(request: SoakRequest): string | null
}

export function createSoakLedger(): SoakLedger {
  const changes: SoakChange[] = []
  const approvals = new Map<string, number>()
  const discards = new Set<string>()

  const self: SoakLedger = {
    changes,
    removedByOthers: new Set(),
    isUnlocked: false,
    want(place, wanted, edits = null) {
      const made: SoakChange = {
        ...{ number: changes.length, place, wanted, edits, told: 'nothing', code: null },
        ...{ changeId: null, insightId: null, isUncertain: false, discards: 0, isEdited: false },
      }
      changes.push(made)
      return made
    },
    hear(change, reply) {
      if (!reply.ok) {
        Object.assign(change, { told: 'refused', code: reply.error.code })
        return
      }
      const value = reply.value as { state?: string; changeId?: string; insightId?: string }
      const told = value.state === 'waiting' || value.state === 'unknown' ? 'kept' : 'done'
      Object.assign(change, { told, changeId: value.changeId ?? null, insightId: value.insightId ?? null })
      if (change.edits === null) return
      for (const other of changes) if (other !== change && other.changeId === change.edits) other.isEdited = true
    },
    discarded(entry) {
      // Titles are used once; the same link may be wanted again.
      if (entry.kind === 'createInsight') discards.add(keyOfEntry(entry))
    },
    timesWanted: (kind, id) =>
      changes.filter(({ wanted }) => wanted.kind === kind && 'id' in wanted && wanted.id === id).length,
    appEnded() {
      for (const change of changes) if (change.told === 'nothing') change.told = 'gone'
      approvals.clear()
      self.isUnlocked = false
    },
    approve(entries, nowMs) {
      // A change reported as not kept that turns up for review is wanted from now on.
      const titles = new Set(entries.flatMap((entry) => (entry.kind === 'createInsight' ? [entry.body.title] : [])))
      for (const change of changes) {
        const { wanted, told } = change
        if (told === 'refused' && wanted.kind === 'createInsight' && titles.has(wanted.title)) change.isUncertain = true
      }
      for (const entry of entries) approvals.set(keyOfEntry(entry), nowMs + approvalMs)
    },
    objection(request, nowMs) {
      if (!self.isUnlocked) return 'while it was locked'
      const key = keyOfRequest(request)
      const isBeingAsked = changes.some(
        ({ place, told, wanted }) => place.environment === 'production' && told === 'nothing' && keyOf(wanted) === key,
      )
      return isBeingAsked || (approvals.get(key) ?? 0) >= nowMs ? null : 'without an approval'
    },
    wasDiscarded(request) {
      const key = keyOfRequest(request)
      return discards.has(key) ? `"${key}" was sent after it was discarded` : null
    },
  }
  return self
}
