// Connection doctor: goes to the service of an environment step by step and says in words where it stops and whom to ask.
// Name, proxy, TCP and TLS are tried over plain sockets (probe.ts), which carry no token. Then one request goes out with
// the token through the usual client: it alone decides whether the certificate is trusted and the token accepted.
import type { Socket } from 'node:net'
import { AppError } from '../../contract/errors'
import { type CheckStep, CheckStepName } from '../../contract/features/network'
import { count } from '../../contract/figures'
import { lowerFirst } from '../../contract/first-letter'
import type { ListValidators } from '../../contract/library'
import { dateText } from '../../contract/local-time'
import { sizeText } from '../../contract/size-text'
import type { Clock } from '../clock'
import { createItemCounter } from '../environments/item-counter'
import { isLoopback } from '../service/address'
import { createRedaction } from '../service/redact'
import type { ServiceClient, ServiceTarget } from '../service/service-client'
import {
  askForTunnel,
  type Host,
  lookUp,
  openTcp,
  type ProbeContext,
  ProbeError,
  shakeHands,
  type TlsFacts,
} from './probe'
import { type ProxyRoute, parseRoutes, proxyName } from './proxy-config'
import type { ProxySignIns, SignIn } from './proxy-sign-in'

export interface ConnectionCheckDeps {
  readonly client: Pick<ServiceClient, 'streamList'>
  /** Chromium's answer, as "PROXY a:8080;DIRECT". */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly signIns: Pick<ProxySignIns, 'find' | 'isRefused' | 'refuse' | 'noteAsked'>
  readonly clock: Clock
  readonly lookUp?: typeof lookUp
  /** For each step before the request. */
  readonly limitMs?: number
}

export interface CheckSubject {
  /** The saved base address of the environment. */
  readonly baseAddress: string
  /** Where to send the request, or why there is no token for it. */
  readonly target: ServiceTarget | AppError
  readonly signal: AbortSignal
  readonly onStep: (step: CheckStep) => void
}

const defaultLimitMs = 10_000
const slowMs = 2_000

const askNetwork = 'Ask your network team (IT)'
const askService = 'Ask the service’s administrator'

/** Throws CANCELLED and defects only. */
export async function checkConnection(deps: ConnectionCheckDeps, subject: CheckSubject): Promise<readonly CheckStep[]> {
  const secret = subject.target instanceof AppError ? '' : subject.target.token
  const report = createReport(subject.onStep, secret)
  try {
    await runSteps({ ...deps, ...subject, report, ...placeOf(subject.baseAddress) })
  } catch (error) {
    if (error instanceof ProbeError && error.failure === 'cancelled') {
      throw new AppError('CANCELLED', 'The check was cancelled.')
    }
    if (!(error instanceof Stopped)) throw error
  }
  return report.finish()
}

function placeOf(baseAddress: string) {
  const { protocol, hostname, port } = new URL(baseAddress)
  const isSecure = protocol === 'https:'
  const to: Host = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? 443 : 80) }
  return { to, isSecure, isHere: isLoopback(hostname) }
}

interface Run extends ConnectionCheckDeps, CheckSubject, ReturnType<typeof placeOf> {
  readonly report: Report
}

async function runSteps(run: Run): Promise<void> {
  const context = { clock: run.clock, signal: run.signal, limitMs: run.limitMs ?? defaultLimitMs }
  const routes = run.isHere ? [null] : parseRoutes(await run.resolveProxy(run.baseAddress))
  await checkName(run, context, routes)
  const startedMs = run.clock.monotonicMs()
  const socket = await openWay(run, context, routes)
  const connectMs = socket && run.clock.monotonicMs() - startedMs
  const facts = await checkTls(run, context, socket)
  await checkService(run, facts, connectMs)
}

