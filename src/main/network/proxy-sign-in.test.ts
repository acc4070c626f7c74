// Signing a session in to a proxy, against a request that behaves as Electron's.
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createManualClock } from '../testing/manual-clock'
import { createProxySignIns, type OpenRequest, signInToProxy } from './proxy-sign-in'

const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'
const proxy = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 8080, realm: '' }
const origin = 'https://service.example'

interface Challenge {
  readonly info: typeof proxy
  readonly accepts?: string
}

/** Asks again for as long as an answer is given that it does not accept, as Chromium does. */
async function setUp(challenges: readonly Challenge[]) {
  const keychain = await openKeychain({ driver: null, profileId })
  const told: string[] = []
  const signIns = createProxySignIns({
    ...{ keychain, profileId, refused: [] },
    onChange: () => void told.push('changed'),
    onRefused: () => void told.push('forget what sessions remember'),
  })
  const given: string[] = []
  const opened: unknown[] = []
  const openRequest: OpenRequest<string> = (options) => {
    opened.push(options)
    const request = Object.assign(new EventEmitter(), { abort() {}, end() {} })
    const left = [...challenges]
    const next = () => {
      const challenge = left[0]
      if (given.length > 5) throw new Error('the password was tried again and again')
      if (challenge === undefined) return request.emit('response', { statusCode: 200, on() {} })
      return request.emit('login', challenge.info, (name?: string, password?: string) => {
        if (name === undefined) {
          request.emit('response', { statusCode: challenge.info.isProxy ? 407 : 401, on() {} })
          return
        }
        given.push(`${challenge.info.host}:${challenge.info.port} ${name}:${password}`)
        if (`${name}:${password}` === challenge.accepts) left.shift()
        next()
      })
    }
    setImmediate(next)
    return request
  }
  const clock = createManualClock()
  const signIn = () => signInToProxy({ signIns, openRequest, clock }, 'session', origin)
  return { signIns, opened, given, told, keychain, clock, signIn }
}

const saved = { name: 'anna', password: 'pass:word' }

test('sends a HEAD without credentials or cookies, and follows no redirect', async () => {
  const { opened, signIn } = await setUp([])
  await signIn()
  expect(opened).toEqual([
    {
      ...{ session: 'session', url: `${origin}/`, method: 'HEAD' },
      ...{ credentials: 'omit', useSessionCookies: false, redirect: 'error' },
    },
  ])
})

test('gives a proxy the name and password saved for it', async () => {
  const { signIns, given, clock, signIn } = await setUp([{ info: proxy, accepts: 'anna:pass:word' }])
  await signIns.save('proxy.example:8080', saved)
  await signIn()
  expect(clock.waits()).toEqual([])
  expect(given).toEqual(['proxy.example:8080 anna:pass:word'])
  expect(signIns.isRefused('proxy.example:8080')).toBe(false)
})

test('gives no credentials to another proxy, another port or a service that answers 401', async () => {
  for (const info of [
    { ...proxy, host: 'other.example' },
    { ...proxy, port: 8081 },
    { ...proxy, isProxy: false },
  ]) {
    const { signIns, given, signIn } = await setUp([{ info }])
    await signIns.save('proxy.example:8080', saved)
    await signIn().catch(() => undefined)
    expect(given).toEqual([])
  }
})

test('reports that the proxy requires a name and password when none are saved', async () => {
  const { signIns, signIn } = await setUp([{ info: proxy }])
  const message = 'The proxy proxy.example:8080 requires a name and password.'
  await expect(signIn()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN', message })
  expect(signIns.asked()).toEqual(['proxy.example:8080'])
})

test('tries a wrong password only once until another one is saved', async () => {
  const { signIns, given, told, signIn } = await setUp([{ info: proxy, accepts: 'anna:right' }])
  await signIns.save('proxy.example:8080', saved)
  const message = 'The proxy proxy.example:8080 rejected the saved name and password.'
  await expect(signIn()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN', message })
  await expect(signIn()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN', message })
  expect(given).toHaveLength(1)
  expect(told).toContain('forget what sessions remember')
  await signIns.save('proxy.example:8080', { name: 'anna', password: 'right' })
  await signIn()
  expect(given).toHaveLength(2)
})

test('aborts a request that nothing answers within 15 seconds', async () => {
  const { signIns, clock } = await setUp([])
  const abort = vi.fn()
  const openRequest = () => Object.assign(new EventEmitter(), { abort, end() {} })
  const ended = signInToProxy({ signIns, openRequest, clock }, 'session', origin).catch((error: unknown) => error)
  await clock.advance(14_999)
  expect(abort).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(abort).toHaveBeenCalledOnce()
  expect(await ended).toMatchObject({ code: 'TIMEOUT' })
})

test('forgets a name and password', async () => {
  const { signIns } = await setUp([])
  await signIns.save('proxy.example:8080', saved)
  expect(await signIns.find('proxy.example:8080')).toEqual(saved)
  await signIns.remove('proxy.example:8080')
  expect(await signIns.find('proxy.example:8080')).toBeNull()
})
