// Turns entries of the authored story into records of the wire.
import type { Feedback } from '../../contract/resources/feedback'
import type { Opportunity } from '../../contract/resources/opportunity'
import type { Outcome } from '../../contract/resources/outcome'
import type { Solution } from '../../contract/resources/solution'
import type {
  FeedbackEntry,
  InsightEntry,
  KnowledgeEntry,
  OpportunityEntry,
  OutcomeEntry,
  SolutionEntry,
  TopicEntry,
} from '../story/schema'
import type { StoredInsight, StoredKnowledge, StoredTopic } from '../workspace'
import { ages, instantOf, scoredAt, timestamp } from './dates'
import { directionOf, embeddingNear, noiseOfSame } from './embeddings'
import { fractionOf, seedId } from './identifiers'
import { orderKey } from './order-keys'
import { scoresOf } from './scores'

const seedOf = (name: string) => Math.floor(fractionOf(name) * 2 ** 32)

/** The direction in which a topic's insights lie, of any length: generated workspaces have longer embeddings. */
export const topicDirection = (topicId: string, length: number) => directionOf(seedOf(topicId), length)

const ids = (kind: string, keys: readonly string[]) => keys.map((key) => seedId(kind, key))

export function opportunityRecord(entry: OpportunityEntry, today: string): Opportunity {
  const { key, topic: _topic, daysAgo: _daysAgo, updatedDaysAgo: _updatedDaysAgo, ...fields } = entry
  const id = seedId('opportunity', key)
  return { id, ...fields, hideContent: entry.hideContent ?? false, ...ages(today, id, entry) }
}

export function outcomeRecord(entry: OutcomeEntry, today: string): Outcome {
  const { key, daysAgo: _daysAgo, updatedDaysAgo: _updatedDaysAgo, analyticEvents, ...fields } = entry
  const id = seedId('outcome', key)
  const events = analyticEvents === undefined ? {} : { analyticEvents: [...analyticEvents] }
  return { id, ...fields, ...events, hideContent: entry.hideContent ?? false, ...ages(today, id, entry) }
}

export function solutionRecord(entry: SolutionEntry, place: number, today: string): Solution {
  const { key, opportunities: _opportunities, daysAgo: _daysAgo, updatedDaysAgo: _updatedDaysAgo, ...fields } = entry
  const id = seedId('solution', key)
  return {
    id,
    ...fields,
    pros: [...entry.pros],
    cons: [...entry.cons],
    refinementLog: entry.refinementLog.map((line, index) => ({ id: seedId('refinement', `${key}/${index}`), ...line })),
    hideContent: entry.hideContent ?? false,
    priority: orderKey(place),
    ...ages(today, id, entry),
  }
}

export function feedbackRecord(entry: FeedbackEntry, today: string): Feedback {
  const { key, insights: _insights, daysAgo, sentiment, ...fields } = entry
  const id = seedId('feedback', key)
  const instant = instantOf(today, daysAgo, id)
  const at = timestamp(instant, id)
  return {
    id,
    ...fields,
    ...(sentiment && { sentimentCategory: sentiment.category, sentimentScore: sentiment.score }),
    ...(sentiment?.confidence !== undefined && { sentimentConfidence: sentiment.confidence }),
    createdAt: at,
    createdAtEpoch: Math.floor(instant / 1000),
    updatedAt: at,
  }
}

export function insightRecord(
  entry: InsightEntry,
  feedback: readonly FeedbackEntry[],
  today: string,
  embeddingLength: number,
): StoredInsight {
  const id = seedId('insight', entry.key)
  const { type, title, description, seen, ownerId, weight } = entry
  const evidence = {
    feedbackAges: feedback.map((item) => item.daysAgo),
    sourceCount: new Set(feedback.map((item) => item.source)).size,
    updatedDaysAgo: entry.updatedDaysAgo,
  }
  const direction = topicDirection(seedId('topic', entry.topic), embeddingLength)
  const embeddingOf = (key: string) => embeddingNear(direction, seedOf(`insight/${key}`))
  const scored = weight !== undefined && {
    ...scoresOf({ ...evidence, weight }),
    lastScoreCalculatedAt: scoredAt(today, id),
    topicEmbeddings:
      entry.sameAs === undefined
        ? embeddingOf(entry.key)
        : embeddingNear(embeddingOf(entry.sameAs), seedOf(`insight/${entry.key}`), noiseOfSame),
  }
  return {
    fields: {
      ...{ id, type, title, description, seen, hideContent: entry.hideContent ?? false },
      ...(ownerId !== undefined && { ownerId }),
      ...scored,
      ...ages(today, id, entry),
    },
    opportunities: ids('opportunity', entry.opportunities),
    solutions: ids('solution', entry.solutions),
    outcomes: ids('outcome', entry.outcomes),
    feedback: feedback.map((item) => seedId('feedback', item.key)),
  }
}

export function knowledgeRecord(entry: KnowledgeEntry, today: string): StoredKnowledge {
  const id = seedId('knowledge', entry.key)
  const { state, title, description, source, providedBy, url } = entry
  return {
    item: {
      ...{ id, state, title, description, ...ages(today, id, entry), source, providedBy },
      pdfFileUrl: entry.hasPdf ? `https://files.juniper-bikes.example/knowledge/${id}.pdf` : undefined,
      txtFileUrl: entry.hasTxt ? `/files/knowledge/${id}.txt` : undefined,
      url,
    },
    text: entry.body,
  }
}

export function topicFields(entry: TopicEntry, today: string): StoredTopic['fields'] {
  const id = seedId('topic', entry.key)
  return { id, title: entry.title, description: entry.description, ...ages(today, id, entry) }
}