async function checkName(
  { report, to, isHere, ...run }: Run,
  context: ProbeContext,
  routes: readonly (ProxyRoute | null)[],
): Promise<void> {
  if (isHere) return report.end('name', 'skipped', 'The service runs on this computer.')
  // Behind a proxy, the name of an internal service is not for the local name server.
  if (routes.length > 0 && !routes.includes(null)) {
    return report.end('name', 'skipped', 'The proxy looks up the name.')
  }
  report.begin('name', `Look up ${to.host}.`)
  try {
    const addresses = await (run.lookUp ?? lookUp)(to.host, context)
    return report.end('name', 'passed', `Found ${addresses.slice(0, 4).join(', ')}.`)
  } catch (error) {
    const { failure } = asProbeError(error)
    const came =
      failure === 'timeout' ? 'The name server didn’t answer in time.' : `No host named ${to.host} was found.`
    if (routes.some((route) => route !== null))
      return report.end('name', 'noted', `${came} The proxy looks it up instead.`)
    report.stop(
      'name',
      came,
      `Check the base address and that you’re online. ${askNetwork} whether ${to.host} needs a VPN or a proxy.`,
    )
  }
}

/** A socket that leads to the service; null = behind a proxy that cannot be looked into. */
async function openWay(
  run: Run,
  context: ProbeContext,
  routes: readonly (ProxyRoute | null)[],
): Promise<Socket | null> {
  const { report, to, isHere } = run
  if (isHere) {
    report.end('proxy', 'skipped', 'A service on this computer is never reached through a proxy.')
    return openDirectly(run, context)
  }
  report.begin('proxy', `Find the proxy for ${to.host} in the network settings, and connect to it.`)
  const problems: string[] = []
  for (const route of routes.length === 0 ? [null] : routes) {
    if (route === null) {
      const came = [...problems, 'No proxy is used for this service.'].join(' ')
      report.end('proxy', problems.length === 0 ? 'passed' : 'noted', came)
      return openDirectly(run, context)
    }
    const opened = await openTcp(route, context).catch(asProbeError)
    if (!(opened instanceof ProbeError)) return openThroughProxy(run, context, route, opened)
    problems.push(proxyProblem(route, opened))
  }
  const ask = `Check the proxy in Settings, Network. ${askNetwork} which one to use.`
  return report.stop('proxy', problems.join(' '), ask)
}

function proxyProblem(route: ProxyRoute, { failure }: ProbeError): string {
  const name = proxyName(route)
  if (failure === 'notFound') return `No proxy named ${route.host} was found.`
  if (failure === 'timeout') return `The proxy ${name} didn’t answer in time.`
  return failure === 'refused' ? `No proxy is listening at ${name}.` : `The proxy ${name} can’t be reached.`
}

async function openDirectly({ report, to }: Run, context: ProbeContext): Promise<Socket> {
  const place = `${to.host}, port ${to.port}`
  report.begin('tcp', `Connect to ${place}.`)
  const opened = await openTcp(to, context).catch(asProbeError)
  if (!(opened instanceof ProbeError)) {
    report.end('tcp', 'passed', `Connected to ${place}.`)
    return opened
  }
  if (opened.failure === 'refused') {
    const ask = `${askService} whether the service is running and the port in the base address is right.`
    return report.stop('tcp', `No service is running at ${place}.`, ask)
  }
  const came = opened.failure === 'timeout' ? `${place} didn’t answer in time.` : `${place} can’t be reached.`
  return report.stop('tcp', came, `${askNetwork} whether a firewall, VPN or proxy is in between.`)
}

