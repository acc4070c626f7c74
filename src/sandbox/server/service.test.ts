// The sandbox at the level of HTTP: paths, methods, order of checks, bodies.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf, type SandboxClient, startClient } from '../testing/client'

let client: SandboxClient

beforeAll(async () => {
  client = await startClient({ bodyLimitBytes: 10_000 })
})
afterAll(() => client.sandbox.close())

/** Sends bytes as they are, for requests that no client library would send. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(client.sandbox.baseUrl).port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}

describe('paths and methods', () => {
  test.each(['/', '/insights', '/organisations/x', '//', '/%', '/organisations/a/workspaces/b/insights/'])(
    'answer 404 in the envelope for %s, with and without a token',
    async (path) => {
      expect((await problemOf(await client.ask(path), 404)).code).toBe('NOT_FOUND')
      await problemOf(await client.ask(path, { token: null }), 404)
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE'])('answer 405 with the allowed methods for %s', async (method) => {
    const answer = await client.ask(`${client.base}/insights`, { method })
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    await problemOf(answer, 405)
  })

  test('answer HEAD like GET without a body, and OPTIONS without a token', async () => {
    const head = await client.ask(`${client.base}/knowledge`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/json; charset=utf-8',
      '',
    ])
    expect((await client.ask(`${client.base}/knowledge`, { method: 'HEAD', token: null })).status).toBe(401)
    const options = await client.ask(`${client.base}/metrics/m/relationships/add`, { method: 'OPTIONS', token: null })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })

  test('survive broken percent-encoding, dot segments and malformed HTTP', async () => {
    for (const id of ['%', '%zz', '%c3%28', '%ff', '%ed%a0%80']) {
      const request = `GET ${client.base}/topics/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
      expect(await raw(`${request}\r\n`)).toMatch(/^HTTP\/1\.1 401/)
      const answer = await raw(`${request}Authorization: Bearer ${client.sandbox.token}\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"INVALID_REQUEST"/)
    }
    const climbing = `GET ${client.base}/topics/../insights HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(await raw(climbing)).toMatch(/^HTTP\/1\.1 404/)
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*{"error":{"code":"INVALID_REQUEST"/)
    expect((await client.ask(`${client.base}/knowledge`)).status).toBe(200)
  })

  test('accept an absolute request target and two pipelined requests', async () => {
    const authorization = `Authorization: Bearer ${client.sandbox.token}\r\n`
    const first = `GET ${client.sandbox.baseUrl}${client.base}/topics/x HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`
    const second = `GET ${client.base}/topics/y HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`
    expect((await raw(first + second)).match(/HTTP\/1\.1 404/g)).toHaveLength(2)
  })

  test('answer 404 for an unknown workspace, and only 403 for another organisation', async () => {
    const other = (organisation: string, workspace: string) => `/organisations/${organisation}/workspaces/${workspace}`
    const missing = other(client.sandbox.organisationId, randomUUID())
    expect((await problemOf(await client.ask(`${missing}/insights`), 404)).description).toContain('Workspace')
    await problemOf(await client.ask(`${other(randomUUID(), client.sandbox.workspaceId)}/insights`), 403)
    await problemOf(await client.ask(`${client.base}/insights`, { token: client.sandbox.foreignToken }), 403)
  })
})

describe('the order of checks', () => {
  test('is token, organisation, permission, workspace, body', async () => {
    const broken = { method: 'POST', body: '{', headers: { 'content-type': 'text/plain' } }
    const elsewhere = `/organisations/${client.sandbox.organisationId}/workspaces/${randomUUID()}/insights`
    await problemOf(await client.ask(`${client.base}/insights`, { ...broken, token: null }), 401)
    await problemOf(await client.ask(`${client.base}/insights`, { ...broken, token: client.sandbox.expiredToken }), 401)
    await problemOf(await client.ask(elsewhere, { ...broken, token: client.sandbox.foreignToken }), 403)
    await problemOf(await client.ask(elsewhere, { ...broken, token: client.sandbox.readOnlyToken }), 403)
    await problemOf(await client.ask(elsewhere, broken), 404)
    await problemOf(await client.ask(`${client.base}/insights`, broken), 400)
    expect((await client.ask(`${client.base}/insights`, { token: client.sandbox.readOnlyToken })).status).toBe(200)
  })
})

describe('bodies', () => {
  test.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('are refused with %s', async (_, headers) => {
    expect((await problemOf(await client.post('/insights', client.newInsight(), headers), 400)).fields).toBeUndefined()
  })

  test('may name their charset', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' }
    expect((await client.post('/insights', client.newInsight(), headers)).status).toBe(200)
  })

  test('are refused when they are not UTF-8, not JSON, empty or not an object', async () => {
    const headers = { 'content-type': 'application/json' }
    const latin = new Uint8Array([0x22, 0xe9, 0x22])
    await problemOf(await client.ask(`${client.base}/insights`, { method: 'POST', body: latin, headers }), 400)
    for (const text of ['', '{', 'undefined', 'null', '[]', '"x"', '7']) {
      await problemOf(await client.post('/insights', text), 400)
    }
  })

  test('are refused with 413 over the limit, with or without a Content-Length, and the service goes on', async () => {
    const large = JSON.stringify({ ...client.newInsight(), title: 'x'.repeat(20_000) })
    await problemOf(await client.post('/insights', large), 413)
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 1000) {
          controller.enqueue(new TextEncoder().encode(large.slice(at, at + 1000)))
        }
        controller.close()
      },
    })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${client.sandbox.token}` }
    const streamed = { method: 'POST', body: chunks, headers, duplex: 'half' } as RequestInit
    await problemOf(await fetch(`${client.sandbox.baseUrl}${client.base}/insights`, streamed), 413)
    expect((await client.post('/insights', client.newInsight())).status).toBe(200)
  })

  test('are refused with every wrong field listed once, with its type, message and path', async () => {
    const wrong = { ...client.newInsight(), title: 5, seen: 'x', feedbackIds: ['a', 'b'], extra: 1, ['__proto__']: 2 }
    const text = JSON.stringify(wrong).replace('"extra":1', '"extra":1,"__proto__":2')
    const { fields, validationErrors } = await problemOf(await client.post('/insights', text), 400)
    expect(fields?.sort()).toEqual(['__proto__', 'extra', 'feedbackIds', 'seen', 'title'])
    const { feedbackIds, extra } = validationErrors?.invalidFields ?? {}
    expect(feedbackIds?.path).toEqual(['feedbackIds', '0'])
    expect(extra).toMatchObject({ type: 'unrecognized_keys', path: ['extra'] })
  })
})
