// The sandbox's default answers, and the one difference that each variant makes.
import { afterEach, describe, expect, test } from 'vitest'
import type { Insight } from '../contract/resources/insight'
import { dataOf, type SandboxClient, startClient } from './testing/client'
import type { Variant } from './variants'

let client: SandboxClient
const start = async (...variants: readonly Variant[]) => {
  client = await startClient({ variants })
}
afterEach(() => client.sandbox.close())

const formOf = (date: string) => date.replaceAll(/\d/g, '0')
const toTheMinute = '0000-00-00T00:00Z'

async function formsOfDates(): Promise<ReadonlySet<string>> {
  const lists = ['/insights?relationships=opportunities,solutions,outcomes,feedback', '/knowledge']
  const answers = await Promise.all(lists.map(async (path) => (await client.ask(client.base + path)).text()))
  const topic = await client.ask(`${client.base}/topics/${client.sandbox.topics[0]?.id}`)
  const dates = [...answers, await topic.text()].join().matchAll(/"(?:createdAt|updatedAt|lastScore\w+)":"([^"]+)"/g)
  return new Set([...dates].map(([, date = '']) => formOf(date)))
}

async function openAnswers() {
  const [metric] = client.sandbox.metrics
  const opportunity = (await client.insights()).flatMap((insight) => insight.opportunities)[0]
  const answers = [
    await client.post(`/metrics/${metric?.id}/relationships/add`, { outcomeIds: [] }),
    await client.ask(`${client.base}/opportunities/${opportunity?.id}/insights/mark-all-seen`, { method: 'POST' }),
  ]
  return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
}

async function insightsOfTopic(): Promise<readonly Insight[]> {
  const answer = await client.ask(`${client.base}/topics/${client.sandbox.topics[0]?.id}`)
  return (await dataOf<{ insights: Insight[] }>(answer)).insights
}
const related = ['opportunities', 'solutions', 'outcomes', 'feedback', 'strength'] as const

describe.each<[string, Variant[]]>([
  ['by default', []],
  ['with the other variants', ['no-content', 'topic-relationships']],
])('%s', (_, variants) => {
  test('dates have seconds', async () => {
    await start(...variants)
    expect(await formsOfDates()).toEqual(new Set(['0000-00-00T00:00:00Z', '0000-00-00T00:00:00.000Z']))
  })
})

test('dates-without-seconds: every seeded date is precise to the minute, and a created insight keeps its own', async () => {
  await start('dates-without-seconds')
  expect(await formsOfDates()).toEqual(new Set([toTheMinute]))
  const lastScoreCalculatedAt = '2026-01-31T23:59:59.123Z'
  const made = await client.post('/insights', { ...client.newInsight(), lastScoreCalculatedAt })
  expect(await dataOf<Insight>(made)).toMatchObject({ lastScoreCalculatedAt })
})

test('linking a metric and marking all as seen answer 200 with a message', async () => {
  await start('dates-without-seconds', 'topic-relationships')
  const message = expect.stringMatching(/^\{"data":\{"message":/)
  expect(await openAnswers()).toEqual([
    [200, message],
    [200, message],
  ])
})

test('no-content: linking a metric and marking all as seen answer 204 without a body', async () => {
  await start('no-content')
  expect(await openAnswers()).toEqual([
    [204, ''],
    [204, ''],
  ])
})

test('insights inside a topic have neither relationships nor strength', async () => {
  await start('dates-without-seconds', 'no-content')
  const insights = await insightsOfTopic()
  expect(insights.length).toBeGreaterThan(5)
  for (const insight of insights) for (const name of related) expect(insight).not.toHaveProperty(name)
})

test('topic-relationships: insights inside a topic equal those in the list', async () => {
  await start('topic-relationships')
  const listed = new Map((await client.insights()).map((insight) => [insight.id, insight]))
  const insights = await insightsOfTopic()
  expect(insights.length).toBeGreaterThan(5)
  expect(insights).toEqual(insights.map(({ id }) => listed.get(id)))
})
