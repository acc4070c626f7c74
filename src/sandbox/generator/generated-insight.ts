// Generated insights: 0–5 opportunities, solutions and outcomes, 0–12 pieces of feedback, an embedding on every third.
import { InsightType } from '../../contract/resources/insight'
import { embeddingNear } from '../seed/embeddings'
import type { StoredInsight } from '../workspace'
import { type GeneratedKind, generatedId, mixed } from './generated-ids'
import { datesFrom } from './generated-records'
import { descriptionFrom, titleFrom } from './phrases'

export const largestFeedbackCount = 12
const largestRelationCount = 5

/** How many opportunities, solutions and outcomes the insights of a workspace share. */
export interface Pools {
  readonly opportunity: number
  readonly solution: number
  readonly outcome: number
}

export interface InsightFrame {
  readonly pools: Pools
  /** Start of the day of seeding, milliseconds since 1970. */
  readonly midnight: number
  /** One direction per topic; empty = no topics, so no embeddings. */
  readonly directions: readonly (readonly number[])[]
}

export const feedbackCountOf = (place: number) => mixed(201, place) % (largestFeedbackCount + 1)

/** Number of the topic that an insight belongs to. */
export const topicNumberOf = (place: number, topicCount: number) => mixed(202, place) % topicCount

/** Picks neighbours in the pool, which are distinct without a check. Short lists are more common than long ones. */
function related(kind: GeneratedKind & keyof Pools, place: number, pools: Pools, salt: number): string[] {
  const bits = mixed(salt, place)
  const draws = [bits, bits >>> 16].map((draw) => draw % (largestRelationCount + 1))
  const length = Math.min(...draws, pools[kind])
  return Array.from({ length }, (_, step) => generatedId(kind, ((bits >>> 4) + step) % pools[kind]))
}

function embeddingOf(place: number, directions: InsightFrame['directions']) {
  if (place % 3 !== 0 || directions.length === 0) return undefined
  const direction = directions[topicNumberOf(place, directions.length)] ?? []
  return { topicEmbeddings: embeddingNear(direction, mixed(203, place)) }
}

/** Leaves one insight in ten unscored. */
function scoresFrom(bits: number, midnight: number) {
  if (bits % 10 === 0) return undefined
  const strengthScore = (bits % 10_001) / 10_000
  const momentumScore = ((bits >>> 9) % 40_001) / 10_000
  const combinedScore = Math.round((0.7 * strengthScore + 0.3 * momentumScore) * 10_000) / 10_000
  const lastScoreCalculatedAt = new Date(midnight - 900_000).toISOString()
  return { strengthScore, momentumScore, combinedScore, lastScoreCalculatedAt }
}

/** @param place counts generated insights from 0 */
export function generatedInsight(place: number, { pools, midnight, directions }: InsightFrame): StoredInsight {
  const bits = mixed(204, place)
  const { createdAt, updatedAt } = datesFrom(bits, midnight)
  return {
    fields: {
      id: generatedId('insight', place),
      type: InsightType.options[bits % 3] ?? 'Feedback',
      title: titleFrom(bits, place),
      description: descriptionFrom(bits),
      seen: bits % 5 < 2,
      hideContent: bits % 97 === 0,
      ...scoresFrom(mixed(205, place), midnight),
      ...embeddingOf(place, directions),
      createdAt,
      updatedAt,
    },
    opportunities: related('opportunity', place, pools, 206),
    solutions: related('solution', place, pools, 207),
    outcomes: related('outcome', place, pools, 208),
    feedback: Array.from({ length: feedbackCountOf(place) }, (_, index) =>
      generatedId('feedback', place * largestFeedbackCount + index),
    ),
  }
}
