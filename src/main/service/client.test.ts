// The client against servers with arbitrary answers, over real HTTP.
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../contract/errors'
import { createServiceClient } from './client'
import { failureOf } from './testing/failures'
import { canary, type Served, serve, serveAnswer, serveJson, targetAt } from './testing/serve'

const client = createServiceClient({ fetch })
const insight = { type: 'Bug', title: 'Chain slips', description: '' }
const open: Served[] = []

async function using(server: Promise<Served>): Promise<Served> {
  const served = await server
  open.push(served)
  return served
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function failureAt(server: Promise<Served>) {
  return failureOf(client.send(targetAt((await using(server)).baseAddress), 'listKnowledge', {}, {}))
}

describe('the request', () => {
  test('carries the token, Accept and encoded ids, below the path prefix of the address', async () => {
    const server = await using(serveJson(200, { data: [] }))
    await client.send(targetAt(`${server.baseAddress}/prefix/`), 'listKnowledge', {}, {})
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'GET',
      url: '/prefix/organisations/org%20one/workspaces/w%2F1/knowledge',
      headers: { authorization: `Bearer ${canary}`, accept: 'application/json' },
    })
    expect(request?.headers.cookie).toBeUndefined()
    expect(request?.headers['content-type']).toBeUndefined()
  })

  test('carries a JSON body where the operation has one', async () => {
    const received: string[] = []
    const server = await using(
      serve(async (request, response) => {
        received.push(await text(request))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"id":"1"}}')
      }),
    )
    const answer = await client.send(targetAt(server.baseAddress), 'createInsight', {}, { body: insight })
    expect(answer).toEqual({ id: '1' })
    expect(received).toEqual([JSON.stringify(insight)])
    expect(server.requests[0]?.headers['content-type']).toBe('application/json')
  })

  test('sends the relationships parameter with listInsights only', async () => {
    const server = await using(serveJson(200, { data: [] }))
    const target = { ...targetAt(server.baseAddress), relationships: { parameter: 'include', value: 'a,b' } }
    await client.send(target, 'listInsights', {}, {})
    await client.send(target, 'listKnowledge', {}, {})
    const [list, knowledge] = server.requests.map(({ url }) => new URL(url, server.baseAddress))
    expect(list?.searchParams.get('include')).toBe('a,b')
    expect(knowledge?.search).toBe('')
  })

  test.each(['line\r\nbreak', 'späce', 'a b', ''])('refuses a token that no header can carry: %j', async (token) => {
    const server = await using(serveJson(200, { data: [] }))
    const failure = await failureOf(client.send(targetAt(server.baseAddress, token), 'listKnowledge', {}, {}))
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: ['token'] }] })
    expect(server.requests).toEqual([])
  })

  test('refuses http to another machine before sending', async () => {
    const failure = await failureOf(client.send(targetAt('http://service.invalid'), 'listKnowledge', {}, {}))
    expect(failure.code).toBe('ADDRESS_INVALID')
  })
})

