// Records as a reader sees them: the seed with the changes of one snapshot applied.
import type { Feedback } from '../../contract/resources/feedback'
import type { Insight } from '../../contract/resources/insight'
import type { KnowledgeItem } from '../../contract/resources/knowledge'
import type { Outcome } from '../../contract/resources/outcome'
import type { StoredInsight, StoredKnowledge, WorkspaceSource } from '../workspace'
import type { CreatedInsight, Moment, Snapshot } from './changes'
import { afterWeeks, arrivedInsights } from './weeks'

export const relationshipNames = ['opportunities', 'solutions', 'outcomes', 'feedback'] as const
export type RelationshipName = (typeof relationshipNames)[number]
export type Relationships = ReadonlySet<RelationshipName>

export interface Reader {
  readonly source: WorkspaceSource
  readonly snapshot: Snapshot
}

function found<T>(ids: readonly string[], find: (id: string) => T | undefined): T[] {
  return ids.flatMap((id) => find(id) ?? [])
}

export function findOutcome({ source, snapshot }: Reader, id: string): Outcome | undefined {
  return snapshot.deletedOutcomes.has(id.toLowerCase()) ? undefined : source.outcome(id)
}

export function findKnowledge({ source, snapshot }: Reader, id: string): StoredKnowledge | undefined {
  return snapshot.deletedKnowledge.has(id.toLowerCase()) ? undefined : source.knowledge.get(id.toLowerCase())
}

export function hasInsight({ source, snapshot }: Reader, id: string): boolean {
  const wanted = id.toLowerCase()
  const later = source.laterWeeks.slice(0, snapshot.weeks.length).flat()
  return (
    source.hasInsight(wanted) ||
    later.some(({ fields }) => fields.id === wanted) ||
    snapshot.created.some(({ insight }) => insight.id.toLowerCase() === wanted)
  )
}

/** The moment when an opportunity's mark made the insight seen; undefined = none did, or it was seen before. */
function markedSeen(stored: StoredInsight, snapshot: Snapshot): Moment | undefined {
  if (stored.fields.seen || snapshot.seenOpportunities.size === 0) return undefined
  return (
    stored.opportunities
      .flatMap((id) => snapshot.seenOpportunities.get(id) ?? [])
      // A mark does not cover insights that came in after it. Only the first mark counts.
      .filter(({ sequence }) => sequence > (stored.arrivedWith ?? 0))
      .reduce<Moment | undefined>((first, each) => (first && first.sequence < each.sequence ? first : each), undefined)
  )
}

/** The later of two times as the service writes them, which sort as text. */
const later = (one: string, other: string) => (one > other ? one : other)

/** The insight with the named relationships filled; the others are empty. `strength` counts all of them either way. */
export function insightView(reader: Reader, stored: StoredInsight, relationships: Relationships): Insight {
  const { source, snapshot } = reader
  const seen = markedSeen(stored, snapshot)
  const outcomes = stored.outcomes.filter((id) => !snapshot.deletedOutcomes.has(id))
  return {
    ...stored.fields,
    ...(seen !== undefined && { seen: true, updatedAt: later(seen.at, stored.fields.updatedAt) }),
    opportunities: relationships.has('opportunities') ? found(stored.opportunities, source.opportunity) : [],
    solutions: relationships.has('solutions') ? found(stored.solutions, source.solution) : [],
    outcomes: relationships.has('outcomes') ? found(outcomes, source.outcome) : [],
    feedback: relationships.has('feedback') ? found<Feedback>(stored.feedback, source.feedback) : [],
    strength: stored.opportunities.length + stored.solutions.length + outcomes.length + stored.feedback.length,
  }
}

/** A created insight in the form of a seeded one. It is related to feedback only: a create can name nothing else. */
export function storedFrom({ at, insight }: CreatedInsight, source: WorkspaceSource): StoredInsight {
  const { feedbackIds = [], seen = false, ...fields } = insight
  const feedback = [...new Set(feedbackIds.map((id) => id.toLowerCase()))].filter((id) => source.feedback(id))
  return {
    fields: { ...fields, seen, hideContent: false, createdAt: at, updatedAt: at },
    ...{ opportunities: [], solutions: [], outcomes: [], feedback },
  }
}

/** Yields the seeded insights that are still listed, as they are after the weeks that have passed. */
export function* seededViews(
  reader: Reader,
  places: Iterable<number>,
  relationships: Relationships,
): Generator<Insight> {
  const { source, snapshot } = reader
  for (const place of places) {
    const stored = afterWeeks(source.insightAt(place), snapshot.weeks, source.laterWeeks)
    if (stored !== undefined) yield insightView(reader, stored, relationships)
  }
}

function* placesUpTo(count: number): Generator<number> {
  for (let place = 0; place < count; place += 1) yield place
}

/** Yields all insights, one at a time: seeded ones, those that came in later, then created ones, each in order. */
export function* insightViews(reader: Reader, relationships: Relationships): Generator<Insight> {
  const { source, snapshot } = reader
  yield* seededViews(reader, placesUpTo(source.insightCount), relationships)
  for (const stored of arrivedInsights(source, snapshot.weeks)) yield insightView(reader, stored, relationships)
  for (const created of snapshot.created) yield insightView(reader, storedFrom(created, source), relationships)
}

export function knowledgeViews({ source, snapshot }: Reader): KnowledgeItem[] {
  return [...source.knowledge.values()].flatMap(({ item }) => (snapshot.deletedKnowledge.has(item.id) ? [] : [item]))
}
