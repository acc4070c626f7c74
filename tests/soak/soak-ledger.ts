// What a soak knows of each change that was asked for: what the person was told of it, what became of it by their own
// word, and until when it may be sent to production.
import type { Reply } from '../../src/contract/bridge'
import type { JournalEntry } from '../../src/contract/library'
import type { SoakEnvironment, SoakRequest, SoakWorkspace } from './soak-service'

export interface SoakPlace {
  readonly environment: SoakEnvironment
  readonly organisationId: string
  readonly workspaceId: string
  /** Stands in front of every title of the workspace. */
  readonly name: string
  readonly at: SoakWorkspace
}

type Wanted =
  | { readonly kind: 'createInsight'; readonly title: string }
  | { readonly kind: 'linkMetric' | 'unlinkMetric'; readonly metricId: string; readonly outcomeId: string }
  | { readonly kind: 'deleteKnowledge' | 'deleteOutcome' | 'markAllSeen'; readonly id: string }

export interface SoakChange {
  readonly number: number
  readonly place: SoakPlace
  readonly wanted: Wanted
  /** gone: the app ended before it answered. */
  told: 'nothing' | 'done' | 'kept' | 'refused' | 'gone'
  /** Of the refusal. */
  code: string | null
  changeId: string | null
  /** Of a creation. */
  insightId: string | null
  /** Discarded, edited, or sent again out of its order: what it leaves at the service is not sure. */
  isUnsure: boolean
  isDiscarded: boolean
}

/** How long a word counts to send what was reviewed, with what a request takes on its way. */
const wordMs = 60_000

/** The same for a change, its journal entry and its request. */
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
  /** Insights: of one that is gone before a list told that it arrived nobody can know, so it may be made once more. */
  readonly removedByOthers: Set<string>
  /** Notes it before it is asked for; `hear` notes what the person was told. */
  want(place: SoakPlace, wanted: Wanted): SoakChange
  hear(change: SoakChange, reply: Reply): void
  /** How often the person asked for it. */
  timesWanted(kind: Wanted['kind'], id: string): number
  /** The app is gone, and with it whoever waited for an answer. */
  appEnded(): void
  isUnlocked: boolean
  /** The person has seen these and wants them sent. */
  review(entries: readonly JournalEntry[], nowMs: number): void
  /** Why the request should not have reached production; null = it may. */
  objection(request: SoakRequest, nowMs: number): string | null
}

export function createSoakLedger(): SoakLedger {
  const changes: SoakChange[] = []
  const words = new Map<string, number>()

  const self: SoakLedger = {
    changes,
    removedByOthers: new Set(),
    isUnlocked: false,
    want(place, wanted) {
      const made: SoakChange = {
        ...{ number: changes.length, place, wanted, told: 'nothing', code: null },
        ...{ changeId: null, insightId: null, isUnsure: false, isDiscarded: false },
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
    },
    timesWanted: (kind, id) =>
      changes.filter(({ wanted }) => wanted.kind === kind && 'id' in wanted && wanted.id === id).length,
    appEnded() {
      for (const change of changes) if (change.told === 'nothing') change.told = 'gone'
      words.clear()
      self.isUnlocked = false
    },
    review(entries, nowMs) {
      for (const entry of entries) words.set(keyOfEntry(entry), nowMs + wordMs)
    },
    objection(request, nowMs) {
      if (!self.isUnlocked) return 'while it was locked'
      const key = keyOfRequest(request)
      const isBeingAsked = changes.some(
        ({ place, told, wanted }) => place.environment === 'production' && told === 'nothing' && keyOf(wanted) === key,
      )
      return isBeingAsked || (words.get(key) ?? 0) >= nowMs ? null : 'without the word of the person'
    },
  }
  return self
}
