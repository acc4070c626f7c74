import { afterEach, describe, expect, test } from 'vitest'
import { type Fault, faults } from './faults'
import { type FaultyServer, startFaultyServer } from './faulty-server'
import { startSandbox } from './start-sandbox'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function serverWith(fault: Fault, times?: number): Promise<FaultyServer> {
  const server = await startFaultyServer({ rules: [{ fault, times }] })
  open.push(server)
  return server
}

const body = JSON.stringify({ data: 'x'.repeat(1000) })

describe('the faulty server', () => {
  test('passes through to a real sandbox once a rule has no turns left', async () => {
    const sandbox = await startSandbox()
    open.push(sandbox)
    const server = await startFaultyServer({ upstream: sandbox.baseUrl })
    open.push(server)
    server.script({ method: 'GET', url: '/insights', times: 2, fault: faults.answer({ status: 503 }) })
    const path = `/organisations/${sandbox.organisationId}/workspaces/${sandbox.workspaceId}/insights`
    const list = () => fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${sandbox.token}` } })
    expect([(await list()).status, (await list()).status]).toEqual([503, 503])
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThan(100)
    expect(server.requests.map((request) => request.url)).toEqual([path, path, path])
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${sandbox.token}`)
  })

  test('records bodies and chooses the first rule that matches', async () => {
    const server = await startFaultyServer()
    open.push(server)
    server.script({ method: 'POST', fault: faults.json({ first: true }, 418) })
    server.script({ url: /b$/, fault: faults.problem(409, 'CONFLICT') })
    expect((await fetch(`${server.baseUrl}/a/b`, { method: 'POST', body: 'hello' })).status).toBe(418)
    expect((await fetch(`${server.baseUrl}/a/b`)).status).toBe(409)
    expect((await fetch(`${server.baseUrl}/a/c`)).status).toBe(404)
    expect(server.requests.map((request) => request.body.toString())).toEqual(['hello', '', ''])
    server.reset()
    expect(server.requests).toEqual([])
    expect((await fetch(`${server.baseUrl}/a/b`)).status).toBe(404)
  })

  test('resets the connection before and in the middle of an answer', async () => {
    const before = await serverWith(faults.resetBeforeAnswer())
    await expect(fetch(before.baseUrl)).rejects.toThrow()
    const middle = await serverWith(faults.resetMidBody(body, 500))
    const answer = await fetch(middle.baseUrl)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  test('ends a truncated body as if it were whole', async () => {
    const server = await serverWith(faults.truncatedJson(body, 500))
    const text = await (await fetch(server.baseUrl)).text()
    expect(text).toHaveLength(500)
    expect(() => JSON.parse(text)).toThrow()
  })

  test('trickles, delays and stays silent', async () => {
    const slow = await serverWith(faults.delayed(80, faults.trickle('{"data":[]}', { bytes: 4, everyMs: 20 })))
    const began = performance.now()
    const answer = await fetch(slow.baseUrl)
    expect(performance.now() - began).toBeGreaterThan(70)
    expect(await answer.text()).toBe('{"data":[]}')
    expect(performance.now() - began).toBeGreaterThan(120)
    const silent = await serverWith(faults.silence())
    await expect(fetch(silent.baseUrl, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/i)
  })

  test('redirects, serves a captive portal, and sends Retry-After', async () => {
    const redirecting = await serverWith(faults.redirect('http://127.0.0.1:9/', 308))
    const answer = await fetch(redirecting.baseUrl, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, 'http://127.0.0.1:9/'])
    const portal = await serverWith(faults.captivePortal())
    expect((await fetch(portal.baseUrl)).headers.get('content-type')).toContain('text/html')
    const busy = await serverWith(faults.tooManyRequests('soon'))
    expect((await fetch(busy.baseUrl)).headers.get('retry-after')).toBe('soon')
  })

  test('sends huge bodies, plain and as a gzip bomb', async () => {
    const huge = await serverWith(faults.hugeBody(3_000_000))
    expect((await (await fetch(huge.baseUrl)).arrayBuffer()).byteLength).toBeGreaterThanOrEqual(3_000_000)
    const bomb = await serverWith(faults.gzipBomb(20_000_000))
    const answer = await fetch(bomb.baseUrl)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(20_000_000)
  })

  test('survives a client that cancels a huge body', async () => {
    const server = await serverWith(faults.hugeBody(2 ** 40))
    const answer = await fetch(server.baseUrl)
    await answer.body?.cancel()
    await server.close()
    open.length = 0
  })

  test('goes down like a stopped service, and comes back at the same address with its rules', async () => {
    const server = await serverWith(faults.json({ data: [] }))
    await server.goAway()
    await expect(fetch(server.baseUrl)).rejects.toThrow()
    await server.comeBack()
    expect(await (await fetch(server.baseUrl)).json()).toEqual({ data: [] })
    expect(server.requests).toHaveLength(1)
  })
})