async function openThroughProxy(
  run: Run,
  context: ProbeContext,
  route: ProxyRoute,
  first: Socket,
): Promise<Socket | null> {
  const { report, to, signIns } = run
  const proxy = proxyName(route)
  if (route.kind !== 'http') {
    first.destroy()
    const kind = route.kind === 'https' ? 'an https proxy' : 'a SOCKS proxy'
    const came = `${proxy} answers. It’s ${kind}. This check can’t test through it, but the request below uses it.`
    report.end('proxy', 'noted', came)
    report.end('tcp', 'skipped', 'Can’t be tested through this kind of proxy.')
    return null
  }
  const place = `${to.host}, port ${to.port}`
  const ask = async (socket: Socket, signIn: SignIn | null) => {
    try {
      return await askForTunnel(socket, to, signIn, context)
    } catch (error) {
      const { failure } = asProbeError(error)
      const came =
        failure === 'timeout'
          ? `The proxy ${proxy} didn’t answer the request for a connection to ${place} in time.`
          : `The proxy ${proxy} closed the connection when asked for ${place}.`
      return report.stop('proxy', came, `${askNetwork} whether the proxy works and allows ${to.host}.`)
    }
  }

  let socket = first
  let answer = await ask(socket, null)
  let signedIn = ''
  if (answer.status === 407) {
    socket.destroy()
    signIns.noteAsked(proxy)
    const signIn = await signIns.find(proxy)
    if (signIns.isRefused(proxy)) return report.stop('proxy', ...refusedWords(proxy))
    if (signIn === null) {
      const way = 'Enter the name and password in Settings, Network. Ask your network team (IT) for them.'
      return report.stop('proxy', `The proxy ${proxy} requires a name and password, and none is saved.`, way)
    }
    if (!answer.schemes.includes('basic')) {
      const kind = answer.schemes.length === 0 ? 'an unknown type of' : answer.schemes.join(' or ')
      const came = `The proxy ${proxy} requires ${kind} sign-in. This check can’t do that, but the request below can.`
      report.end('proxy', 'noted', came)
      report.end('tcp', 'skipped', 'Can’t be tested through a proxy with this kind of sign-in.')
      return null
    }
    const again = await openTcp(route, context).catch(asProbeError)
    if (again instanceof ProbeError) return report.stop('proxy', proxyProblem(route, again), `${askNetwork} about it.`)
    socket = again
    answer = await ask(socket, signIn)
    if (answer.status === 407) {
      socket.destroy()
      signIns.refuse(proxy)
      return report.stop('proxy', ...refusedWords(proxy))
    }
    signedIn = ' It accepted the saved name and password.'
  }
  report.end('proxy', 'passed', `Connected through ${proxy}.${signedIn}`)
  report.begin('tcp', `Have the proxy connect to ${place}.`)
  if (answer.status >= 200 && answer.status < 300) {
    report.end('tcp', 'passed', `The proxy connected to ${place}.`)
    return socket
  }
  socket.destroy()
  if (answer.status === 403) {
    const way = `${askNetwork} to allow ${to.host} through the proxy.`
    return report.stop('tcp', `The proxy doesn’t allow ${place} (status 403).`, way)
  }
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) {
    const way = `Check the base address. ${askNetwork} whether the proxy can reach ${to.host}.`
    return report.stop('tcp', `The proxy couldn’t reach ${place} (status ${answer.status}).`, way)
  }
  const came = `The proxy didn’t connect to ${place} (status ${answer.status}).`
  return report.stop('tcp', came, `${askNetwork} what the proxy’s status means.`)
}

const refusedWords = (proxy: string): [came: string, ask: string] => [
  `The proxy ${proxy} rejected the saved name and password.`,
  'Replace them in Settings, Network. Until then they won’t be tried, so that your account isn’t locked.',
]

/** The facts of the certificate are judged by `checkService`; null = there is none to be seen. */
async function checkTls({ report, to, isSecure }: Run, context: ProbeContext, socket: Socket | null) {
  if (!isSecure) {
    socket?.destroy()
    report.end('tls', 'skipped', 'Plain http, which never leaves this computer.')
    return null
  }
  report.begin('tls', `Start TLS with ${to.host} and read its certificate.`)
  if (socket === null) return null
  try {
    return await shakeHands(socket, to.host, context)
  } catch (error) {
    const { failure } = asProbeError(error)
    if (failure === 'timeout') {
      const ask = `${askService} whether https runs on port ${to.port}, or your network team (IT) whether a device in between interrupts it.`
      return report.stop('tls', `${to.host} didn’t answer the TLS handshake in time.`, ask)
    }
    if (failure === 'closed') {
      const ask = `${askNetwork} whether a firewall blocks ${to.host}.`
      return report.stop('tls', `The connection was closed during the TLS handshake.`, ask)
    }
    const ask = `${askService} whether https runs on port ${to.port}.`
    return report.stop('tls', `${to.host} doesn’t speak https correctly on port ${to.port}.`, ask)
  } finally {
    socket.destroy()
  }
}