describe('statuses', () => {
  const envelope = (code: string, rest: object = {}) => ({ error: { code, description: 'Because.', ...rest } })
  const html = (status: number) => serveAnswer(status, { 'content-type': 'text/html' }, '<h1>Hello</h1>')

  test.each<[number, ErrorCode, boolean]>([
    [401, 'UNAUTHENTICATED', false],
    [403, 'FORBIDDEN', false],
    [404, 'NOT_FOUND', false],
    [409, 'UNEXPECTED_STATUS', false],
    [418, 'UNEXPECTED_STATUS', false],
    [422, 'UNEXPECTED_STATUS', false],
    [500, 'SERVICE_FAILED', true],
    [502, 'SERVICE_FAILED', true],
    [503, 'SERVICE_FAILED', true],
    [304, 'UNEXPECTED_STATUS', false],
  ])('maps %d to %s', async (status, code, retryable) => {
    const failure = await failureAt(serveJson(status, envelope('ANY')))
    expect(failure).toMatchObject({ code, status, retryable })
    if (status !== 304) expect(failure.message).toContain('Because.')
  })

  test.each([409, 422, 599])('includes the unexpected status %d in the message', async (status) => {
    expect((await failureAt(html(status))).message).toContain(String(status))
  })

  test.each<[number, ErrorCode]>([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [400, 'REFUSED'],
    [500, 'SERVICE_FAILED'],
    [404, 'NOT_THE_SERVICE'],
  ])('maps %d with an HTML page to %s', async (status, code) => {
    const failure = await failureAt(html(status))
    expect(failure.code).toBe(code)
    expect(failure.message).not.toContain('Hello')
  })

  test.each([{ message: 'no Route matched' }, { error: 'Not Found' }, { error: { message: 'Not Found' } }, 7])(
    'maps 404 with JSON other than the envelope to NOT_THE_SERVICE: %j',
    async (body) => {
      expect(await failureAt(serveJson(404, body))).toMatchObject({ code: 'NOT_THE_SERVICE', status: 404 })
    },
  )

  test('attaches the reasons of a 400 to the fields in validationErrors, by path', async () => {
    const failure = await failureAt(
      serveJson(
        400,
        envelope('INVALID_REQUEST', {
          fields: ['title', 'feedbackIds'],
          validationErrors: {
            invalidFields: {
              title: { type: 'required', message: 'Must not be empty', path: ['title'] },
              'feedbackIds.0': { type: 'uuid', message: 'Must be a UUID', path: ['feedbackIds', '0'] },
              bare: {},
            },
          },
        }),
      ),
    )
    expect(failure).toMatchObject({
      code: 'REFUSED',
      fields: [
        { path: ['title'], message: 'Must not be empty' },
        { path: ['feedbackIds', '0'], message: 'Must be a UUID' },
        { path: ['bare'], message: 'The service rejected this.' },
      ],
    })
  })

  test('falls back to the field names of a 400, then to no fields', async () => {
    const named = await failureAt(serveJson(400, envelope('INVALID_REQUEST', { fields: ['title'] })))
    expect(named.fields).toEqual([{ path: ['title'], message: 'The service rejected this.' }])
    expect((await failureAt(serveJson(400, envelope('INVALID_REQUEST')))).fields).toBeUndefined()
    expect((await failureAt(serveJson(400, { error: { fields: 7, validationErrors: [] } }))).fields).toBeUndefined()
  })

  test.each<[string | null, number]>([
    ['3', 3000],
    ['nonsense', 10_000],
    ['99999', 300_000],
    [null, 10_000],
  ])('reads Retry-After %s of a 429 as %d ms', async (header, retryAfterMs) => {
    const headers: Record<string, string> = header === null ? {} : { 'retry-after': header }
    const failure = await failureAt(serveJson(429, envelope('SLOW_DOWN'), headers))
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs, retryable: true })
  })

  test('shortens the description to one line and removes the token', async () => {
    const description = `Token ${canary}\u0000\nwas refused. ${'x'.repeat(2000)}`
    const { message } = await failureAt(serveJson(403, { error: { code: 'X', description } }))
    expect(message).toContain('Token … was refused.')
    expect(message).not.toContain(canary)
    expect(message.length).toBeLessThan(600)
  })

  test('maps the status even if the error body never ends', async () => {
    const server = await using(
      serve((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' }).write('{"error":')
      }),
    )
    const impatient = createServiceClient({ fetch, limits: { stallMs: 50 } })
    expect((await failureOf(impatient.send(targetAt(server.baseAddress), 'listKnowledge', {}, {}))).code).toBe(
      'UNAUTHENTICATED',
    )
  })
})

