// The connection doctor over real sockets: against services, proxies and certificates that stop it at each step.
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { CheckStep, CheckStepName } from '../../contract/features/network'
import { type Clock, systemClock } from '../clock'
import { createServiceClient } from '../service/client'
import type { ServiceLimits } from '../service/limits'
import { holdClosedPort } from '../service/testing/closed-port'
import { startFull } from '../service/testing/full-listener'
import { canary, type Served, serve, serveJson, serveSecurely } from '../service/testing/serve'
import { type ConnectionCheckDeps, checkConnection } from './connection-check'
import { ProbeError } from './probe'
import type { SignIn } from './proxy-sign-in'
import { type Authority, type Identity, makeAuthority, selfSigned } from './testing/certificates'
import { fetchTrusting } from './testing/fetch-trusting'
import { type LocalProxy, type LocalProxyOptions, startLocalProxy } from './testing/local-proxy'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
async function open<T extends { close(): Promise<unknown> }>(starting: Promise<T>): Promise<T> {
  const started = await starting
  closing.push(() => started.close())
  return started
}

const password = 'proxy-password-canary'
const host = 'service.example'
/** A busy machine takes its time to answer. */
const limitMs = 30_000
/** For a wait that nobody ends. */
const shortLimitMs = 100

interface Setting {
  readonly baseAddress: string
  /** Which wait of the steps before the request nobody ends, counted from one. */
  readonly endlessWait?: number
  /** Of the request. */
  readonly limits?: Partial<ServiceLimits>
  readonly fetch?: Parameters<typeof createServiceClient>[0]['fetch']
  readonly proxy?: string
  readonly signIn?: SignIn | null
  readonly isRefused?: boolean
  readonly target?: AppError
  readonly signal?: AbortSignal
  readonly onStep?: (step: CheckStep) => void
}

async function check(setting: Setting) {
  const refused = new Set<string>()
  const asked = new Set<string>()
  const signIns: ConnectionCheckDeps['signIns'] = {
    find: async () => setting.signIn ?? null,
    isRefused: (proxy) => setting.isRefused === true || refused.has(proxy),
    refuse: (proxy) => void refused.add(proxy),
    noteAsked: (proxy) => void asked.add(proxy),
  }
  const seen: CheckStep[] = []
  const lookedUp: string[] = []
  const { baseAddress } = setting
  let readMs = 0
  let waits = 0
  const after: Clock['after'] = (delayMs, callback) => {
    waits += 1
    return systemClock.after(waits === setting.endlessWait ? shortLimitMs : delayMs, callback)
  }
  const limits = { headersMs: limitMs, stallMs: limitMs, ...setting.limits }
  const steps = await checkConnection(
    {
      client: createServiceClient({ fetch: setting.fetch ?? fetch, limits }),
      resolveProxy: async () => setting.proxy ?? 'DIRECT',
      signIns,
      // The name server of a test machine may answer anything.
      lookUp: async (name) => {
        lookedUp.push(name)
        if (name === 'known.example') return ['192.0.2.1']
        throw new ProbeError(name === 'slow.example' ? 'timeout' : 'notFound')
      },
      // The durations in the report don't depend on how busy this computer is.
      clock: { ...systemClock, after, monotonicMs: () => (readMs += 5) },
      limitMs,
    },
    {
      baseAddress,
      target: setting.target ?? {
        workspace: { environment: 'staging', organisationId: 'o', workspaceId: 'w' },
        ...{ baseAddress, token: canary, relationships: null },
      },
      signal: setting.signal ?? new AbortController().signal,
      onStep(step) {
        seen.push(step)
        setting.onStep?.(step)
      },
    },
  )
  const text = JSON.stringify([steps, seen])
  expect(text).not.toContain(canary)
  expect(text).not.toContain(password)
  const stepOf = (name: CheckStepName) => steps.find((step) => step.name === name)
  const states = Object.fromEntries(steps.map(({ name, state }) => [name, state]))
  const stop = steps.find(({ state }) => state === 'stopped') ?? null
  return { steps, seen, states, stop, stepOf, refused, asked, lookedUp }
}

const list = { data: [{ id: 1 }, { id: 2 }] }
const answerList: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))

async function serveAt(identity: Identity, listener: RequestListener = answerList): Promise<Served> {
  return open(serveSecurely(identity, listener))
}