/** One request with the token; its outcome belongs to the steps from TLS on. */
async function checkService(run: Run, facts: TlsFacts | null, connectMs: number | null): Promise<void> {
  const { report, target, signal, clock, isSecure } = run
  if (target instanceof AppError) {
    if (isSecure) {
      const came = 'Whether this computer trusts the certificate can only be checked with a token.'
      report.end('tls', 'noted', came, null, facts ? factLines(facts) : [])
    }
    const ask = target.code === 'TOKEN_MISSING' ? 'Add an access token for this workspace.' : 'Unlock your keychain.'
    return report.stop('signIn', target.message, ask)
  }
  const startedMs = clock.monotonicMs()
  let firstMs: number | null = null
  let bytes = 0
  const counter = createItemCounter()
  let validators: ListValidators | null
  try {
    const answer = await run.client.streamList(target, 'listInsights', {
      signal,
      async onBytes(piece) {
        firstMs ??= clock.monotonicMs() - startedMs
        bytes += piece.byteLength
        counter.add(piece)
      },
    })
    validators = answer.state === 'read' ? answer.validators : null
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error
    return judgeFailure(run, facts, error, bytes > 0)
  }
  const totalMs = clock.monotonicMs() - startedMs
  passTls(run, facts)
  report.begin('signIn', 'Read the list of insights with the saved token.')
  const insights = counter.finish()
  if (insights === null) return report.stop('signIn', notTheService, askAboutAddress)
  report.end('signIn', 'passed', 'The service accepted the token.')
  const permissions = 'The token can read insights. Write access wasn’t tested: only a change would show it.'
  report.begin('permissions', 'Check what the token can do, without changing anything.')
  report.end('permissions', 'noted', permissions)

  const latency = firstMs ?? totalMs
  report.begin('latency', 'Measure how long it takes to connect and to get the first data.')
  const connected = connectMs === null ? '' : `Connected in ${ms(connectMs)}. `
  const isSlow = latency > slowMs
  report.end(
    'latency',
    isSlow ? 'noted' : 'passed',
    `${connected}The first data came after ${ms(latency)}${isSlow ? ', which is slow' : ''}.`,
    isSlow ? `${askService} and your network team (IT) if this stays slow.` : null,
  )

  report.begin('size', 'Read the whole list, then ask whether it has changed.')
  const isSaving = validators !== null && (await isUnchangedSaid(run, target, validators))
  const again = isSaving
    ? 'A list that hasn’t changed isn’t sent again.'
    : 'The service sends the whole list at each sync, even if nothing has changed.'
  const list = `${count(insights)} ${insights === 1 ? 'insight' : 'insights'}`
  report.end('size', 'passed', `${list}, ${sizeText(bytes)} in ${ms(totalMs)}. ${again}`)
}

/** Asks for the list again if it changed, and reads none of it. */
async function isUnchangedSaid(run: Run, target: ServiceTarget, known: ListValidators): Promise<boolean> {
  const reading = new AbortController()
  const cancel = () => reading.abort()
  run.signal.addEventListener('abort', cancel, { once: true })
  try {
    const { state } = await run.client.streamList(target, 'listInsights', {
      signal: reading.signal,
      known,
      onBytes: async () => cancel(),
    })
    return state === 'unchanged'
  } catch (error) {
    if (run.signal.aborted || !(error instanceof AppError)) throw error
    return false
  } finally {
    run.signal.removeEventListener('abort', cancel)
  }
}

