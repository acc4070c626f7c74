import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { fetchThroughSessions } from './sessions'

interface Setting {
  readonly isOnline?: boolean
  /** In the order of the answers; 200 after them. */
  readonly statuses?: readonly number[]
  readonly isRefused?: boolean
  /** The step during which the environment is locked. */
  readonly isLockedWhile?: 'opening' | 'signing in'
  readonly whileSigningIn?: () => void
}

function setUp({ isOnline = true, statuses = [], isRefused = false, isLockedWhile, whileSigningIn }: Setting = {}) {
  let isLocked = false
  const sent: string[] = []
  const left = [...statuses]
  const fetch = fetchThroughSessions({
    async open(name, way) {
      isLocked ||= isLockedWhile === 'opening'
      return {
        closeAllConnections: async () => void sent.push('closed'),
        name: `${name} ${way}`,
      }
    },
    async send({ name }, url) {
      sent.push(`${name} ${url}`)
      return new Response('', { status: left.shift() ?? 200 })
    },
    isOnline: () => isOnline,
    watchLock: () => () => {
      if (isLocked) throw new AppError('ENVIRONMENT_LOCKED', 'Locked.')
    },
    async signInToProxy(_session, origin) {
      sent.push(`sign in for ${origin}`)
      isLocked ||= isLockedWhile === 'signing in'
      whileSigningIn?.()
      if (isRefused) throw new AppError('PROXY_SIGN_IN', 'No.')
    },
  })
  return { sent, fetch }
}

const service = 'https://service.example/insights'
const here = 'http://127.0.0.1:4100/insights'

test('sends no change to another computer while this one is offline', async () => {
  const { sent, fetch } = setUp({ isOnline: false })
  await expect(fetch(service, { method: 'POST' }, 'staging')).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
  expect(sent).toEqual([])
})

test.each([
  [here, 'GET', false, 'service here'],
  [here, 'POST', false, 'service-changes-staging here'],
  ['http://[::1]:4100/insights', 'POST', false, 'service-changes-staging here'],
  ['https://localhost/insights', 'GET', true, 'service here'],
  [service, 'GET', false, 'service network'],
  [service, 'POST', true, 'service-changes-staging network'],
])('sends %s, %s, through the matching session when isOnline is %s', async (url, method, isOnline, session) => {
  const { sent, fetch } = setUp({ isOnline })
  await fetch(url, { method }, 'staging')
  expect(sent.filter((line) => line !== 'closed')).toEqual([`${session} ${url}`])
})

test('signs in to a proxy that answers 407, and resends the change on a fresh connection', async () => {
  const { sent, fetch } = setUp({ statuses: [407] })
  expect((await fetch(service, { method: 'POST' }, 'staging')).status).toBe(200)
  const change = `service-changes-staging network ${service}`
  expect(sent).toEqual(['closed', change, 'sign in for https://service.example', 'closed', change])
})

test('does not resend when the proxy refuses the sign-in, and signs in only once', async () => {
  const refused = setUp({ statuses: [407], isRefused: true })
  await expect(refused.fetch(service, { method: 'GET' }, 'staging')).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' })
  expect(refused.sent).toHaveLength(2)
  const again = setUp({ statuses: [407, 407] })
  await expect(again.fetch(service, { method: 'GET' }, 'staging')).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' })
  expect(again.sent).toHaveLength(3)
})

test('does not treat a 407 from a service on this computer as coming from a proxy', async () => {
  const { sent, fetch } = setUp({ statuses: [407] })
  expect((await fetch(here, { method: 'GET' }, 'staging')).status).toBe(407)
  expect(sent).toEqual([`service here ${here}`])
})

test.each([
  ['opening', 0],
  ['signing in', 1],
] as const)('does not send a change if its environment is locked while %s', async (isLockedWhile, requests) => {
  const { sent, fetch } = setUp({ statuses: [407], isLockedWhile })
  await expect(fetch(service, { method: 'POST' }, 'production')).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  expect(sent.filter((line) => line.includes(service))).toHaveLength(requests)
})

test('leaves the connections of the next change alone when one timed out while signing in to a proxy', async () => {
  const timeout = new AbortController()
  const { sent, fetch } = setUp({ statuses: [407], whileSigningIn: () => timeout.abort() })
  const { signal } = timeout
  await expect(fetch(service, { method: 'POST', signal }, 'staging')).rejects.toMatchObject({ name: 'AbortError' })
  const change = `service-changes-staging network ${service}`
  expect(sent).toEqual(['closed', change, 'sign in for https://service.example'])
})
