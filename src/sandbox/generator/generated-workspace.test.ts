import { describe, expect, test } from 'vitest'
import { Insight } from '../../contract/resources/insight'
import { seededWorkspace } from '../seed/workspace'
import { initialSnapshot } from '../state/changes'
import { insightViews, relationshipNames } from '../state/views'
import { story } from '../story'
import { startSandbox } from '../testing/start-sandbox'
import { generatedEmbeddingLength, generatedWorkspace } from './generated-workspace'

const today = '2026-03-01'
const seeded = seededWorkspace(story, today, generatedEmbeddingLength)

function insightsOf(count: number): Insight[] {
  const source = generatedWorkspace(seeded, count, today)
  return [...insightViews({ source, snapshot: initialSnapshot(source) }, new Set(relationshipNames))]
}

const insights = insightsOf(3000)
const generated = insights.slice(seeded.insightCount)

describe('a generated workspace', () => {
  test('has exactly the requested number of insights, the seeded ones first', () => {
    expect([0, 1, 50, 200, 1001].map((count) => insightsOf(count).length)).toEqual([0, 1, 50, 200, 1001])
    expect(insights[0]?.title).toBe(story.insights[0]?.title)
  })

  test('conforms to the contract, with a unique ID for each insight', () => {
    for (const insight of insights) expect(Insight.parse(insight)).toEqual(insight)
    expect(new Set(insights.map((item) => item.id)).size).toBe(3000)
  })

  test('is the same at every start', () => {
    expect(JSON.stringify(insightsOf(3000))).toBe(JSON.stringify(insights))
  })

  test('relates each insight to 0–5 records of each kind and 0–12 pieces of feedback, all different', () => {
    for (const [name, largest] of Object.entries({ opportunities: 5, solutions: 5, outcomes: 5, feedback: 12 })) {
      const lists = generated.map((item) => item[name as (typeof relationshipNames)[number]])
      expect(Math.min(...lists.map((list) => list.length)), name).toBe(0)
      expect(Math.max(...lists.map((list) => list.length)), name).toBe(largest)
      for (const list of lists) expect(new Set(list.map((item) => item.id)).size).toBe(list.length)
    }
    expect(
      generated.every((item) => item.strength === relationshipNames.reduce((sum, n) => sum + item[n].length, 0)),
    ).toBe(true)
  })

  test('gives a third of the insights embeddings of 384 numbers', () => {
    const embedded = generated.flatMap((item) => (item.topicEmbeddings ? [item.topicEmbeddings.length] : []))
    expect(embedded.length / generated.length).toBeCloseTo(1 / 3, 2)
    expect(new Set(embedded)).toEqual(new Set([384]))
  })

  test('finds each record by its ID, and nothing for an unknown ID', () => {
    const source = generatedWorkspace(seeded, 3000, today)
    for (const insight of insights.slice(0, 600)) {
      expect(source.hasInsight(insight.id.toUpperCase())).toBe(true)
      for (const item of insight.feedback) expect(source.feedback(item.id)).toEqual(item)
      for (const item of insight.opportunities) expect(source.opportunity(item.id.toUpperCase())).toEqual(item)
    }
    const last = insights.at(-1)?.id ?? ''
    const smaller = generatedWorkspace(seeded, 2999, today)
    expect([smaller.hasInsight(last), smaller.feedback(last), smaller.outcome('x')]).toEqual([
      false,
      undefined,
      undefined,
    ])
  })

  test('assigns each insight to exactly one topic', () => {
    const source = generatedWorkspace(seeded, 3000, today)
    const places = [...source.topics.values()].flatMap((topic) => [...topic.insights])
    expect(new Set(places).size).toBe(places.length)
    expect(places).toHaveLength(3000)
  })
})

describe('a list of many insights', () => {
  test('arrives whole while other requests are answered, also after another reader has disconnected', async () => {
    const sandbox = await startSandbox({ insights: 8_000 })
    try {
      const { baseUrl, organisationId, workspaceId, token } = sandbox
      const url = `${baseUrl}/organisations/${organisationId}/workspaces/${workspaceId}`
      const headers = { authorization: `Bearer ${token}` }
      const list = `${url}/insights?relationships=${relationshipNames.join(',')}`
      const left = (await fetch(list, { headers })).body?.getReader()
      const beginning = (await left?.read())?.value
      await left?.cancel()

      let isListing = true
      let answersMeanwhile = 0
      const reading = fetch(list, { headers }).then((answer) => answer.text())
      const asking = (async () => {
        while (isListing) {
          await (await fetch(`${url}/knowledge`, { headers })).text()
          answersMeanwhile += 1
        }
      })()
      const text = await reading
      isListing = false
      await asking
      const { data } = JSON.parse(text) as { data: { id: string }[] }
      expect(data).toHaveLength(8_000)
      expect(new Set(data.map(({ id }) => id)).size).toBe(8_000)
      expect(beginning?.length).toBeLessThan(text.length / 2)
      // A service that wrote the list in one go would answer one request at most. How many more depends on the computer.
      expect(answersMeanwhile).toBeGreaterThan(1)
    } finally {
      await sandbox.close()
    }
  })
})