function passTls({ report, isSecure }: Run, facts: TlsFacts | null): void {
  if (!isSecure) return
  const came = facts
    ? `${facts.version}. This computer trusts the certificate.`
    : 'This computer trusts the certificate.'
  report.end('tls', 'passed', came, null, facts ? factLines(facts) : [])
}

const notTheService = 'The response didn’t come from the service.'
const askAboutAddress =
  'Open the base address in a browser: a network sign-in page may be in between. Otherwise check the address, or ask the service’s administrator for it.'

function judgeFailure(run: Run, facts: TlsFacts | null, error: AppError, hasBegun: boolean): never {
  const { report, to, isSecure } = run
  const { code } = error
  const { status } = error.report
  const answer = status === undefined ? '' : ` (status ${status})`
  if (code === 'PROXY_SIGN_IN') {
    // A proxy that the check cannot sign in to itself was noted before.
    return report.stop('proxy', error.message, 'Enter the name and password in Settings, Network.')
  }
  if (code === 'TLS_UNTRUSTED' && isSecure) return stopUntrusted(run, facts)
  passTls(run, facts)
  report.begin('signIn', 'Read the list of insights with the saved token.')
  if (hasBegun) {
    report.end('signIn', 'passed', 'The service accepted the token.')
    report.end('permissions', 'noted', 'The token can read insights. Write access wasn’t tested.')
    report.begin('size', 'Read the whole list.')
    if (code === 'ANSWER_TOO_LARGE')
      return report.stop('size', error.message, `${askService} whether the workspace can be made smaller.`)
    const came =
      code === 'TIMEOUT'
        ? 'The list stopped before it was complete.'
        : 'The connection broke before the list was complete.'
    return report.stop(
      'size',
      came,
      `Try again. If this continues, ${lowerFirst(askNetwork)} and the service’s administrator.`,
    )
  }
  switch (code) {
    case 'UNAUTHENTICATED':
      return report.stop(
        'signIn',
        `The service rejected the token${answer}.`,
        'It may have expired or been revoked. Get a new token and replace it in Settings, Environments.',
      )
    case 'FORBIDDEN':
    case 'NOT_FOUND': {
      report.end('signIn', 'passed', 'The service recognises the token.')
      report.begin('permissions', 'Check what the token can do, without changing anything.')
      const came =
        code === 'FORBIDDEN'
          ? `The token can’t read insights of this workspace${answer}.`
          : `The service didn’t find this workspace${answer}.`
      const ask =
        code === 'FORBIDDEN'
          ? `${askService} for access to this workspace, or for a token that has it.`
          : `Check the organisation ID and workspace ID. ${askService} for the right ones.`
      return report.stop('permissions', came, ask)
    }
    case 'NOT_THE_SERVICE':
      return report.stop('signIn', notTheService, askAboutAddress)
    case 'REDIRECTED':
      return report.stop(
        'signIn',
        `The service redirected the request${answer}. Redirects aren’t followed.`,
        askAboutAddress,
      )
    case 'RATE_LIMITED':
      return report.stop('signIn', `The service asked us to wait${answer}.`, 'Try again in a few minutes.')
    case 'SERVICE_FAILED':
      return report.stop(
        'signIn',
        `The service had a problem${answer}.`,
        `Try again later. If this continues, ${lowerFirst(askService)}.`,
      )
    case 'TIMEOUT':
      return report.stop(
        'signIn',
        'The service didn’t answer the request in time.',
        `${askService} whether it’s overloaded.`,
      )
    default: {
      const came =
        status === undefined
          ? `The connection to ${to.host} was lost before a response arrived.`
          : `The service sent an unexpected response${answer}.`
      return report.stop('signIn', came, `Try again. If this continues, ${lowerFirst(askService)}.`)
    }
  }
}