/** A service behind a proxy of this computer, with a certificate of a private authority. */
async function behindProxy(options: LocalProxyOptions = {}, authority: Authority = makeAuthority('Company Root')) {
  const service = await serveAt(authority.issue({ name: host, hosts: [host] }))
  const routes = { [`${host}:443`]: `127.0.0.1:${service.port}` }
  const proxy: LocalProxy = await open(startLocalProxy({ routes, ...options }))
  return {
    service,
    proxy,
    setting: {
      baseAddress: `https://${host}`,
      proxy: `PROXY ${proxy.name}`,
      fetch: fetchTrusting(authority.cert, service.port),
    },
  }
}

async function listen(onConnect: (server: Server) => void): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer()
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  onConnect(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return { port: (server.address() as AddressInfo).port, close }
}

async function closedPort(): Promise<number> {
  const { port, close } = await holdClosedPort()
  closing.push(async () => close())
  return port
}

describe('a working connection', () => {
  test('passes every step, names the certificate chain and says what was not tested', async () => {
    const { setting, service } = await behindProxy()
    const { states, stepOf, seen, lookedUp } = await check(setting)
    expect(states).toEqual({
      ...{ name: 'skipped', proxy: 'passed', tcp: 'passed', tls: 'passed', signIn: 'passed' },
      ...{ permissions: 'noted', latency: 'passed', size: 'passed' },
    })
    expect(stepOf('name')?.came).toBe('The proxy looks up the name.')
    expect(lookedUp).toEqual([])
    expect(stepOf('proxy')?.came).toMatch(/^Connected through 127\.0\.0\.1:\d+\.$/)
    expect(stepOf('tls')?.came).toBe('TLS 1.3. This computer trusts the certificate.')
    expect(stepOf('tls')?.details).toEqual([
      expect.stringMatching(/^Valid from \d+ \w{3,4} \d{4} to \d+ \w{3,4} \d{4}, for service\.example$/),
      'service.example, signed by Company Root',
      'Company Root, signed by itself',
    ])
    expect(stepOf('permissions')?.came).toContain('Write access wasn’t tested')
    expect(stepOf('latency')?.came).toMatch(/^Connected in \d+ ms\. The first data came after \d+ ms\.$/)
    expect(stepOf('size')?.came).toMatch(/^2 insights, 28 bytes in \d+ ms\. The service sends the whole list/)
    expect(seen.filter(({ name }) => name === 'tcp').map(({ state }) => state)).toEqual(['running', 'passed'])
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${canary}`])
  })

  test('reports that the service does not resend unchanged lists', async () => {
    const service = await open(
      serve((request, response) => {
        if (request.headers['if-none-match'] === '"one"') return void response.writeHead(304).end()
        response.writeHead(200, { 'content-type': 'application/json', etag: '"one"' }).end(JSON.stringify(list))
      }),
    )
    const { stepOf, states } = await check({ baseAddress: service.baseAddress })
    expect(stepOf('size')?.came).toContain('A list that hasn’t changed isn’t sent again.')
    expect(service.requests.map(({ url }) => url)).toEqual(Array(2).fill('/organisations/o/workspaces/w/insights'))
    expect(service.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    expect(states).toMatchObject({ name: 'skipped', proxy: 'skipped', tcp: 'passed', tls: 'skipped' })
  })

  test('uses no proxy for a service on this computer', async () => {
    const service = await open(serveJson(200, list))
    const proxy = await open(startLocalProxy())
    const { stepOf } = await check({ baseAddress: service.baseAddress, proxy: `PROXY ${proxy.name}` })
    expect(stepOf('proxy')?.came).toBe('A service on this computer is never reached through a proxy.')
    expect(proxy.asked).toEqual([])
    expect(service.requests).toHaveLength(1)
  })
})

describe('the check stops', () => {
  test.each([
    ['that does not exist', 'service.example', 'No host named service.example was found.'],
    ['that the name server says nothing about', 'slow.example', 'The name server didn’t answer in time.'],
  ])('at a name %s', async (_, name, came) => {
    const { stop, states } = await check({ baseAddress: `https://${name}` })
    expect(stop).toMatchObject({ name: 'name', came })
    expect(stop?.ask).toContain(`Ask your network team (IT) whether ${name} needs a VPN or a proxy.`)
    expect(states).toMatchObject({ tcp: 'skipped', size: 'skipped' })
  })

  test('at a port where nothing listens', async () => {
    const port = await closedPort()
    const { stop } = await check({ baseAddress: `https://127.0.0.1:${port}` })
    expect(stop).toMatchObject({ name: 'tcp', came: `No service is running at 127.0.0.1, port ${port}.` })
    expect(stop?.ask).toBe(
      'Ask the service’s administrator whether the service is running and the port in the base address is right.',
    )
  })

  test('at a host that accepts no connection', async () => {
    const full = await startFull()
    closing.push(async () => full.end())
    const { stop } = await check({ baseAddress: `https://127.0.0.1:${full.port}`, endlessWait: 1 })
    expect(stop).toMatchObject({ name: 'tcp', came: `127.0.0.1, port ${full.port} didn’t answer in time.` })
    expect(stop?.ask).toBe('Ask your network team (IT) whether a firewall, VPN or proxy is in between.')
  })

  test.each([
    [
      'silence',
      (server: Server) => server.on('connection', () => {}),
      '127.0.0.1 didn’t answer the TLS handshake in time.',
    ],
    [
      'a server that hangs up',
      (server: Server) => server.on('connection', (socket) => socket.once('data', () => socket.destroy())),
      'The connection was closed during the TLS handshake.',
    ],
    [
      'a server without https',
      (server: Server) => server.on('connection', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      /doesn’t speak https correctly on port \d+\.$/,
    ],
  ])('at TLS: %s', async (fault, onConnect, came) => {
    const server = await open(listen((each) => void onConnect(each)))
    const { stop } = await check({
      baseAddress: `https://127.0.0.1:${server.port}`,
      // It connects first.
      ...(fault === 'silence' && { endlessWait: 2 }),
    })
    expect(stop?.name).toBe('tls')
    expect(stop?.came).toMatch(came)
    expect(stop?.ask).not.toBeNull()
  })

  const here = ['127.0.0.1']
  test.each([
    [
      'a private authority',
      () => makeAuthority('Inspector Root').issue({ name: 'Service', hosts: here }),
      'The certificate of 127.0.0.1 is signed by “Inspector Root”, which this computer doesn’t trust. Nothing was sent.',
      'Ask your network team (IT) whether “Inspector Root” is your company’s. If so, they can install its certificate on this computer. If not, someone may be intercepting the connection.',
    ],
    [
      'one that nobody signed',
      () => selfSigned({ name: 'Nobody', hosts: here }),
      'The certificate of 127.0.0.1 is signed by “Nobody”, which this computer doesn’t trust. Nothing was sent.',
      /^Ask your network team \(IT\) whether “Nobody” is your company’s/,
    ],
    [
      'an expired one',
      () =>
        selfSigned({ name: 'Old', hosts: here, validFrom: new Date(2020, 5, 1), validTo: new Date(2021, 5, 2, 12) }),
      /^The certificate of 127\.0\.0\.1 expired on \d Jun 2021\. Nothing was sent\.$/,
      'Ask the service’s administrator to renew it.',
    ],
    [
      'one that is not valid yet',
      () => selfSigned({ name: 'New', hosts: here, validFrom: new Date(2048, 5, 2), validTo: new Date(2049, 5, 1) }),
      /^The certificate of 127\.0\.0\.1 isn’t valid until \d Jun 2048\./,
      /^Check this computer’s date\./,
    ],
    [
      'that of another host',
      () => selfSigned({ name: 'Other', hosts: ['other.example'] }),
      'The certificate is for other.example, not for 127.0.0.1. Nothing was sent.',
      'Check the base address. If it’s right, ask the service’s administrator.',
    ],
  ])('at a certificate: %s', async (_, identity, came, ask) => {
    const service = await serveAt(identity())
    const { stop, states } = await check({
      baseAddress: service.baseAddress,
      fetch: fetchTrusting(undefined, service.port),
    })
    expect(stop?.name).toBe('tls')
    expect(stop?.came).toMatch(came)
    expect(stop?.ask).toMatch(ask)
    expect(stop?.details.join()).toContain('signed by')
    expect(states.signIn).toBe('skipped')
    expect(service.requests).toEqual([])
  })

  test.each([
    [401, 'signIn', 'The service rejected the token (status 401).', /Get a new token and replace it in Settings/],
    [
      403,
      'permissions',
      'The token can’t read insights of this workspace (status 403).',
      /^Ask the service’s administrator for access/,
    ],
    [
      302,
      'signIn',
      'The service redirected the request (status 302). Redirects aren’t followed.',
      /network sign-in page/,
    ],
    [404, 'signIn', 'The response didn’t come from the service.', /^Open the base address in a browser/],
    [429, 'signIn', 'The service asked us to wait (status 429).', 'Try again in a few minutes.'],
    [503, 'signIn', 'The service had a problem (status 503).', /ask the service’s administrator\.$/],
    [418, 'signIn', 'The service sent an unexpected response (status 418).', /^Try again\./],
  ])('at the status %i', async (status, name, came, ask) => {
    const service = await open(serveJson(status, { message: canary }, { location: 'https://elsewhere.example/' }))
    const manual = (url: string, init: RequestInit) => fetch(url, { ...init, redirect: 'manual' })
    const { stop } = await check({ baseAddress: service.baseAddress, fetch: manual })
    expect(stop).toMatchObject({ name, came })
    expect(stop?.ask).toMatch(ask)
  })

  test('at a page instead of the service', async () => {
    const service = await open(
      serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
    )
    const { stop } = await check({ baseAddress: service.baseAddress })
    expect(stop).toMatchObject({ name: 'signIn', came: 'The response didn’t come from the service.' })
  })

  test('at a service that does not answer the request', async () => {
    const service = await open(serve(() => {}))
    const { stop } = await check({ baseAddress: service.baseAddress, limits: { headersMs: shortLimitMs } })
    expect(stop).toMatchObject({ name: 'signIn', came: 'The service didn’t answer the request in time.' })
  })

  test.each([
    ['stops coming', false, 'The list stopped before it was complete.'],
    ['breaks off', true, 'The connection broke before the list was complete.'],
  ])('at a list that %s', async (_, isClosed, came) => {
    const service = await open(
      serve((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"data":[', () => isClosed && setTimeout(() => response.destroy(), 100))
      }),
    )
    const limits = isClosed ? {} : { stallMs: shortLimitMs }
    const { stop, states } = await check({ baseAddress: service.baseAddress, limits })
    expect(stop).toMatchObject({ name: 'size', came })
    expect(states.signIn).toBe('passed')
  })

  test('at a missing token, after all steps that need none', async () => {
    const authority = makeAuthority('Company Root')
    const service = await serveAt(authority.issue({ name: 'Service', hosts: here }))
    const target = new AppError('TOKEN_MISSING', 'No access token is saved.')
    const { stop, stepOf } = await check({ baseAddress: service.baseAddress, target })
    expect(stop).toMatchObject({ name: 'signIn', came: 'No access token is saved.' })
    expect(stepOf('tls')?.came).toContain('can only be checked with a token')
    expect(stepOf('tls')?.details).toContain('Service, signed by Company Root')
    expect(service.requests).toEqual([])
  })
})

describe('behind a proxy, the check', () => {
  const signIn = { name: 'anna', password }

  test('signs in with the saved name and password', async () => {
    const { setting, proxy } = await behindProxy({ signIn: `anna:${password}` })
    const { states, stepOf, asked } = await check({ ...setting, signIn })
    expect(states.size).toBe('passed')
    expect(stepOf('proxy')?.came).toContain('It accepted the saved name and password.')
    expect(proxy.asked.map(({ credentials }) => credentials)).toEqual([null, `anna:${password}`])
    expect([...asked]).toEqual([proxy.name])
  })

  test('stops when no name and password are saved', async () => {
    const { setting, proxy } = await behindProxy({ signIn: 'anna:other' })
    const { stop } = await check(setting)
    expect(stop).toMatchObject({
      name: 'proxy',
      came: `The proxy ${proxy.name} requires a name and password, and none is saved.`,
    })
    expect(stop?.ask).toMatch(/^Enter the name and password in Settings, Network\./)
  })

  test('tries a wrong password once, and never again', async () => {
    const { setting, proxy, service } = await behindProxy({ signIn: 'anna:other' })
    const { stop, refused } = await check({ ...setting, signIn })
    expect(stop).toMatchObject({ came: `The proxy ${proxy.name} rejected the saved name and password.` })
    expect([...refused]).toEqual([proxy.name])
    await check({ ...setting, signIn, isRefused: true })
    expect(proxy.asked.map(({ credentials }) => credentials)).toEqual([null, `anna:${password}`, null])
    expect(service.requests).toEqual([])
  })

  test('sends no password in the clear to a proxy that wants another kind of sign-in', async () => {
    const { setting, proxy } = await behindProxy({ signIn: 'anna:other', scheme: 'Negotiate' })
    const { stepOf, states } = await check({ ...setting, signIn })
    expect(stepOf('proxy')?.came).toContain('requires negotiate sign-in.')
    expect(states).toMatchObject({ proxy: 'noted', tcp: 'skipped', tls: 'passed', size: 'passed' })
    expect(proxy.asked.map(({ credentials }) => credentials)).toEqual([null])
  })

  test.each([
    [
      'reset',
      'proxy',
      /closed the connection when asked for service\.example, port 443\.$/,
      /whether the proxy works and allows/,
    ],
    [
      'silence',
      'proxy',
      /didn’t answer the request for a connection to service\.example, port 443 in time\.$/,
      /whether the proxy works/,
    ],
    [
      403,
      'tcp',
      'The proxy doesn’t allow service.example, port 443 (status 403).',
      'Ask your network team (IT) to allow service.example through the proxy.',
    ],
    [502, 'tcp', 'The proxy couldn’t reach service.example, port 443 (status 502).', /^Check the base address\./],
    [
      500,
      'tcp',
      'The proxy didn’t connect to service.example, port 443 (status 500).',
      /what the proxy’s status means/,
    ],
  ] as const)('stops at a proxy with the fault %s', async (fault, name, came, ask) => {
    const { setting, service } = await behindProxy({ fault })
    // It connects to the proxy first.
    const { stop } = await check({ ...setting, ...(fault === 'silence' && { endlessWait: 2 }) })
    expect(stop?.name).toBe(name)
    expect(stop?.came).toMatch(came)
    expect(stop?.ask).toMatch(ask)
    expect(service.requests).toEqual([])
  })

  test('stops at an unreachable proxy, or goes on to the next one', async () => {
    const { setting, proxy } = await behindProxy()
    const port = await closedPort()
    const { stop } = await check({ ...setting, proxy: `PROXY 127.0.0.1:${port}` })
    expect(stop).toMatchObject({ name: 'proxy', came: `No proxy is listening at 127.0.0.1:${port}.` })
    const { states } = await check({ ...setting, proxy: `PROXY 127.0.0.1:${port};PROXY ${proxy.name}` })
    expect(states.size).toBe('passed')
    const mixed = await check({ ...setting, proxy: `PROXY ${proxy.name};DIRECT` })
    expect(mixed.lookedUp).toEqual([host])
    expect(mixed.stepOf('name')?.came).toBe('No host named service.example was found. The proxy looks it up instead.')
    const dead = await check({ ...setting, proxy: 'PROXY proxy.invalid:8080' })
    expect(dead.stop?.came).toMatch(/proxy\.invalid/)
  })

  test('says that it can’t see behind a SOCKS proxy', async () => {
    const { setting, proxy } = await behindProxy()
    const { states, stepOf } = await check({ ...setting, proxy: `SOCKS5 ${proxy.name}` })
    expect(stepOf('proxy')?.came).toContain('It’s a SOCKS proxy')
    expect(states).toMatchObject({ proxy: 'noted', tcp: 'skipped', tls: 'passed', size: 'passed' })
    expect(proxy.asked).toEqual([])
  })

  test('names the certificate authority of a proxy that intercepts the connection', async () => {
    const { setting, service } = await behindProxy({}, makeAuthority('Company Inspection'))
    const { stop } = await check({ ...setting, fetch: fetchTrusting(makeAuthority('Real').cert, service.port) })
    expect(stop?.came).toContain('signed by “Company Inspection”, which this computer doesn’t trust')
    expect(service.requests).toEqual([])
  })
})

test('ends at once when cancelled, whatever step is running', async () => {
  const silent = await open(listen(() => {}))
  const hanging = await open(serve(() => {}))
  for (const baseAddress of [`https://127.0.0.1:${silent.port}`, hanging.baseAddress]) {
    const controller = new AbortController()
    const isLate = (step: CheckStep) => step.state === 'running' && step.name === 'tls'
    const onStep = (step: CheckStep) => isLate(step) && controller.abort()
    setTimeout(() => controller.abort(), 100)
    const checking = check({ baseAddress, signal: controller.signal, onStep })
    await expect(checking).rejects.toMatchObject({ code: 'CANCELLED' })
  }
})
