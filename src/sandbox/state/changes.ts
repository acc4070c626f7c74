// The changes of a workspace and the snapshots that they lead to. Snapshots are never modified: a request reads the
// snapshot it began with to the end, however many changes are answered meanwhile.
import { z } from 'zod'
import { CreateInsightBody } from '../../contract/resources/insight'
import type { WorkspaceSource } from '../workspace'

const at = z.iso.datetime()

/**
 * Also the shape of a line of the data file, so that changing it needs a new format number there. `at` is shown, never
 * compared: two changes in one millisecond share it. Their order is the order of the lines.
 */
export const Change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('insight-created'),
    at,
    insight: CreateInsightBody.omit({ organisationId: true, workspaceId: true }).required({ id: true }),
  }),
  z.strictObject({ kind: z.literal('opportunity-seen'), at, opportunityId: z.uuid() }),
  z.strictObject({ kind: z.literal('outcome-deleted'), at, outcomeId: z.uuid() }),
  z.strictObject({ kind: z.literal('knowledge-deleted'), at, knowledgeId: z.uuid() }),
  z.strictObject({
    kind: z.literal('metric-changed'),
    at,
    metricId: z.uuid(),
    action: z.enum(['add', 'remove']),
    outcomeIds: z.array(z.uuid()),
  }),
  z.strictObject({ kind: z.literal('week-passed'), at }),
])

export type Change = z.infer<typeof Change>
export type CreatedInsight = Extract<Change, { kind: 'insight-created' }>

/** The moment of a change: a time for readers, and its number, counted from 1, for comparisons. */
export interface Moment {
  readonly at: string
  readonly sequence: number
}

export interface Snapshot {
  /** Number of the last change. Two snapshots of one workspace with the same number are equal. */
  readonly version: number
  readonly created: readonly CreatedInsight[]
  /**
   * The moments when all insights of an opportunity were marked as seen, oldest first. Moments are enough, because no
   * operation changes these relations.
   */
  readonly seenOpportunities: ReadonlyMap<string, readonly Moment[]>
  readonly deletedOutcomes: ReadonlySet<string>
  readonly deletedKnowledge: ReadonlySet<string>
  readonly metricOutcomes: ReadonlyMap<string, ReadonlySet<string>>
  /** Ends of the weeks that have passed, oldest first. */
  readonly weeks: readonly Moment[]
}

export function initialSnapshot(source: WorkspaceSource): Snapshot {
  return {
    version: 0,
    created: [],
    seenOpportunities: new Map(),
    deletedOutcomes: new Set(),
    deletedKnowledge: new Set(),
    metricOutcomes: new Map([...source.metrics].map(([id, metric]) => [id, new Set(metric.outcomes)])),
    weeks: [],
  }
}

const lower = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())

function withMetric(snapshot: Snapshot, change: Extract<Change, { kind: 'metric-changed' }>): Snapshot {
  const metricId = change.metricId.toLowerCase()
  const linked = snapshot.metricOutcomes.get(metricId) ?? new Set()
  const named = new Set(lower(change.outcomeIds))
  const next = change.action === 'add' ? [...linked, ...named] : [...linked].filter((id) => !named.has(id))
  return { ...snapshot, metricOutcomes: new Map(snapshot.metricOutcomes).set(metricId, new Set(next)) }
}

/** A deleted outcome leaves every metric; insights drop it when they are read (see views). */
function withoutOutcome(snapshot: Snapshot, outcomeId: string): Snapshot {
  const metrics = [...snapshot.metricOutcomes].map(([id, outcomes]): [string, ReadonlySet<string>] => [
    id,
    new Set([...outcomes].filter((outcome) => outcome !== outcomeId)),
  ])
  const deletedOutcomes = new Set(snapshot.deletedOutcomes).add(outcomeId)
  return { ...snapshot, deletedOutcomes, metricOutcomes: new Map(metrics) }
}

function changed(snapshot: Snapshot, change: Change): Snapshot {
  const moment: Moment = { at: change.at, sequence: snapshot.version + 1 }
  switch (change.kind) {
    case 'insight-created':
      return { ...snapshot, created: [...snapshot.created, change] }
    case 'opportunity-seen': {
      const id = change.opportunityId.toLowerCase()
      const times = [...(snapshot.seenOpportunities.get(id) ?? []), moment]
      return { ...snapshot, seenOpportunities: new Map(snapshot.seenOpportunities).set(id, times) }
    }
    case 'outcome-deleted':
      return withoutOutcome(snapshot, change.outcomeId.toLowerCase())
    case 'knowledge-deleted':
      return {
        ...snapshot,
        deletedKnowledge: new Set(snapshot.deletedKnowledge).add(change.knowledgeId.toLowerCase()),
      }
    case 'metric-changed':
      return withMetric(snapshot, change)
    case 'week-passed':
      return { ...snapshot, weeks: [...snapshot.weeks, moment] }
  }
}

export function afterChange(snapshot: Snapshot, change: Change): Snapshot {
  return { ...changed(snapshot, change), version: snapshot.version + 1 }
}
