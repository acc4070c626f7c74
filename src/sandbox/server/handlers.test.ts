// Behaviour of the operations beyond the conformance suite: the sandbox's own decisions.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Insight } from '../../contract/resources/insight'
import { dataOf, everything, problemOf, type SandboxClient, startClient } from '../testing/client'
import { startSandbox } from '../testing/start-sandbox'

let client: SandboxClient

beforeAll(async () => {
  client = await startClient()
})
afterAll(() => client.sandbox.close())

describe('create insight', () => {
  test('refuses IDs that differ from the path, and feedback that does not exist', async () => {
    const wrong = {
      ...client.newInsight(),
      organisationId: randomUUID(),
      workspaceId: randomUUID(),
      feedbackIds: [randomUUID()],
    }
    const { fields, validationErrors } = await problemOf(await client.post('/insights', wrong), 400)
    expect(fields).toEqual(['organisationId', 'workspaceId', 'feedbackIds'])
    expect(validationErrors?.invalidFields.feedbackIds).toMatchObject({ type: 'not_found', path: ['feedbackIds', '0'] })
  })

  test('refuses the ID of a seeded insight, even in upper case', async () => {
    const id = (await client.insights(''))[0]?.id.toUpperCase()
    const { validationErrors } = await problemOf(await client.post('/insights', { ...client.newInsight(), id }), 400)
    expect(validationErrors?.invalidFields.id?.type).toBe('already_exists')
  })

  test('generates an ID, counts distinct feedback, and accepts only one of two concurrent requests with one ID', async () => {
    const feedback = (await client.insights()).flatMap((item) => item.feedback).slice(0, 2)
    const [first = '', second = ''] = feedback.map((item) => item.id)
    const feedbackIds = [first, second, first.toUpperCase()]
    const insight = await dataOf<Insight>(await client.post('/insights', { ...client.newInsight(), feedbackIds }))
    expect(insight).toMatchObject({ strength: 2, seen: false, feedback: [{ id: first }, { id: second }] })
    const id = randomUUID()
    const twice = await Promise.all([1, 2].map(() => client.post('/insights', { ...client.newInsight(), id })))
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 400])
    expect((await client.insights('')).filter((item) => item.id === id)).toHaveLength(1)
  })
})

describe('relationships', () => {
  const filled = (items: readonly Insight[]) => {
    const names = ['opportunities', 'solutions', 'outcomes', 'feedback'] as const
    return names.filter((name) => items.some((item) => item[name].length > 0))
  }

  test.each([
    ['', []],
    ['?relationships=', []],
    ['?relationships=feedback', ['feedback']],
    ['?relationships=outcomes,%20solutions', ['solutions', 'outcomes']],
    ['?relationships=outcomes&relationships=feedback', ['outcomes', 'feedback']],
    ['?relationships=owners,feedback', ['feedback']],
    ['?include=feedback', []],
    ['?relationships=%E0%A4', []],
    [everything, ['opportunities', 'solutions', 'outcomes', 'feedback']],
  ])('are filled for %s: %j', async (query, names) => {
    const items = await client.insights(query)
    expect(filled(items)).toEqual(names)
    expect(items.some((item) => item.strength > 3)).toBe(true)
  })

  test('are requested with another parameter name when configured', async () => {
    const other = await startSandbox({ relationshipsParameter: 'include' })
    try {
      const headers = { authorization: `Bearer ${other.token}` }
      const url = `${other.baseUrl}${client.base}/insights?include=feedback&relationships=outcomes`
      expect(filled(await dataOf<Insight[]>(await fetch(url, { headers })))).toEqual(['feedback'])
    } finally {
      await other.close()
    }
  })
})

