// What the sandbox does beyond the conformance suite: its own decisions, and HTTP at its edges.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Insight } from '../../contract/resources/insight'
import { ProblemEnvelope } from '../../contract/resources/problem'
import { type RunningSandbox, startSandbox } from '../testing/start-sandbox'

let sandbox: RunningSandbox
let base: string

beforeAll(async () => {
  sandbox = await startSandbox({ bodyLimitBytes: 10_000 })
  base = `/organisations/${sandbox.organisationId}/workspaces/${sandbox.workspaceId}`
})
afterAll(() => sandbox.close())

interface Asked {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

function ask(path: string, { method = 'GET', token = sandbox.token, headers = {}, body }: Asked = {}) {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return fetch(sandbox.baseUrl + path, { method, headers: { ...authorization, ...headers }, body })
}

const post = (path: string, body: unknown, headers = {}) =>
  ask(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

async function problemOf(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  return ProblemEnvelope.parse(await answer.json()).error
}

const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
const all = '?relationships=opportunities,solutions,outcomes,feedback'
const list = async (query = all) => dataOf<Insight[]>(await ask(`${base}/insights${query}`))

const body = () => ({
  ...{ type: 'Bug', title: 'T', description: 'D' },
  ...{ organisationId: sandbox.organisationId, workspaceId: sandbox.workspaceId },
})

/** Bytes as they are: for requests that no client library would send. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.setTimeout(1000, () => socket.end())
  })
}

describe('paths and methods', () => {
  test.each(['/', '/insights', '/organisations/x', '//', '/%', '/organisations/a/workspaces/b/insights/'])(
    'answer 404 in the envelope for %s, with and without a token',
    async (path) => {
      expect((await problemOf(await ask(path), 404)).code).toBe('NOT_FOUND')
      await problemOf(await ask(path, { token: null }), 404)
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE'])('answer 405 with what is allowed for %s', async (method) => {
    const answer = await ask(`${base}/insights`, { method })
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    await problemOf(answer, 405)
  })

  test('answer HEAD like GET without a body, and OPTIONS without a token', async () => {
    const head = await ask(`${base}/knowledge`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/json; charset=utf-8',
      '',
    ])
    expect((await ask(`${base}/knowledge`, { method: 'HEAD', token: null })).status).toBe(401)
    const options = await ask(`${base}/metrics/m/relationships/add`, { method: 'OPTIONS', token: null })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })

  test('survive broken percent-encoding, dots and broken HTTP', async () => {
    for (const id of ['%', '%zz', '%c3%28', '%ff', '%ed%a0%80']) {
      const request = `GET ${base}/topics/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
      expect(await raw(`${request}\r\n`)).toMatch(/^HTTP\/1\.1 401/)
      const answer = await raw(`${request}Authorization: Bearer ${sandbox.token}\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"INVALID_REQUEST"/)
    }
    const climbing = `GET ${base}/topics/../insights HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(await raw(climbing)).toMatch(/^HTTP\/1\.1 404/)
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*{"error":{"code":"INVALID_REQUEST"/)
    expect((await ask(`${base}/knowledge`)).status).toBe(200)
  })

  test('take an absolute target and two requests in one piece', async () => {
    const authorization = `Authorization: Bearer ${sandbox.token}\r\n`
    const first = `GET ${sandbox.baseUrl}${base}/topics/x HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`
    const second = `GET ${base}/topics/y HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`
    expect((await raw(first + second)).match(/HTTP\/1\.1 404/g)).toHaveLength(2)
  })

  test('know no other workspace, and tell nothing about other organisations', async () => {
    const other = (organisation: string, workspace: string) => `/organisations/${organisation}/workspaces/${workspace}`
    const missing = other(sandbox.organisationId, randomUUID())
    expect((await problemOf(await ask(`${missing}/insights`), 404)).description).toContain('Workspace')
    await problemOf(await ask(`${other(randomUUID(), sandbox.workspaceId)}/insights`), 403)
    await problemOf(await ask(`${base}/insights`, { token: sandbox.foreignToken }), 403)
  })
})

describe('order of checks', () => {
  test('is token, organisation, permission, workspace, body', async () => {
    const broken = { method: 'POST', body: '{', headers: { 'content-type': 'text/plain' } }
    const elsewhere = `/organisations/${sandbox.organisationId}/workspaces/${randomUUID()}/insights`
    await problemOf(await ask(`${base}/insights`, { ...broken, token: null }), 401)
    await problemOf(await ask(`${base}/insights`, { ...broken, token: sandbox.expiredToken }), 401)
    await problemOf(await ask(elsewhere, { ...broken, token: sandbox.foreignToken }), 403)
    await problemOf(await ask(elsewhere, { ...broken, token: sandbox.readOnlyToken }), 403)
    await problemOf(await ask(elsewhere, broken), 404)
    await problemOf(await ask(`${base}/insights`, broken), 400)
    expect((await ask(`${base}/insights`, { token: sandbox.readOnlyToken })).status).toBe(200)
  })
})

describe('bodies', () => {
  test.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('are refused with %s', async (_, headers) => {
    expect((await problemOf(await post(`${base}/insights`, body(), headers), 400)).fields).toBeUndefined()
  })

  test('may name their charset', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' }
    expect((await post(`${base}/insights`, body(), headers)).status).toBe(200)
  })

  test('are refused when they are not UTF-8, not JSON, empty or no object', async () => {
    const headers = { 'content-type': 'application/json' }
    const latin = new Uint8Array([0x22, 0xe9, 0x22])
    await problemOf(await ask(`${base}/insights`, { method: 'POST', body: latin, headers }), 400)
    for (const text of ['', '{', 'undefined', 'null', '[]', '"x"', '7']) {
      await problemOf(await post(`${base}/insights`, text), 400)
    }
  })

  test('over the limit are refused with 413, announced or not, and the connection lives on', async () => {
    const large = JSON.stringify({ ...body(), title: 'x'.repeat(20_000) })
    await problemOf(await post(`${base}/insights`, large), 413)
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 1000) {
          controller.enqueue(new TextEncoder().encode(large.slice(at, at + 1000)))
        }
        controller.close()
      },
    })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${sandbox.token}` }
    const streamed = { method: 'POST', body: chunks, headers, duplex: 'half' } as RequestInit
    await problemOf(await fetch(`${sandbox.baseUrl}${base}/insights`, streamed), 413)
    expect((await post(`${base}/insights`, body())).status).toBe(200)
  })

  test('tell every wrong field once, with type, message and path', async () => {
    const wrong = { ...body(), title: 5, seen: 'x', feedbackIds: ['a', 'b'], extra: 1, ['__proto__']: 2 }
    const text = JSON.stringify(wrong).replace('"extra":1', '"extra":1,"__proto__":2')
    const { fields, validationErrors } = await problemOf(await post(`${base}/insights`, text), 400)
    expect(fields?.sort()).toEqual(['__proto__', 'extra', 'feedbackIds', 'seen', 'title'])
    const { feedbackIds, extra } = validationErrors?.invalidFields ?? {}
    expect(feedbackIds?.path).toEqual(['feedbackIds', '0'])
    expect(extra).toMatchObject({ type: 'unrecognized_keys', path: ['extra'] })
  })
})

describe('create insight', () => {
  test('refuses ids of another path and feedback that is not there', async () => {
    const wrong = { ...body(), organisationId: randomUUID(), workspaceId: randomUUID(), feedbackIds: [randomUUID()] }
    const { fields, validationErrors } = await problemOf(await post(`${base}/insights`, wrong), 400)
    expect(fields).toEqual(['organisationId', 'workspaceId', 'feedbackIds'])
    expect(validationErrors?.invalidFields.feedbackIds).toMatchObject({ type: 'not_found', path: ['feedbackIds', '0'] })
  })

  test('refuses the id of a seeded insight, in capitals too', async () => {
    const id = (await list(''))[0]?.id.toUpperCase()
    const { validationErrors } = await problemOf(await post(`${base}/insights`, { ...body(), id }), 400)
    expect(validationErrors?.invalidFields.id?.type).toBe('already_exists')
  })

  test('makes an id, counts distinct feedback, and lets only one of two equal ids win', async () => {
    const feedback = (await list()).flatMap((item) => item.feedback).slice(0, 2)
    const [first = '', second = ''] = feedback.map((item) => item.id)
    const feedbackIds = [first, second, first.toUpperCase()]
    const insight = await dataOf<Insight>(await post(`${base}/insights`, { ...body(), feedbackIds }))
    expect(insight).toMatchObject({ strength: 2, seen: false, feedback: [{ id: first }, { id: second }] })
    const id = randomUUID()
    const twice = await Promise.all([1, 2].map(() => post(`${base}/insights`, { ...body(), id })))
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 400])
    expect((await list('')).filter((item) => item.id === id)).toHaveLength(1)
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
    [all, ['opportunities', 'solutions', 'outcomes', 'feedback']],
  ])('filled for %s: %j', async (query, names) => {
    const items = await list(query)
    expect(filled(items)).toEqual(names)
    expect(items.some((item) => item.strength > 3)).toBe(true)
  })

  test('have a parameter of another name on demand', async () => {
    const other = await startSandbox({ relationshipsParameter: 'include' })
    try {
      const headers = { authorization: `Bearer ${other.token}` }
      const url = `${other.baseUrl}${base}/insights?include=feedback&relationships=outcomes`
      expect(filled(await dataOf<Insight[]>(await fetch(url, { headers })))).toEqual(['feedback'])
    } finally {
      await other.close()
    }
  })
})

describe('changes', () => {
  test('of a metric are refused for what is not there', async () => {
    const [metric] = sandbox.metrics
    const path = (id: string, action: string) => `${base}/metrics/${id}/relationships/${action}`
    await problemOf(await post(path(randomUUID(), 'add'), { outcomeIds: [] }), 404)
    expect((await problemOf(await post(path(metric?.id ?? '', 'swap'), {}), 400)).fields).toEqual(['action'])
    const unknown = { outcomeIds: [randomUUID()] }
    expect((await problemOf(await post(path(metric?.id ?? '', 'add'), unknown), 400)).fields).toEqual(['outcomeIds'])
    expect((await post(path(metric?.id ?? '', 'remove'), unknown)).status).toBe(200)
  })

  test('of an opportunity mark its insights and no others, and say when', async () => {
    const before = await list()
    const opportunity = before.filter((item) => !item.seen).flatMap((item) => item.opportunities)[0]
    const has = (item: Insight) => item.opportunities.some(({ id }) => id === opportunity?.id)
    const path = `${base}/opportunities/${opportunity?.id}/insights/mark-all-seen`
    expect((await ask(path, { method: 'POST' })).status).toBe(200)
    const after = await list()
    expect(after.filter(has).every((item) => item.seen)).toBe(true)
    expect(after.filter((item) => !has(item))).toEqual(before.filter((item) => !has(item)))
    const changed = after.filter((item, index) => item.updatedAt !== before[index]?.updatedAt)
    expect(changed.map((item) => item.id)).toEqual(before.filter((item) => has(item) && !item.seen).map(({ id }) => id))
    await problemOf(await ask(`${base}/opportunities/${randomUUID()}/insights/mark-all-seen`, { method: 'POST' }), 404)
  })

  test('of outcomes lower the strength of what they were related to, and no more', async () => {
    const before = (await list()).find((item) => item.outcomes.length > 0)
    const [outcome] = before?.outcomes ?? []
    expect((await ask(`${base}/outcomes/${outcome?.id.toUpperCase()}`, { method: 'DELETE' })).status).toBe(200)
    const after = (await list()).find((item) => item.id === before?.id)
    expect(after?.strength).toBe((before?.strength ?? 0) - 1)
    expect(after).toEqual({ ...before, outcomes: before?.outcomes.slice(1), strength: after?.strength })
  })

  test('happen whole for a reader who began before them', async () => {
    const big = await startSandbox({ insights: 4000 })
    try {
      const headers = { authorization: `Bearer ${big.token}`, 'content-type': 'application/json' }
      const url = `${big.baseUrl}${base}`
      const before = await dataOf<Insight[]>(await fetch(`${url}/insights${all}`, { headers }))
      const outcomeId = before.flatMap((item) => item.outcomes).at(-1)?.id
      const reading = await fetch(`${url}/insights${all}`, { headers })
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
      // The reader saw the beginning before and the end after the change, and still gets what was there at first.
      expect(data).toEqual(before)
      const again = await dataOf<Insight[]>(await fetch(`${url}/insights${all}`, { headers }))
      expect(again.some((item) => item.outcomes.some(({ id }) => id === outcomeId))).toBe(false)
    } finally {
      await big.close()
    }
  })
})

describe('topics and texts', () => {
  test('a topic carries its opportunities and insights', async () => {
    const [topic] = sandbox.topics
    const found = await dataOf<{ title: string; opportunities: unknown[]; insights: Insight[] }>(
      await ask(`${base}/topics/${topic?.id}`),
    )
    expect(found.title).toBe(topic?.title)
    expect(found.opportunities.length).toBeGreaterThan(0)
    expect(found.insights.length).toBeGreaterThan(5)
    await problemOf(await ask(`${base}/topics/${randomUUID()}`), 404)
  })

  test('the text of a knowledge item is where its link says, until the item is deleted', async () => {
    const items = await dataOf<{ id: string; txtFileUrl?: string }[]>(await ask(`${base}/knowledge`))
    const item = items.find(({ txtFileUrl }) => txtFileUrl !== undefined)
    const read = () => ask(item?.txtFileUrl ?? '', { token: null })
    const answer = await read()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect((await answer.text()).length).toBeGreaterThan(100)
    await problemOf(await ask('/files/knowledge/nothing.txt'), 404)
    await problemOf(await ask('/files/knowledge/%'), 404)
    expect((await ask(`${base}/knowledge/${item?.id}`, { method: 'DELETE' })).status).toBe(200)
    await problemOf(await read(), 404)
  })
})

describe('validators', () => {
  test('are sent on demand alone, and change with the content', async () => {
    expect((await ask(`${base}/insights`)).headers.get('etag')).toBeNull()
    const other = await startSandbox({ hasValidators: true })
    try {
      const get = (path: string, headers = {}) =>
        fetch(`${other.baseUrl}${base}${path}`, { headers: { authorization: `Bearer ${other.token}`, ...headers } })
      const etags = [(await get('/insights')).headers.get('etag'), (await get(`/insights${all}`)).headers.get('etag')]
      expect(new Set(etags).size).toBe(2)
      const [etag = ''] = etags as string[]
      const known = { 'if-none-match': `"other", W/${etag}` }
      const unchanged = await get('/insights', known)
      expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', etag])
      expect((await get(`/insights${all}`, known)).status).toBe(200)
      const headers = { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' }
      await fetch(`${other.baseUrl}${base}/insights`, { method: 'POST', body: JSON.stringify(body()), headers })
      expect((await get('/insights', known)).status).toBe(200)
      expect((await get('/knowledge')).headers.get('etag')).toMatch(/^".+"$/)
    } finally {
      await other.close()
    }
  })
})
