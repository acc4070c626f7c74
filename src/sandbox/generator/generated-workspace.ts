// A workspace with any number of insights, for work on scale: first the seeded ones, so that known titles can be searched
// for among many, then generated ones. Only the records that many insights share are stored.
import { topicDirection } from '../seed/records'
import type { StoredTopic, WorkspaceSource } from '../workspace'
import { type GeneratedKind, placeOf } from './generated-ids'
import {
  feedbackCountOf,
  generatedInsight,
  type InsightFrame,
  largestFeedbackCount,
  type Pools,
  topicNumberOf,
} from './generated-insight'
import { generatedFeedback, generatedOpportunity, generatedOutcome, generatedSolution } from './generated-records'

/** Length of a sentence embedding of common small models; the seeded 24 would be too light for measurements. */
export const generatedEmbeddingLength = 384

const between = (smallest: number, value: number, largest: number) =>
  Math.max(smallest, Math.min(largest, Math.ceil(value)))

function poolsFor(count: number): Pools {
  return {
    opportunity: between(15, count / 50, 2000),
    solution: between(25, count / 25, 4000),
    outcome: between(6, count / 500, 200),
  }
}

/** Finds shared records by id and remembers them. */
function pool<T>(kind: GeneratedKind, size: number, make: (place: number) => T) {
  const made = new Map<number, T>()
  return (id: string): T | undefined => {
    const place = placeOf(kind, id)
    if (place === undefined || place >= size) return undefined
    const record = made.get(place) ?? make(place)
    made.set(place, record)
    return record
  }
}

function withGenerated(topic: StoredTopic, places: () => Iterable<number>): StoredTopic {
  function* insights() {
    yield* topic.insights
    yield* places()
  }
  return { ...topic, insights: { [Symbol.iterator]: insights } }
}

/**
 * @param seeded with embeddings of `generatedEmbeddingLength`
 * @param count total number of insights; below the number of seeded ones, the first of these
 */
export function generatedWorkspace(seeded: WorkspaceSource, count: number, today: string): WorkspaceSource {
  const seededCount = Math.min(seeded.insightCount, count)
  const generatedCount = count - seededCount
  const midnight = Date.parse(`${today}T00:00:00Z`)
  const topicIds = [...seeded.topics.keys()]
  const directions = topicIds.map((id) => topicDirection(id, generatedEmbeddingLength))
  const frame: InsightFrame = { pools: poolsFor(generatedCount), midnight, directions }
  const opportunity = pool('opportunity', frame.pools.opportunity, (place) => generatedOpportunity(place, midnight))
  const solution = pool('solution', frame.pools.solution, (place) => generatedSolution(place, midnight))
  const outcome = pool('outcome', frame.pools.outcome, (place) => generatedOutcome(place, midnight))
  const seededIds = new Set(Array.from({ length: seededCount }, (_, place) => seeded.insightAt(place).fields.id))

  function feedback(id: string) {
    const place = placeOf('feedback', id) ?? -1
    const owner = Math.floor(place / largestFeedbackCount)
    const isThere = place >= 0 && owner < generatedCount && place % largestFeedbackCount < feedbackCountOf(owner)
    return isThere ? generatedFeedback(place, midnight) : undefined
  }

  function* placesOfTopic(topicNumber: number) {
    for (let place = 0; place < generatedCount; place += 1) {
      if (topicNumberOf(place, topicIds.length) === topicNumber) yield seededCount + place
    }
  }

  const topics = [...seeded.topics].map(([id, topic], number): [string, StoredTopic] => {
    const kept = { ...topic, insights: [...topic.insights].filter((place) => place < seededCount) }
    return [id, withGenerated(kept, () => placesOfTopic(number))]
  })

  return {
    ...seeded,
    insightCount: count,
    insightAt: (place) =>
      place < seededCount ? seeded.insightAt(place) : generatedInsight(place - seededCount, frame),
    hasInsight: (id) => seededIds.has(id.toLowerCase()) || (placeOf('insight', id) ?? count) < generatedCount,
    opportunity: (id) => seeded.opportunity(id) ?? opportunity(id),
    solution: (id) => seeded.solution(id) ?? solution(id),
    outcome: (id) => seeded.outcome(id) ?? outcome(id),
    feedback: (id) => seeded.feedback(id) ?? feedback(id),
    topics: new Map(topics),
  }
}