describe('changes', () => {
  test('to a metric are refused for an unknown metric, action or outcome, unless the outcome is to be removed', async () => {
    const [metric] = client.sandbox.metrics
    const path = (id: string, action: string) => `/metrics/${id}/relationships/${action}`
    await problemOf(await client.post(path(randomUUID(), 'add'), { outcomeIds: [] }), 404)
    expect((await problemOf(await client.post(path(metric?.id ?? '', 'swap'), {}), 400)).fields).toEqual(['action'])
    const unknown = { outcomeIds: [randomUUID()] }
    expect((await problemOf(await client.post(path(metric?.id ?? '', 'add'), unknown), 400)).fields).toEqual([
      'outcomeIds',
    ])
    expect((await client.post(path(metric?.id ?? '', 'remove'), unknown)).status).toBe(200)
  })

  test('to an opportunity mark only its own insights as seen, and date those that were unseen', async () => {
    const before = await client.insights()
    const opportunity = before.filter((item) => !item.seen).flatMap((item) => item.opportunities)[0]
    const has = (item: Insight) => item.opportunities.some(({ id }) => id === opportunity?.id)
    const path = `${client.base}/opportunities/${opportunity?.id}/insights/mark-all-seen`
    expect((await client.ask(path, { method: 'POST' })).status).toBe(200)
    const after = await client.insights()
    expect(after.filter(has).every((item) => item.seen)).toBe(true)
    expect(after.filter((item) => !has(item))).toEqual(before.filter((item) => !has(item)))
    const changed = after.filter((item, index) => item.updatedAt !== before[index]?.updatedAt)
    expect(changed.map((item) => item.id)).toEqual(before.filter((item) => has(item) && !item.seen).map(({ id }) => id))
    await problemOf(
      await client.ask(`${client.base}/opportunities/${randomUUID()}/insights/mark-all-seen`, { method: 'POST' }),
      404,
    )
  })

  test('that delete an outcome lower the strength of a related insight by one, and change nothing else in it', async () => {
    const before = (await client.insights()).find((item) => item.outcomes.length > 0)
    const [outcome] = before?.outcomes ?? []
    expect(
      (await client.ask(`${client.base}/outcomes/${outcome?.id.toUpperCase()}`, { method: 'DELETE' })).status,
    ).toBe(200)
    const after = (await client.insights()).find((item) => item.id === before?.id)
    expect(after?.strength).toBe((before?.strength ?? 0) - 1)
    expect(after).toEqual({ ...before, outcomes: before?.outcomes.slice(1), strength: after?.strength })
  })

  test('do not affect a list of 4,000 insights that is already being read', async () => {
    const big = await startSandbox({ insights: 4000 })
    try {
      const headers = { authorization: `Bearer ${big.token}`, 'content-type': 'application/json' }
      const url = `${big.baseUrl}${client.base}`
      const before = await dataOf<Insight[]>(await fetch(`${url}/insights${everything}`, { headers }))
      const outcomeId = before.flatMap((item) => item.outcomes).at(-1)?.id
      const reading = await fetch(`${url}/insights${everything}`, { headers })
      const reader = reading.body?.getReader()
      const first = await reader?.read()
      const deleted = await fetch(`${url}/outcomes/${outcomeId}`, { method: 'DELETE', headers })
      expect(deleted.status).toBe(200)
      const chunks = [Buffer.from(first?.value ?? [])]
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        chunks.push(Buffer.from(next.value))
      }
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: Insight[] }
      expect(data).toHaveLength(4000)
      // The reader took the beginning before the change and the end after it, and still gets the first state.
      // Compared at once: the steps of `toEqual` take seconds for so many.
      expect(isDeepStrictEqual(data, before)).toBe(true)
      const again = await dataOf<Insight[]>(await fetch(`${url}/insights${everything}`, { headers }))
      expect(again.some((item) => item.outcomes.some(({ id }) => id === outcomeId))).toBe(false)
    } finally {
      await big.close()
    }
  })
})

describe('topics and texts', () => {
  test('a topic carries its opportunities and insights', async () => {
    const [topic] = client.sandbox.topics
    const found = await dataOf<{ title: string; opportunities: unknown[]; insights: Insight[] }>(
      await client.ask(`${client.base}/topics/${topic?.id}`),
    )
    expect(found.title).toBe(topic?.title)
    expect(found.opportunities.length).toBeGreaterThan(0)
    expect(found.insights.length).toBeGreaterThan(5)
    await problemOf(await client.ask(`${client.base}/topics/${randomUUID()}`), 404)
  })

  test('the text of a knowledge item is served at its link until the item is deleted', async () => {
    const items = await dataOf<{ id: string; txtFileUrl?: string }[]>(await client.ask(`${client.base}/knowledge`))
    const item = items.find(({ txtFileUrl }) => txtFileUrl !== undefined)
    const read = () => client.ask(item?.txtFileUrl ?? '', { token: null })
    const answer = await read()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect((await answer.text()).length).toBeGreaterThan(100)
    await problemOf(await client.ask('/files/knowledge/nothing.txt'), 404)
    await problemOf(await client.ask('/files/knowledge/%'), 404)
    expect((await client.ask(`${client.base}/knowledge/${item?.id}`, { method: 'DELETE' })).status).toBe(200)
    await problemOf(await read(), 404)
  })
})

describe('validators', () => {
  test('are sent only when enabled, and change with the content', async () => {
    expect((await client.ask(`${client.base}/insights`)).headers.get('etag')).toBeNull()
    const other = await startSandbox({ hasValidators: true })
    try {
      const get = (path: string, headers = {}) =>
        fetch(`${other.baseUrl}${client.base}${path}`, {
          headers: { authorization: `Bearer ${other.token}`, ...headers },
        })
      const etags = [
        (await get('/insights')).headers.get('etag'),
        (await get(`/insights${everything}`)).headers.get('etag'),
      ]
      expect(new Set(etags).size).toBe(2)
      const [etag = ''] = etags as string[]
      const known = { 'if-none-match': `"other", W/${etag}` }
      const unchanged = await get('/insights', known)
      expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', etag])
      expect((await get(`/insights${everything}`, known)).status).toBe(200)
      const headers = { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' }
      await fetch(`${other.baseUrl}${client.base}/insights`, {
        method: 'POST',
        body: JSON.stringify(client.newInsight()),
        headers,
      })
      expect((await get('/insights', known)).status).toBe(200)
      expect((await get('/knowledge')).headers.get('etag')).toMatch(/^".+"$/)
    } finally {
      await other.close()
    }
  })
})
