// The workspace seeded from the story is valid, believable, and the same every time.
import { describe, expect, test } from 'vitest'
import { recentDays } from '../../contract/features/feedback'
import { Insight } from '../../contract/resources/insight'
import { initialSnapshot } from '../state/changes'
import { insightViews, relationshipNames } from '../state/views'
import { story } from '../story'
import { seededWorkspace } from './workspace'

const today = '2026-03-01'
const midnight = Date.parse(`${today}T00:00:00Z`)

function insightsOn(day: string): Insight[] {
  const source = seededWorkspace(story, day)
  return [...insightViews({ source, snapshot: initialSnapshot(source) }, new Set(relationshipNames))]
}

const insights = insightsOn(today)
const source = seededWorkspace(story, today)
const records = insights.flatMap((item) => [item, ...item.opportunities, ...item.solutions, ...item.outcomes])
const dated = [...records, ...insights.flatMap((item) => item.feedback)]

describe('the seeded workspace', () => {
  test('has a believable number of records of each kind', () => {
    expect(insights.length).toBeGreaterThanOrEqual(120)
    expect(story.feedback.length).toBeGreaterThanOrEqual(300)
    expect(story.opportunities.length).toBeGreaterThanOrEqual(15)
    expect(story.solutions.length).toBeGreaterThanOrEqual(25)
    const { metrics, topics, knowledge } = source
    expect([story.outcomes.length, metrics.size, topics.size]).toEqual([7, 6, 6])
    expect(knowledge.size).toBeGreaterThanOrEqual(14)
  })

  test('conforms to the contract, record by record', () => {
    for (const insight of insights) expect(Insight.parse(insight)).toEqual(insight)
  })

  test('is the same at every start on a given day', () => {
    expect(JSON.stringify(insightsOn(today))).toBe(JSON.stringify(insights))
  })

  test('keeps its IDs on another day, with dates shifted so that it does not age', () => {
    const tomorrow = insightsOn('2026-03-02')
    expect(tomorrow.map((item) => item.id)).toEqual(insights.map((item) => item.id))
    const day = 86_400_000
    expect(Date.parse(tomorrow[0]?.createdAt ?? '') - Date.parse(insights[0]?.createdAt ?? '')).toBe(day)
  })

  test('has dates over the last half year, up to the last three days, with no update or score before creation', () => {
    const instants = dated.map((record) => Date.parse(record.createdAt))
    expect(Math.max(...instants)).toBeLessThan(midnight)
    expect(Math.max(...instants)).toBeGreaterThan(midnight - 3 * 86_400_000)
    expect(Math.min(...instants)).toBeLessThan(midnight - 150 * 86_400_000)
    expect(Math.min(...instants)).toBeGreaterThan(midnight - 180 * 86_400_000)
    expect(dated.filter((record) => Date.parse(record.updatedAt) < Date.parse(record.createdAt))).toEqual([])
    const scoredBefore = insights.filter(
      (item) => Date.parse(item.lastScoreCalculatedAt ?? today) < Date.parse(item.createdAt),
    )
    expect(scoredBefore).toEqual([])
  })

  test('writes timestamps with and without milliseconds, and never without seconds', () => {
    const forms = (values: readonly (string | undefined)[]) =>
      new Set(values.flatMap((value) => value?.replaceAll(/\d/g, '0') ?? []))
    const both = new Set(['0000-00-00T00:00:00Z', '0000-00-00T00:00:00.000Z'])
    expect(forms(dated.map((record) => record.createdAt))).toEqual(both)
    expect(forms(insights.map((item) => item.lastScoreCalculatedAt))).toEqual(both)
  })

  test('spreads the scores widely, leaves some insights unscored, and scores no strength without momentum', () => {
    const strengths = insights.flatMap((item) => item.strengthScore ?? [])
    expect(strengths.length).toBeLessThan(insights.length)
    expect(Math.min(...strengths)).toBeLessThan(0.3)
    expect(Math.max(...strengths)).toBeGreaterThan(0.9)
    expect(strengths.filter((score) => score === 1).length).toBeLessThan(strengths.length / 20)
    expect(insights.filter((item) => item.momentumScore === undefined && item.strengthScore !== undefined)).toEqual([])
  })

  test('counts all connections as strength, whichever relationships are requested', () => {
    const bare = [...insightViews({ source, snapshot: initialSnapshot(source) }, new Set())]
    for (const [index, item] of insights.entries()) {
      const related = relationshipNames.reduce((sum, name) => sum + item[name].length, 0)
      expect([item.strength, bare[index]?.strength]).toEqual([related, related])
    }
  })

  test('has one opportunity with only old evidence, and at least three that customers disagree about', () => {
    const recentFrom = midnight - recentDays * 86_400_000
    const heardOf = story.opportunities.map(({ title }) => {
      const own = insights.filter((item) => item.opportunities.some((each) => each.title === title))
      return [...new Map(own.flatMap((item) => item.feedback).map((piece) => [piece.id, piece])).values()]
    })
    const isOld = (heard: (typeof heardOf)[number]) =>
      heard.length > 0 && heard.every(({ createdAt }) => Date.parse(createdAt) < recentFrom)
    const hasBoth = (heard: (typeof heardOf)[number]) =>
      (['Positive', 'Negative'] as const).every(
        (word) => heard.filter(({ sentimentCategory }) => sentimentCategory === word).length >= 2,
      )
    expect(heardOf.filter(isOld)).toHaveLength(1)
    expect(heardOf.filter(hasBoth).length).toBeGreaterThanOrEqual(3)
  })

  test('embeds insights that say the same thing closer to each other than any others', () => {
    const cosine = (left: readonly number[], right: readonly number[]) =>
      left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0) / (Math.hypot(...left) * Math.hypot(...right))
    const scored = story.insights.flatMap(({ key, sameAs }, place) => {
      const embedding = insights[place]?.topicEmbeddings
      return embedding === undefined ? [] : [{ key, sameAs, embedding }]
    })
    const pairs = scored.flatMap((one, place) =>
      scored.slice(place + 1).map((other) => ({
        isSame: one.sameAs === other.key || other.sameAs === one.key,
        similarity: cosine(one.embedding, other.embedding),
      })),
    )
    const [same, others] = [true, false].map((isSame) =>
      pairs.filter((pair) => pair.isSame === isSame).map(({ similarity }) => similarity),
    )
    expect(Math.min(...(same ?? []))).toBeGreaterThan(0.95)
    expect(Math.max(...(others ?? []))).toBeLessThan(0.95)
  })

  test('embeds every insight of a topic closer to its middle than those of other topics', () => {
    const places = [...source.topics.values()].map((topic) => [...topic.insights])
    const vectors = places.map((list) => list.flatMap((place) => [insights[place]?.topicEmbeddings ?? []]))
    const groups = vectors.map((list) => list.filter((vector) => vector.length > 0))
    const cosine = (left: readonly number[], right: readonly number[]) => {
      const dot = left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
      return dot / (Math.hypot(...left) * Math.hypot(...right))
    }
    for (const [number, group] of groups.entries()) {
      expect(group.length).toBeGreaterThan(10)
      const middle = group.reduce((sum, vector) => sum.map((value, at) => value + (vector[at] ?? 0)))
      const farthest = Math.min(...group.map((vector) => cosine(middle, vector)))
      const strangers = groups.filter((_, other) => other !== number).flat()
      expect(farthest).toBeGreaterThan(Math.max(...strangers.map((vector) => cosine(middle, vector))))
    }
  })
})
