// A pause that the service asks for counts for its whole host.
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { createManualClock } from '../testing/manual-clock'
import { createServiceClient } from './client'
import { createHostPauses } from './host-pauses'
import { failureOf } from './testing/failures'
import { type Served, serveJson, targetAt } from './testing/serve'

const open: Served[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

/** By the service's clock, which is far from this computer's. */
const serviceDate = 'Sun, 01 Jun 2025 12:00:00 GMT'

async function setUp(status: number, headers: Record<string, string>) {
  const clock = createManualClock()
  const client = createServiceClient({ fetch, clock })
  const busy = await serveJson(
    status,
    { error: { code: 'BUSY', description: 'Later' } },
    { date: serviceDate, ...headers },
  )
  open.push(busy)
  const list = (served: Served, workspaceId = 'w') => {
    const target = targetAt(served.baseAddress)
    const workspace = { ...target.workspace, workspaceId }
    return client.send({ ...target, workspace }, 'listKnowledge', {}, {})
  }
  const create = (served: Served) =>
    client.send(targetAt(served.baseAddress), 'createInsight', {}, { body: { title: 't' } })
  return { clock, busy, list, create, client }
}

test.each([
  ['seconds', '30', 30_000],
  ['a date', 'Sun, 01 Jun 2025 12:00:20 GMT', 20_000],
  ['rubbish', 'in a while', 10_000],
  ['far too long', '86400', 300_000],
])('sends nothing to the host during the pause after a 429 (Retry-After: %s)', async (_, retryAfter, pauseMs) => {
  const { clock, busy, list, create, client } = await setUp(429, { 'retry-after': retryAfter })
  expect(await failureOf(list(busy))).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: pauseMs })
  await clock.advance(pauseMs - 100)
  const stream = client.streamList(targetAt(busy.baseAddress), 'listInsights', { onBytes: async () => {} })
  for (const refused of [list(busy, 'another'), create(busy), stream]) {
    expect(await failureOf(refused)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 100, retryable: true })
  }
  expect(busy.requests).toHaveLength(1)
  await clock.advance(100)
  expect(await failureOf(create(busy))).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(busy.requests).toHaveLength(2)
})

test('a pause of one host does not stop requests to another', async () => {
  const { busy, list } = await setUp(429, {})
  await failureOf(list(busy))
  const other = await serveJson(200, { data: [] })
  open.push(other)
  expect(await list(other)).toEqual([])
})

test('a 503 starts a pause only with Retry-After', async () => {
  const plain = await setUp(503, {})
  await failureOf(plain.list(plain.busy))
  await failureOf(plain.list(plain.busy))
  expect(plain.busy.requests).toHaveLength(2)
  const busy = await setUp(503, { 'retry-after': '5' })
  expect((await failureOf(busy.list(busy.busy))).code).toBe('SERVICE_FAILED')
  expect((await failureOf(busy.list(busy.busy))).code).toBe('RATE_LIMITED')
  expect(busy.busy.requests).toHaveLength(1)
})

test('two concurrent 429 answers make one pause', async () => {
  const { clock, list, busy, create } = await setUp(429, { 'retry-after': '30' })
  await Promise.all([failureOf(list(busy)), failureOf(create(busy))])
  await clock.advance(2_000)
  expect((await failureOf(list(busy))).retryAfterMs).toBe(28_000)
})

test('note does not shorten a running pause', async () => {
  const clock = createManualClock()
  const pauses = createHostPauses(clock)
  const pauseReport = (retryAfterMs: number) => new AppError('RATE_LIMITED', 'Later.', { retryAfterMs }).report
  pauses.note('https://service.example', pauseReport(60_000))
  pauses.note('https://service.example', pauseReport(1_000))
  await clock.advance(59_000)
  expect(() => pauses.assertOver('https://service.example')).toThrow(/asked us to wait/)
  pauses.note('https://service.example', pauseReport(60_000))
  await clock.advance(2_000)
  expect(() => pauses.assertOver('https://service.example')).toThrow(/asked us to wait/)
})