function stopUntrusted({ report, to, clock }: Run, facts: TlsFacts | null): never {
  const nothing = 'Nothing was sent.'
  if (facts === null) {
    return report.stop(
      'tls',
      `This computer doesn’t trust the service’s certificate. ${nothing}`,
      `${askNetwork} about it.`,
    )
  }
  const details = factLines(facts)
  const now = new Date(clock.now())
  if (facts.validTo < now) {
    const came = `The certificate of ${to.host} expired on ${day(facts.validTo)}. ${nothing}`
    return report.stop('tls', came, `${askService} to renew it.`, details)
  }
  if (facts.validFrom > now) {
    const came = `The certificate of ${to.host} isn’t valid until ${day(facts.validFrom)}. ${nothing}`
    return report.stop('tls', came, `Check this computer’s date. If it’s right, ${lowerFirst(askService)}.`, details)
  }
  if (!facts.isForHost) {
    const came =
      facts.names.length === 0
        ? `The certificate names no host, so it isn’t valid for ${to.host}.`
        : `The certificate is for ${facts.names.join(', ')}, not for ${to.host}.`
    return report.stop(
      'tls',
      `${came} ${nothing}`,
      `Check the base address. If it’s right, ${lowerFirst(askService)}.`,
      details,
    )
  }
  const issuer = facts.chain.at(-1)?.issuer ?? 'an unknown authority'
  const came = `The certificate of ${to.host} is signed by “${issuer}”, which this computer doesn’t trust. ${nothing}`
  const ask = `${askNetwork} whether “${issuer}” is your company’s. If so, they can install its certificate on this computer. If not, someone may be intercepting the connection.`
  return report.stop('tls', came, ask, details)
}

function factLines({ chain, names, validFrom, validTo }: TlsFacts): readonly string[] {
  return [
    `Valid from ${day(validFrom)} to ${day(validTo)}, for ${names.join(', ') || 'no host'}`,
    ...chain.map(({ subject, issuer }) =>
      subject === issuer ? `${subject}, signed by itself` : `${subject}, signed by ${issuer}`,
    ),
  ]
}

const day = (date: Date) => (Number.isNaN(date.getTime()) ? 'an unknown date' : dateText(date.getTime()))
const ms = (time: number) => `${count(Math.max(1, Math.round(time)))} ms`

/** Throws a cancellation, which ends the whole check. */
function asProbeError(error: unknown): ProbeError {
  if (!(error instanceof ProbeError) || error.failure === 'cancelled') throw error
  return error
}

/** Ends the check: the step that stopped is reported. */
class Stopped extends Error {}

interface Report {
  begin(name: CheckStepName, tried: string): void
  end(
    name: CheckStepName,
    state: CheckStep['state'],
    came: string,
    ask?: string | null,
    details?: readonly string[],
  ): void
  stop(name: CheckStepName, came: string, ask: string, details?: readonly string[]): never
  /** All steps, in order. Those that were not reached are skipped. */
  finish(): readonly CheckStep[]
}

function createReport(onStep: (step: CheckStep) => void, secret: string): Report {
  const steps = new Map<CheckStepName, CheckStep>()
  function put(name: CheckStepName, change: Partial<CheckStep>): void {
    const before = steps.get(name) ?? { name, state: 'skipped', tried: '', came: '', ask: null, details: [] }
    const step = { ...before, ...change }
    steps.set(name, step)
    onStep(step)
  }
  // A service that knows the token may have put it into its certificate.
  const safe = createRedaction(secret)
  const end: Report['end'] = (name, state, came, ask = null, details = []) =>
    put(name, { state, came: safe(came), ask: ask && safe(ask), details: details.map(safe) })
  return {
    begin: (name, tried) => put(name, { state: 'running', tried }),
    end,
    stop(name, came, ask, details) {
      end(name, 'stopped', came, ask, details)
      throw new Stopped()
    },
    finish() {
      for (const name of CheckStepName.options) {
        const state = steps.get(name)?.state
        if (state === undefined || state === 'running') end(name, 'skipped', 'An earlier step failed.')
      }
      return CheckStepName.options.flatMap((name) => steps.get(name) ?? [])
    },
  }
}
