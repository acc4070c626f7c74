// The effects of a week as the app reads them, over HTTP.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Insight } from '../../contract/resources/insight'
import { everything, type SandboxClient, startClient } from '../testing/client'

let client: SandboxClient
let other: SandboxClient | undefined
/** The clock stands still, as for two changes within one millisecond: only their order tells them apart. */
const options = { today: '2026-03-01', now: () => new Date('2026-03-01T12:00:00Z') }
beforeEach(async () => {
  client = await startClient(options)
})
afterEach(async () => {
  await Promise.all([client.sandbox.close(), other?.sandbox.close()])
  other = undefined
})

const byId = (insights: readonly Insight[]) => new Map(insights.map((insight) => [insight.id, insight]))

async function afterOneWeek({ sandbox, insights }: SandboxClient) {
  const before = byId(await insights(everything))
  await sandbox.passWeek()
  return { before, after: byId(await insights(everything)) }
}

test('a week adds new insights, raises some scores and lowers others', async () => {
  const { before, after } = await afterOneWeek(client)
  const fresh = [...after.values()].filter(({ id }) => !before.has(id))
  expect(fresh.map(({ title }) => title)).toContain('Range jumps back to full after a pause of ten minutes')
  expect(fresh.every(({ seen, updatedAt }) => !seen && updatedAt === '2026-03-01T12:00:00.000Z')).toBe(true)
  expect(fresh.some(({ feedback }) => feedback.length > 0)).toBe(true)
  const moved = [...after.values()].map(({ id, combinedScore }) => {
    return Math.sign((combinedScore ?? 0) - (before.get(id)?.combinedScore ?? combinedScore ?? 0))
  })
  expect(moved).toEqual(expect.arrayContaining([1, -1, 0]))
  for (const insight of after.values()) expect(Insight.parse(insight)).toEqual(insight)
})

test('feedback on new insights also reaches older ones of the same opportunity, without moving their scores', async () => {
  const { before, after } = await afterOneWeek(client)
  const fresh = [...after.values()].filter(({ id }) => !before.has(id))
  const voices = new Map(fresh.flatMap((insight) => insight.feedback.map(({ id }) => [id, insight] as const)))
  const heard = [...after.values()].filter(({ id, feedback }) => {
    const known = before.get(id)
    return known !== undefined && feedback.length > known.feedback.length
  })
  expect(heard.length).toBeGreaterThan(0)
  for (const { id, feedback, opportunities, combinedScore, updatedAt } of heard) {
    const known = before.get(id)
    expect({ combinedScore, updatedAt }).toEqual({
      combinedScore: known?.combinedScore,
      updatedAt: '2026-03-01T12:00:00.000Z',
    })
    for (const voice of feedback.slice(known?.feedback.length)) {
      const shared = voices.get(voice.id)?.opportunities.map((each) => each.id) ?? []
      expect(opportunities.some((each) => shared.includes(each.id))).toBe(true)
    }
  }
})

test('ten weeks remove some insights, but less than a quarter, also from their topics', async () => {
  const before = await client.insights()
  for (let week = 0; week < 10; week += 1) await client.sandbox.passWeek()
  const after = byId(await client.insights())
  const gone = before.filter(({ id }) => !after.has(id))
  expect(gone.length).toBeGreaterThan(0)
  expect(gone.length).toBeLessThan(before.length / 4)
  for (const { id } of client.sandbox.topics) {
    const answer = await client.ask(`${client.base}/topics/${id}`)
    const { data } = (await answer.json()) as { data: { insights: readonly Insight[] } }
    expect(data.insights.every((insight) => after.has(insight.id))).toBe(true)
  }
})

test('the same week has the same effect in every sandbox', async () => {
  other = await startClient(options)
  const scores = ({ after }: Awaited<ReturnType<typeof afterOneWeek>>) =>
    [...after.values()].map(({ id, combinedScore }) => [id, combinedScore])
  expect(scores(await afterOneWeek(other))).toEqual(scores(await afterOneWeek(client)))
})

test('an insight that arrives after its opportunity was marked as seen is unseen until it is marked again', async () => {
  const range = [...(await client.insights(everything))]
    .flatMap(({ opportunities }) => opportunities)
    .find(({ title }) => title === 'Riders do not believe the range on the display')
  const mark = () => client.post(`/opportunities/${range?.id}/insights/mark-all-seen`, {})
  const fresh = async () => (await client.insights()).find(({ title }) => title.startsWith('Range jumps back'))
  expect((await mark()).ok).toBe(true)
  await client.sandbox.passWeek()
  expect((await fresh())?.seen).toBe(false)
  expect((await mark()).ok).toBe(true)
  expect((await fresh())?.seen).toBe(true)
})

test('an insight cannot be created with the ID of one that arrived during a week', async () => {
  await client.sandbox.passWeek()
  const taken = (await client.insights()).find(({ title }) => title.startsWith('Range jumps back'))
  const answer = await client.post('/insights', { ...client.newInsight(), id: taken?.id })
  expect(answer.status).toBe(400)
})
