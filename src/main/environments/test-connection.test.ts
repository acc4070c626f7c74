// Trying a connection over real HTTP, against servers that are the service and servers that are not.
import { afterEach, describe, expect, test } from 'vitest'
import type { Connection } from '../../contract/features/environments'
import { systemClock } from '../clock'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { createServiceClient } from '../service/client'
import { holdClosedPort } from '../service/testing/closed-port'
import { failureOf } from '../service/testing/failures'
import { canary, type Served, serve, serveAnswer, serveJson } from '../service/testing/serve'
import { targetOf } from './find-target'
import { tryConnection } from './test-connection'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function using(server: Promise<Served>): Promise<Served> {
  const served = await server
  open.push(served)
  return served
}
const addressOf = async (server: Promise<Served>) => (await using(server)).baseAddress

async function closedPort(): Promise<string> {
  const closed = await holdClosedPort()
  open.push(closed)
  return closed.baseUrl
}

/** On a machine without a keychain, so that nothing but the given token can be used. */
async function tryOut(
  baseAddress: string,
  token: string | null = canary,
  { signal = new AbortController().signal, headersMs = 30_000 } = {},
) {
  const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'
  const keychain = await openKeychain({ driver: null, profileId })
  const ids = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const
  const connection: Connection = { ...ids, baseAddress, ...(token === null ? {} : { token }) }
  const deps = { tokens: createTokens({ keychain, profileId }), keychain }
  const client = createServiceClient({ fetch, limits: { headersMs } })
  return tryConnection({ client, clock: systemClock, signal }, () => targetOf(deps, connection))
}

describe('trying a connection', () => {
  test('reports the number of insights and the duration', async () => {
    const server = await using(serveJson(200, { data: [{ id: 1 }, { id: 2 }, { id: 3 }] }))
    expect(await tryOut(server.baseAddress)).toEqual({ outcome: 'works', insights: 3, durationMs: expect.any(Number) })
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${canary}`)
  })

  test('reports an empty workspace', async () => {
    expect(await tryOut(await addressOf(serveJson(200, { data: [] })))).toMatchObject({ outcome: 'empty' })
  })

  test.each([
    ['an invalid address', async () => 'staging.example.com', 'ADDRESS_INVALID'],
    ['an unknown host name', async () => 'https://service.invalid', 'NAME_NOT_FOUND'],
    ['a closed port', closedPort, 'CONNECTION_REFUSED'],
    [
      'a server without HTTPS',
      async () => (await addressOf(serveJson(200, {}))).replace('http:', 'https:'),
      'TLS_UNTRUSTED',
    ],
    ['an HTML page', () => addressOf(serveAnswer(200, { 'content-type': 'text/html' }, '<p>')), 'NOT_THE_SERVICE'],
    ['foreign JSON', () => addressOf(serveJson(200, { items: [] })), 'NOT_THE_SERVICE'],
    ['a list of numbers', () => addressOf(serveJson(200, { data: [1, 2, 3] })), 'NOT_THE_SERVICE'],
    ['foreign JSON with 404', () => addressOf(serveJson(404, { detail: 'Not found' })), 'NOT_THE_SERVICE'],
    ['401', () => addressOf(serveJson(401, {})), 'UNAUTHENTICATED'],
    ['403', () => addressOf(serveJson(403, {})), 'FORBIDDEN'],
    ['a redirect', () => addressOf(serveAnswer(302, { location: '/' }, '')), 'REDIRECTED'],
  ])('fails on %s without exposing the token', async (_, address, code) => {
    const result = await tryOut(await address())
    expect(result).toMatchObject({ outcome: 'failed', code })
    expect(JSON.stringify(result)).not.toContain(canary)
  })

  test('fails on a server that never answers', async () => {
    const silent = await addressOf(serve(() => {}))
    expect(await tryOut(silent, canary, { headersMs: 100 })).toMatchObject({ outcome: 'failed', code: 'TIMEOUT' })
  })

  test('sends nothing without a token', async () => {
    const server = await using(serveJson(200, { data: [] }))
    expect(await tryOut(server.baseAddress, null)).toMatchObject({ outcome: 'failed', code: 'TOKEN_MISSING' })
    expect(server.requests).toEqual([])
  })

  test('throws CANCELLED when the person gives up', async () => {
    const call = tryOut(await addressOf(serve(() => {})), canary, { signal: AbortSignal.timeout(20) })
    expect(await failureOf(call)).toMatchObject({ code: 'CANCELLED' })
  })
})
