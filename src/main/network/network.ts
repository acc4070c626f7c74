// Network: which proxy leads to services, signing in to it, and the connection doctor. Begin here: `createNetwork` makes the
// calls of the page and the sessions of the HTTP client. proxy-config.ts says what Electron is told, proxy-sign-in.ts keeps
// names and passwords, connection-check.ts is the doctor, probe.ts its single steps. The folder knows no queue and no library.
import type { Session } from 'electron'
import { AppError } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { NetworkView, ProxySettings } from '../../contract/features/network'
import { type EnvironmentName, environmentLabels, type WorkspaceRef } from '../../contract/workspace'
import type { Clock } from '../clock'
import { shownAddress } from '../environments/confirm-address'
import { entranceOf } from '../environments/setup'
import { createTestLimit } from '../environments/test-limit'
import type { Handlers } from '../ipc/handlers'
import type { Keychain } from '../keychain/keychain'
import type { Question } from '../question'
import { reportOf } from '../schedule/failure'
import { createMutex } from '../schedule/mutex'
import type { FindTarget, ServiceClient } from '../service/service-client'
import { type SessionsDeps, sendThroughProxy } from '../service/sessions'
import { isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import { checkConnection } from './connection-check'
import { directConfig, parseProxySettings, proxyConfig } from './proxy-config'
import { createProxySignIns, type OpenRequest, type SignIn, signInToProxy } from './proxy-sign-in'

type NetworkSession = Pick<Session, 'fetch' | 'closeAllConnections' | 'setProxy' | 'clearAuthCache' | 'resolveProxy'>

export interface NetworkDeps<S extends NetworkSession> {
  readonly settings: Pick<SettingsStore, 'read' | 'update'>
  readonly keychain: Pick<Keychain, 'get' | 'set' | 'delete'>
  /** The session of a name, in memory only. */
  readonly openSession: (name: string) => S
  readonly openRequest: OpenRequest<S>
  readonly ask: (question: Question) => Promise<boolean>
  readonly emit: Emit
  readonly clock: Clock
  /** The way to services changed: requests that wait for it may be tried now. */
  readonly onChanged: () => Promise<void>
  readonly log: Pick<Log, 'defect'>
}

export interface CheckDeps {
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly findTarget: FindTarget
}

export interface Network<S extends NetworkSession> {
  readonly open: SessionsDeps<S>['open']
  readonly signInToProxy: SessionsDeps<S>['signInToProxy']
  /** For requests other than to a service, through the session of the name. Signs in to a proxy as well. */
  fetch(name: string, url: string, init: RequestInit): Promise<Response>
  /** Looks up the sign-in of each proxy, all of which are to be left out of diagnostics. */
  findSignIns(): readonly Promise<SignIn | null>[]
  /** The calls of the page. */
  handlers(deps: CheckDeps): Handlers['network']
}

export function createNetwork<S extends NetworkSession>(deps: NetworkDeps<S>): Network<S> {
  const { settings, clock, emit } = deps
  /** Sessions that use the network, by name: an open one gets every later change of the settings. */
  const sessions = new Map<string, S>()
  const configured = new Map<string, Promise<S>>()
  const saving = createMutex()
  const signing = createMutex()
  // Two checks at a time would try a wrong password twice.
  const checking = createMutex()
  /** Proxies that rejected a sign-in, whatever was saved or removed since. */
  const rejecting = new Set(settings.read().network.refused)
  const tests = createTestLimit(clock)
  const changed = () => emit('network.changed', {})
  // Not awaited: opening waits behind a request that is under way, which may hang.
  const tryAgain = () =>
    void deps.onChanged().catch((error: unknown) => void reportOf(deps.log, 'using the network settings', error))

  const signIns = createProxySignIns({
    keychain: deps.keychain,
    profileId: settings.read().profileId,
    refused: settings.read().network.refused,
    onChange: changed,
    onRefused(proxy) {
      rejecting.add(proxy)
      void forgetSignIns()
      void noteRefused(proxy).catch((error: unknown) => void reportOf(deps.log, 'noting a rejected sign-in', error))
    },
  })

  /** Skips a sign-in that is kept for this run only: it is gone afterwards. */
  async function noteRefused(proxy: string): Promise<void> {
    if (!settings.read().network.signedIn.includes(proxy)) return
    await settings.update((current) => ({
      ...current,
      network: { ...current.network, refused: [...new Set([...current.network.refused, proxy])] },
    }))
  }

  async function forgetSignIns(): Promise<void> {
    for (const session of sessions.values()) await session.clearAuthCache().catch(() => undefined)
  }

  /** Settings that are being saved and set: opening a session waits for them, so that nothing goes the old way. */
  let changing: Promise<unknown> = Promise.resolve()

  const open = (name: string, way: 'here' | 'network'): Promise<S> => changing.then(() => openNow(name, way))

  function openNow(name: string, way: 'here' | 'network'): Promise<S> {
    const fullName = way === 'here' ? `${name}-here` : name
    const known = configured.get(fullName)
    if (known !== undefined) return known
    const session = deps.openSession(fullName)
    if (way === 'network') sessions.set(fullName, session)
    const config = way === 'here' ? directConfig : proxyConfig(settings.read().network)
    const ready = session.setProxy(config).then(
      () => whenItKnowsItsProxies(session),
      (error: unknown) => {
        configured.delete(fullName)
        void reportOf(deps.log, 'setting a proxy', error)
        // Nothing was sent, and nothing goes without the proxy that was chosen.
        throw new AppError('CONNECTION_REFUSED', 'The proxy settings couldn’t be used.')
      },
    )
    configured.set(fullName, ready)
    return ready
  }

  /**
   * Waits for a configuration file: a change closes the session's connections before it is sent, and Chromium would go
   * without a proxy if the file was cut off. A request would wait for the file just as long.
   */
  const whenItKnowsItsProxies = (session: S): Promise<S> =>
    session.resolveProxy('https://service.invalid/').then(
      () => session,
      () => session,
    )

  async function applySettings(): Promise<void> {
    const config = proxyConfig(settings.read().network)
    const opened = [...sessions]
    // A session that can't be set is set again when it is opened.
    for (const [name] of opened) configured.delete(name)
    await Promise.all(
      opened.map(async ([name, session]) => {
        // Connections lead the old way. Later, these two calls would cut off the configuration file on its way.
        await session.closeAllConnections()
        await session.clearAuthCache()
        await session.setProxy(config)
        configured.set(name, whenItKnowsItsProxies(session))
      }),
    )
  }

  /** Proxies that a password may go to: none of the page's choice. */
  function knownProxies(): readonly string[] {
    const { mode, proxy, signedIn } = settings.read().network
    return [...new Set([...(mode === 'manual' ? [proxy] : []), ...signIns.asked(), ...signedIn])]
  }

  function requireKnown(proxy: string): void {
    if (knownProxies().includes(proxy)) return
    throw new AppError('INVALID_INPUT', 'This proxy hasn’t asked for a name and password.')
  }

  /** Notes whether the keychain has a sign-in. A rejected one was replaced or removed. */
  const setSignedIn = (proxy: string, isSignedIn: boolean) =>
    settings.update((current) => {
      const { signedIn, refused } = current.network
      const without = (proxies: readonly string[]) => proxies.filter((other) => other !== proxy)
      const network = { signedIn: [...without(signedIn), ...(isSignedIn ? [proxy] : [])], refused: without(refused) }
      return { ...current, network: { ...current.network, ...network } }
    })

  /** One after another: several requests that meet the same proxy try its password once. */
  const signIn = (session: S, origin: string) =>
    signing.run(() => signInToProxy({ signIns, openRequest: deps.openRequest, clock }, session, origin))

  return {
    open,
    signInToProxy: signIn,
    async fetch(name, url, init) {
      const session = await open(name, 'network')
      return sendThroughProxy(
        () => session.fetch(url, init),
        () => signIn(session, new URL(url).origin),
      )
    },
    findSignIns: () => knownProxies().map((proxy) => signIns.find(proxy)),
    handlers: ({ client, findTarget }) => ({
      async read(): Promise<NetworkView> {
        const { mode, pacUrl, proxy, signedIn } = settings.read().network
        const stateOf = (name: string) => {
          if (signIns.isRefused(name)) return 'refused'
          if (signedIn.includes(name) || signIns.isSaved(name)) return 'saved'
          return signIns.asked().includes(name) ? 'needed' : 'none'
        }
        const proxies = knownProxies().map((name) => ({ proxy: name, signIn: stateOf(name) }) as const)
        return { settings: { mode, pacUrl, proxy }, proxies }
      },
      save: (input) =>
        saving.run(async () => {
          const next = parseProxySettings(input)
          const before = settings.read().network
          const isSame = JSON.stringify(proxyConfig(before)) === JSON.stringify(proxyConfig(next))
          if (!isSame && !(await deps.ask(routeQuestion(next)))) {
            throw new AppError('INVALID_INPUT', 'The proxy wasn’t confirmed.')
          }
          // A setting that couldn't be written lasts until the app closes, so it is set all the same. Saving the same route cuts
          // off no connections: a page can do that without a question.
          const change = settings
            .update((current) => ({ ...current, network: { ...current.network, ...next } }))
            .finally(isSame ? null : applySettings)
          changing = change.catch(() => undefined)
          await change.finally(changed)
          tryAgain()
          return null
        }),
      async saveSignIn({ proxy, name, password }) {
        requireKnown(proxy)
        if (rejecting.has(proxy) && !(await deps.ask(signInQuestion(proxy)))) {
          throw new AppError('INVALID_INPUT', 'The sign-in wasn’t confirmed.')
        }
        const kept = await signIns.save(proxy, { name, password })
        // A locked keychain keeps the sign-in of an earlier run, which stays rejected.
        if (kept === 'keychain') await setSignedIn(proxy, true)
        await forgetSignIns()
        changed()
        tryAgain()
        return { kept }
      },
      async removeSignIn({ proxy }) {
        requireKnown(proxy)
        await signIns.remove(proxy)
        await setSignedIn(proxy, false)
        await forgetSignIns()
        changed()
        return null
      },
      async check({ environment, checkId }, { signal }) {
        if (tests.areUsedUp()) throw new AppError('RATE_LIMITED', 'Wait a minute before you check again.')
        const workspace = entranceOf(settings.read(), environment)
        if (workspace === null) throw new AppError('WORKSPACE_UNKNOWN', 'No workspace is connected here.')
        tests.spend()
        const target = await findTarget(workspace).catch((error: unknown) => {
          if (error instanceof AppError) return error
          throw error
        })
        const saved = settings.read().environments[environment].baseAddress
        const baseAddress = target instanceof AppError ? saved : target.baseAddress
        if (baseAddress === null) throw target
        const steps = await checking.run(() =>
          checkConnection(
            {
              client,
              clock,
              signIns,
              resolveProxy: async (url) => (await open('service', 'network')).resolveProxy(url),
            },
            { baseAddress, target, signal, onStep: (step) => emit('network.step', { checkId, step }) },
          ),
        )
        return { subject: subjectOf(environment, workspace, baseAddress), steps: [...steps] }
      },
    }),
  }

  function subjectOf(environment: EnvironmentName, workspace: WorkspaceRef, baseAddress: string): string {
    const entry = settings.read().environments[environment].workspaces.find((each) => isOf(each, workspace))
    return `${entry?.name ?? 'Workspace'} in ${environmentLabels[environment]}, ${new URL(baseAddress).origin}`
  }
}

/** A page that was taken over must not lock the person's account with one wrong password after another. */
const signInQuestion = (proxy: string): Question => ({
  message: `Sign in to ${proxy} again?`,
  detail: 'It rejected a name and password before. Too many failed attempts can lock your account.',
  accept: 'Save sign-in',
})

/** A page that was taken over must not lead the person's requests elsewhere. */
function routeQuestion({ mode, pacUrl, proxy }: ProxySettings): Question {
  const seen = 'The proxy sees which services you use, but not what’s sent to them over https.'
  switch (mode) {
    case 'manual':
      return {
        message: `Use the proxy ${proxy}?`,
        detail: `All requests to services on other computers go through it. ${seen}`,
        accept: 'Use proxy',
      }
    case 'pac':
      return {
        message: 'Use this automatic configuration?',
        detail: `The file at ${shownAddress(pacUrl)} chooses the proxy for each service. ${seen}`,
        accept: 'Use configuration',
      }
    case 'system':
      return {
        message: 'Use the proxy settings of this computer?',
        detail: 'Requests follow your system’s network settings.',
        accept: 'Use system settings',
      }
    case 'none':
      return {
        message: 'Connect without a proxy?',
        detail: 'Requests go straight to your services. Your network may not allow that.',
        accept: 'Connect directly',
      }
  }
}
