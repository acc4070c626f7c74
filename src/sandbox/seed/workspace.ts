// The seeded workspace as a source of records: the authored story, read once and indexed.
import type { Story } from '../story'
import type { FeedbackEntry } from '../story/schema'
import type { StoredMetric, StoredTopic, WorkspaceSource } from '../workspace'
import { seedId } from './identifiers'
import {
  feedbackRecord,
  insightRecord,
  knowledgeRecord,
  opportunityRecord,
  outcomeRecord,
  solutionRecord,
  topicFields,
} from './records'

const byId = <T extends { readonly id: string }>(records: readonly T[]) =>
  new Map(records.map((record) => [record.id, record]))

function feedbackByInsight(feedback: readonly FeedbackEntry[]): ReadonlyMap<string, readonly FeedbackEntry[]> {
  const found = new Map<string, FeedbackEntry[]>()
  for (const item of feedback) {
    for (const key of item.insights) found.set(key, [...(found.get(key) ?? []), item])
  }
  return found
}

function topicsOf(story: Story, today: string): ReadonlyMap<string, StoredTopic> {
  const topics = story.topics.map((entry): [string, StoredTopic] => {
    const fields = topicFields(entry, today)
    const opportunities = story.opportunities.filter((item) => item.topic === entry.key)
    const insights = story.insights.flatMap((item, place) => (item.topic === entry.key ? [place] : []))
    return [
      fields.id,
      { fields, opportunities: opportunities.map((item) => seedId('opportunity', item.key)), insights },
    ]
  })
  return new Map(topics)
}

function metricsOf(story: Story): ReadonlyMap<string, StoredMetric> {
  const metrics = story.metrics.map(({ key, label, outcomes }) => {
    return { id: seedId('metric', key), label, outcomes: outcomes.map((outcome) => seedId('outcome', outcome)) }
  })
  return byId(metrics)
}

/** @param today day of seeding, YYYY-MM-DD, from which all ages count back */
export function seededWorkspace(story: Story, today: string, embeddingLength = 24): WorkspaceSource {
  const feedbackOf = feedbackByInsight(story.feedback)
  const insights = story.insights.map((entry) =>
    insightRecord(entry, feedbackOf.get(entry.key) ?? [], today, embeddingLength),
  )
  const later = story.laterWeeks.map((week) => {
    const own = feedbackByInsight(week.feedback)
    return week.insights.map((entry) => insightRecord(entry, own.get(entry.key) ?? [], today, embeddingLength))
  })
  const allFeedback = [...story.feedback, ...story.laterWeeks.flatMap((week) => week.feedback)]
  const insightIds = new Set(insights.map((insight) => insight.fields.id))
  const opportunities = byId(story.opportunities.map((entry) => opportunityRecord(entry, today)))
  const solutions = byId(story.solutions.map((entry, place) => solutionRecord(entry, place, today)))
  const outcomes = byId(story.outcomes.map((entry) => outcomeRecord(entry, today)))
  const feedback = byId(allFeedback.map((entry) => feedbackRecord(entry, today)))
  const knowledge = story.knowledge.map((entry) => knowledgeRecord(entry, today))
  return {
    laterWeeks: later,
    insightCount: insights.length,
    insightAt: (place) => {
      const insight = insights[place]
      if (insight === undefined) throw new RangeError(`there is no insight at place ${place}`)
      return insight
    },
    hasInsight: (id) => insightIds.has(id.toLowerCase()),
    opportunity: (id) => opportunities.get(id.toLowerCase()),
    solution: (id) => solutions.get(id.toLowerCase()),
    outcome: (id) => outcomes.get(id.toLowerCase()),
    feedback: (id) => feedback.get(id.toLowerCase()),
    metrics: metricsOf(story),
    topics: topicsOf(story, today),
    knowledge: new Map(knowledge.map((entry) => [entry.item.id, entry])),
  }
}