describe('successes', () => {
  test.each<[string, unknown]>([
    ['a list', { data: [{ id: 1 }] }],
    ['a list with unknown members', { data: [{ id: 1 }], meta: {} }],
  ])('unwraps %s', async (_, body) => {
    const server = await using(serveJson(200, body))
    expect(await client.send(targetAt(server.baseAddress), 'listKnowledge', {}, {})).toEqual([{ id: 1 }])
  })

  test.each([
    ['a page', 'text/html', '<html></html>'],
    ['a page that calls itself JSON', 'application/json', '<html></html>'],
    ['JSON that calls itself a page', 'text/html', '{"data":[]}'],
    ['foreign JSON', 'application/json', '{"items":[]}'],
    ['data that is no list', 'application/json', '{"data":{}}'],
    ['a bare list', 'application/json', '[]'],
    ['null', 'application/json', 'null'],
    ['nothing', 'application/json', ''],
  ])('throws NOT_THE_SERVICE for %s', async (_, type, body) => {
    const failure = await failureAt(serveAnswer(200, { 'content-type': type }, body))
    expect(failure).toMatchObject({ code: 'NOT_THE_SERVICE', retryable: true })
  })

  test('rejects a create answered by a page, and accepts one answered by an unexpected record', async () => {
    const page = await using(serveAnswer(200, { 'content-type': 'text/html' }, '<html></html>'))
    const failure = await failureOf(client.send(targetAt(page.baseAddress), 'createInsight', {}, { body: insight }))
    expect(failure.code).toBe('NOT_THE_SERVICE')
    const odd = await using(serveJson(200, { data: { surprising: true } }))
    expect(await client.send(targetAt(odd.baseAddress), 'createInsight', {}, { body: insight })).toEqual({
      surprising: true,
    })
  })

  test.each([
    ['{"data":{"message":"gone"}}', { message: 'gone' }],
    ['{"ok":true}', { ok: true }],
    ['null', null],
  ])('accepts a delete answered by %s', async (body, expected) => {
    const server = await using(serveAnswer(200, { 'content-type': 'application/json' }, body))
    const answer = client.send(targetAt(server.baseAddress), 'deleteOutcome', { outcomeId: '1' }, {})
    expect(await answer).toEqual(expected)
  })

  test('rejects a delete answered by a page', async () => {
    const page = await using(serveAnswer(200, { 'content-type': 'text/html' }, '<html></html>'))
    const call = client.send(targetAt(page.baseAddress), 'deleteOutcome', { outcomeId: '1' }, {})
    expect((await failureOf(call)).code).toBe('NOT_THE_SERVICE')
  })

  test.each<[number, string, string, unknown]>([
    [200, 'application/json', '{"data":{"n":1}}', { data: { n: 1 } }],
    [201, 'text/plain', 'done', 'done'],
    [202, 'application/json', '', null],
    [200, 'text/html', 'OK', 'OK'],
    [204, 'text/plain', '', null],
  ])('accepts %d %s %j where no body is documented', async (status, type, body, expected) => {
    const server = await using(serveAnswer(status, { 'content-type': type }, body))
    const answer = client.send(targetAt(server.baseAddress), 'markAllInsightsSeen', { opportunityId: 'o' }, {})
    expect(await answer).toEqual(expected)
  })
  test.each(['<html></html>', '\n<!DOCTYPE html><title>Sign in</title>', '\uFEFF<script>location = "/login"</script>'])(
    'throws NOT_THE_SERVICE for a page where no body is documented: %j',
    async (body) => {
      const server = await using(serveAnswer(200, { 'content-type': 'text/html' }, body))
      const calls = [
        client.send(targetAt(server.baseAddress), 'markAllInsightsSeen', { opportunityId: 'o' }, {}),
        client.send(targetAt(server.baseAddress), 'manageMetricRelationships', { metricId: 'm', action: 'add' }, {}),
      ]
      for (const call of calls) expect((await failureOf(call)).code).toBe('NOT_THE_SERVICE')
    },
  )
})
