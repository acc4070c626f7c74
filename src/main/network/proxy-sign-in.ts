// Signing in to proxies. A name and a password belong to one proxy, host and port, and are kept in the keychain. They are
// given to that proxy's own 407 only, and to no 401 of a service. A refused sign-in is not tried again, even after a
// restart, until the person enters something else: repeated tries lock accounts.
import type { AuthInfo } from 'electron'
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import type { Keychain } from '../keychain/keychain'
import { timedOut, withTimeout } from '../schedule/with-timeout'
import { proxyName } from './proxy-config'

export interface SignIn {
  readonly name: string
  readonly password: string
}

export interface ProxySignIns {
  /** null = none is saved. Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT. */
  find(proxy: string): Promise<SignIn | null>
  save(proxy: string, signIn: SignIn): Promise<'keychain' | 'session'>
  remove(proxy: string): Promise<void>
  /** A name and password were saved since the start, if only until the app closes. */
  isSaved(proxy: string): boolean
  /** The proxy asked for a sign-in since the start. */
  noteAsked(proxy: string): void
  asked(): readonly string[]
  /** The proxy did not accept the saved sign-in. */
  refuse(proxy: string): void
  isRefused(proxy: string): boolean
}

export interface ProxySignInsDeps {
  readonly keychain: Pick<Keychain, 'get' | 'set' | 'delete'>
  readonly profileId: string
  /** Proxies that rejected the sign-in in the keychain, in an earlier run. */
  readonly refused: readonly string[]
  readonly onChange: () => void
  /** Sessions must forget what they remember of the sign-in, or they would try it once more. So must the next run. */
  readonly onRefused: (proxy: string) => void
}

export function createProxySignIns(deps: ProxySignInsDeps): ProxySignIns {
  const { keychain, profileId, onChange, onRefused } = deps
  const asked = new Set<string>()
  const refused = new Set(deps.refused)
  const saved = new Set<string>()
  const accountOf = (proxy: string) => `proxy ${JSON.stringify([profileId, proxy])}`

  function add(set: Set<string>, proxy: string): void {
    if (set.has(proxy)) return
    set.add(proxy)
    onChange()
  }

  return {
    async find(proxy) {
      const secret = await keychain.get(accountOf(proxy))
      if (secret === null) return null
      // A name has no colon, a password may.
      const colon = secret.indexOf(':')
      return { name: secret.slice(0, colon), password: secret.slice(colon + 1) }
    },
    async save(proxy, { name, password }) {
      const kept = await keychain.set(accountOf(proxy), `${name}:${password}`)
      refused.delete(proxy)
      saved.add(proxy)
      onChange()
      return kept
    },
    async remove(proxy) {
      await keychain.delete(accountOf(proxy))
      refused.delete(proxy)
      saved.delete(proxy)
      onChange()
    },
    isSaved: (proxy) => saved.has(proxy),
    noteAsked: (proxy) => add(asked, proxy),
    asked: () => [...asked],
    refuse(proxy) {
      onRefused(proxy)
      add(refused, proxy)
    },
    isRefused: (proxy) => refused.has(proxy),
  }
}

interface LoginRequest {
  abort(): unknown
  end(): unknown
  on(event: 'login', listener: (info: AuthInfo, answer: (name?: string, password?: string) => void) => void): unknown
  on(
    event: 'response',
    listener: (response: { statusCode: number; on: (event: 'error', ignore: () => void) => unknown }) => void,
  ): unknown
  on(event: 'error', listener: () => void): unknown
}

/** A request that a proxy answers and that tells the service nothing about the person. */
const onlyHead = { method: 'HEAD', credentials: 'omit', useSessionCookies: false, redirect: 'error' } as const

type HeadOptions<S> = typeof onlyHead & { readonly session: S; readonly url: string }

export type OpenRequest<S> = (options: HeadOptions<S>) => LoginRequest

export interface SignInToProxyDeps<S> {
  readonly signIns: ProxySignIns
  readonly openRequest: OpenRequest<S>
  readonly clock: Clock
}

const limitMs = 15_000

/**
 * Signs a session in to the proxy on the way to `origin`. Chromium then signs in every later request of that session by
 * itself. `fetch` cannot answer a proxy, so this sends a HEAD without a token. Throws PROXY_SIGN_IN and TIMEOUT.
 */
export async function signInToProxy<S>(
  { signIns, openRequest, clock }: SignInToProxyDeps<S>,
  session: S,
  origin: string,
): Promise<void> {
  const request = openRequest({ ...onlyHead, session, url: `${origin}/` })
  const signedIn = new Promise<void>((resolve, reject) => {
    let proxy: string | null = null
    let isRefused = false
    const fail = () => reject(signInError(proxy, isRefused))
    request.on('login', (info, answer) => {
      if (!info.isProxy) return answer()
      const asking = proxyName(info)
      signIns.noteAsked(asking)
      const isRepeated = proxy === asking
      proxy = asking
      if (isRepeated) signIns.refuse(asking)
      if (signIns.isRefused(asking)) {
        isRefused = true
        return answer()
      }
      signIns.find(asking).then(
        (found) => (found === null ? answer() : answer(found.name, found.password)),
        () => answer(),
      )
    })
    request.on('response', (response) => {
      response.on('error', () => undefined)
      if (response.statusCode === 407) fail()
      else resolve()
    })
    // The proxy accepted the sign-in; why the rest failed shows with the request itself.
    request.on('error', () => (isRefused ? fail() : resolve()))
    request.end()
  })
  try {
    const result = await withTimeout(clock, limitMs, signedIn)
    if (result === timedOut) throw new AppError('TIMEOUT', 'The request timed out.')
  } finally {
    request.abort()
  }
}

function signInError(proxy: string | null, isRefused: boolean): AppError {
  const name = proxy === null ? 'The proxy' : `The proxy ${proxy}`
  const message = isRefused ? `${name} rejected the saved name and password.` : `${name} requires a name and password.`
  return new AppError('PROXY_SIGN_IN', message)
}
