// The proxy settings, sign-ins and checks as the page calls them, with sessions that record what they are told.
import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ProxyConfig } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appApi } from '../../contract/app'
import { AppError } from '../../contract/errors'
import { pushesAfter } from '../../contract/testing/pushes-after'
import { withActive, withEnvironment, withWorkspace } from '../environments/setup'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import type { Question } from '../question'
import { createServiceClient } from '../service/client'
import { canary, type Served, serveJson } from '../service/testing/serve'
import { openSettings } from '../settings/settings'
import { createManualClock } from '../testing/manual-clock'
import { createNetwork } from './network'

const context = { signal: new AbortController().signal }
const workspace = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const
const checkId = '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'
const password = 'proxy-password-canary'
const manual = { mode: 'manual', pacUrl: '', proxy: 'proxy.example:8080' } as const

let folder: string
let served: Served
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'network-'))
  served = await serveJson(200, { data: [] })
})
afterEach(async () => {
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

async function setUp(answer: () => Promise<boolean> = async () => true, driver = createMemoryDriver()) {
  const settings = await openSettings(path.join(folder, 'settings.json'))
  await settings.update((current) => {
    const connected = withEnvironment(current, 'staging', (before) => ({
      ...before,
      baseAddress: served.baseAddress,
      workspaces: withWorkspace([], { organisationId: 'o', workspaceId: 'w', name: 'Bikes' }),
    }))
    return withActive(connected, workspace)
  })
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver, profileId })
  const questions: Question[] = []
  const emitted: unknown[] = []
  const told: string[] = []
  const broken = { isOn: false }
  const slow = { until: Promise.resolve() }
  const pac = { arrives: Promise.resolve() }
  const tried: string[] = []
  /** What `fetch` answers, in this order; 200 after them. */
  const statuses: number[] = []
  const accepted = { signIn: '' }
  const clock = createManualClock()
  const network = createNetwork({
    ...{ settings, keychain, clock },
    openSession: (name) => ({
      async setProxy(config: ProxyConfig) {
        if (broken.isOn) throw new Error('no such proxy')
        await slow.until
        told.push(`${name} ${JSON.stringify(config)}`)
      },
      clearAuthCache: async () => void told.push(`${name} forgets sign-ins`),
      closeAllConnections: async () => void told.push(`${name} closes connections`),
      async resolveProxy() {
        await pac.arrives
        return 'DIRECT'
      },
      async fetch() {
        told.push(`${name} sends`)
        return new Response('', { status: statuses.shift() ?? 200 })
      },
    }),
    // A proxy that rejects every sign-in but the accepted one, and asks again for as long as it gets another.
    openRequest: () => {
      const request = Object.assign(new EventEmitter(), { abort() {}, end() {} })
      const info = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 8080, realm: '' }
      const next = () =>
        request.emit('login', info, (name?: string, given?: string) => {
          if (name === undefined) return void request.emit('response', { statusCode: 407, on() {} })
          tried.push(`${name}:${given}`)
          if (`${name}:${given}` === accepted.signIn) return void request.emit('response', { statusCode: 200, on() {} })
          next()
        })
      setImmediate(next)
      return request
    },
    ask: async (question) => {
      questions.push(question)
      return answer()
    },
    emit: (name, payload) => void emitted.push([name, payload]),
    onChanged: async () => void told.push('try again'),
    log: { defect: (_where, defect) => String(defect) },
  })
  const target = { workspace, baseAddress: served.baseAddress, token: canary, relationships: null }
  const handlers = network.handlers({ client: createServiceClient({ fetch }), findTarget: async () => target })
  const signIn = async () =>
    network.signInToProxy(await network.open('service', 'network'), 'https://service.example').catch(() => undefined)
  const proxy = { statuses, accepted, tried }
  return { settings, network, handlers, questions, emitted, told, broken, slow, pac, clock, keychain, ...proxy, signIn }
}

test('sets another proxy only after main asks the person, and only for network sessions', async () => {
  const { network, handlers, questions, told, settings } = await setUp()
  await network.open('service', 'network')
  await network.open('service', 'here')
  expect(told).toEqual(['service {"mode":"system"}', 'service-here {"mode":"direct"}'])
  told.length = 0
  await handlers.save(manual, context)
  expect(questions).toMatchObject([{ message: 'Use the proxy proxy.example:8080?', accept: 'Use proxy' }])
  const config = '{"mode":"fixed_servers","proxyRules":"proxy.example:8080"}'
  expect(told).toEqual(['service closes connections', 'service forgets sign-ins', `service ${config}`, 'try again'])
  await network.open('service-changes-staging', 'network')
  await network.open('service-changes-staging', 'here')
  expect(told.slice(-2)).toEqual([
    `service-changes-staging ${config}`,
    'service-changes-staging-here {"mode":"direct"}',
  ])
  expect(settings.read().network).toMatchObject(manual)
})

test('pushes the network after each command that changes it, before the command answers', async () => {
  const { handlers, emitted } = await setUp()
  const { proxy } = manual
  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    save: () => handlers.save(manual, context),
    saveSignIn: () => handlers.saveSignIn({ proxy, name: 'anna', password }, context),
    removeSignIn: () => handlers.removeSignIn({ proxy }, context),
  }
  const listed = Object.entries(pushesAfter).filter(([, pushes]) => pushes.network)
  expect(
    Object.keys(commands)
      .map((name) => `network.${name}`)
      .sort(),
  ).toEqual(listed.map(([name]) => name).sort())
  for (const [name, run] of Object.entries(commands)) {
    emitted.length = 0
    await run()
    expect(emitted, name).toContainEqual(['network.changed', {}])
  }
})

test('opens no session on the old route while another proxy is being set', async () => {
  const { network, handlers, slow, told, settings } = await setUp()
  await network.open('service', 'network')
  let finish = () => {}
  slow.until = new Promise((resolve) => {
    finish = resolve
  })
  const saved = handlers.save(manual, context)
  await expect.poll(() => settings.read().network).toMatchObject(manual)
  const opened = network.open('service', 'network').then(() => told.push('opened'))
  await new Promise((later) => setTimeout(later, 20))
  expect(told).not.toContain('opened')
  finish()
  await Promise.all([saved, opened])
  expect(told).toContain('opened')
})

test('opens a session once its PAC file has arrived, and does not make saving wait for the file', async () => {
  const { network, handlers, pac, told } = await setUp()
  await network.open('service', 'network')
  let arrive = () => {}
  pac.arrives = new Promise((resolve) => {
    arrive = resolve
  })
  await handlers.save({ ...manual, mode: 'pac', pacUrl: 'http://wpad.example/proxy.pac' }, context)
  const opened = ['service', 'service-changes-staging'].map((name) =>
    network.open(name, 'network').then(() => told.push(`${name} is open`)),
  )
  await new Promise((later) => setTimeout(later, 20))
  expect(told.filter((line) => line.endsWith('is open'))).toEqual([])
  arrive()
  expect(await Promise.all(opened)).toHaveLength(2)
})

test('interrupts no request and asks nothing when the route stays the same', async () => {
  const { network, handlers, questions, told } = await setUp()
  await network.open('service', 'network')
  await handlers.save(manual, context)
  told.length = 0
  await handlers.save({ ...manual, pacUrl: 'https://pac.example/proxy.pac' }, context)
  expect(questions).toHaveLength(1)
  expect(told).toEqual(['try again'])
})

test('uses the new proxy until the app closes when the setting cannot be written, and reports the error', async () => {
  const { network, handlers, told, settings, emitted } = await setUp()
  await network.open('service', 'network')
  const update = settings.update.bind(settings)
  vi.spyOn(settings, 'update').mockImplementation(async (change) => {
    await update(change)
    throw new AppError('DISK_FULL', 'The disk is full.')
  })
  await expect(handlers.save(manual, context)).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(settings.read().network).toMatchObject(manual)
  expect(told).toContain('service {"mode":"fixed_servers","proxyRules":"proxy.example:8080"}')
  expect(emitted).toContainEqual(['network.changed', {}])
})

test('keeps the current route when the person declines or cannot be asked', async () => {
  const refusing = [async () => false, () => Promise.reject(new AppError('NOT_ASKED', 'Not now.'))]
  for (const answer of refusing) {
    const { network, handlers, told, settings } = await setUp(answer)
    await network.open('service', 'network')
    for (const mode of ['manual', 'pac', 'none'] as const) {
      await expect(handlers.save({ ...manual, mode, pacUrl: 'http://wpad.example/' }, context)).rejects.toThrow()
    }
    expect(told).toEqual(['service {"mode":"system"}'])
    expect(settings.read().network.mode).toBe('system')
  }
})

test('opens no session when the chosen proxy cannot be set, and tries again on the next open', async () => {
  const { network, broken } = await setUp()
  broken.isOn = true
  const opening = network.open('service', 'network')
  await expect(opening).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
  broken.isOn = false
  expect(await network.open('service', 'network')).toHaveProperty('fetch')
})

test('shows the PAC address in the question, and does not ask about an invalid one', async () => {
  const { handlers, questions } = await setUp()
  await handlers.save({ ...manual, mode: 'pac', pacUrl: 'http://wpad.example/proxy.pac' }, context)
  expect(questions[0]?.detail).toContain('http://wpad.example/proxy.pac')
  const wrong = { ...manual, mode: 'pac', pacUrl: 'file:///etc/passwd' } as const
  await expect(handlers.save(wrong, context)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(questions).toHaveLength(1)
})

test('accepts a password only for a proxy in use, and keeps it in the keychain only', async () => {
  const { handlers, emitted, keychain, settings } = await setUp()
  const signIn = { proxy: 'proxy.example:8080', name: 'anna', password }
  await expect(handlers.saveSignIn(signIn, context)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await handlers.save(manual, context)
  expect((await handlers.read({}, context)).proxies).toEqual([{ proxy: signIn.proxy, signIn: 'none' }])
  expect(await handlers.saveSignIn(signIn, context)).toEqual({ kept: 'keychain' })
  const view = await handlers.read({}, context)
  expect(view.proxies).toEqual([{ proxy: signIn.proxy, signIn: 'saved' }])
  const account = `proxy ${JSON.stringify([settings.read().profileId, signIn.proxy])}`
  expect(await keychain.get(account)).toBe(`anna:${password}`)
  const onDisk = readFileSync(path.join(folder, 'settings.json'), 'utf8')
  expect(onDisk).toContain('proxy.example:8080')
  expect(JSON.stringify([view, emitted, onDisk])).not.toMatch(/anna|proxy-password-canary/)
  await handlers.removeSignIn({ proxy: signIn.proxy }, context)
  expect(await keychain.get(account)).toBeNull()
  expect((await handlers.read({}, context)).proxies).toEqual([{ proxy: signIn.proxy, signIn: 'none' }])
})

test('a rejected password is not tried again after a restart, until another one is saved', async () => {
  const driver = createMemoryDriver()
  const start = () => setUp(undefined, driver)
  const proxy = 'proxy.example:8080'
  const first = await start()
  await first.handlers.save(manual, context)
  await first.handlers.saveSignIn({ proxy, name: 'anna', password }, context)
  await first.signIn()
  expect(first.tried).toEqual([`anna:${password}`])
  await first.settings.flush()
  for (let times = 0; times < 3; times += 1) {
    const later = await start()
    await later.signIn()
    expect(later.tried).toEqual([])
    expect((await later.handlers.read({}, context)).proxies).toEqual([{ proxy, signIn: 'refused' }])
  }
  const last = await start()
  await last.handlers.saveSignIn({ proxy, name: 'anna', password: 'another' }, context)
  expect((await (await start()).handlers.read({}, context)).proxies).toEqual([{ proxy, signIn: 'saved' }])
  await last.signIn()
  expect(last.tried).toEqual(['anna:another'])
})

test('tries another password at a proxy that rejected one only after the person confirms', async () => {
  const isSaved = { now: true }
  const { handlers, questions, tried, signIn } = await setUp(async () => isSaved.now)
  const proxy = 'proxy.example:8080'
  const save = (guess: string) => handlers.saveSignIn({ proxy, name: 'anna', password: guess }, context)
  await handlers.save(manual, context)
  await save('first')
  expect(questions).toHaveLength(1)
  await signIn()
  isSaved.now = false
  await expect(save('second')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  // Removing it is no way round the question.
  await handlers.removeSignIn({ proxy }, context)
  await expect(save('third')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await signIn()
  expect(tried).toEqual(['anna:first'])
  expect(questions.slice(1)).toMatchObject([
    { message: `Sign in to ${proxy} again?`, accept: 'Save sign-in' },
    { message: `Sign in to ${proxy} again?` },
  ])
  isSaved.now = true
  await save('fourth')
  await signIn()
  expect(tried).toEqual(['anna:first', 'anna:fourth'])
})

test('signs in to the proxy for a request that is not to a service, and names the proxy if it can’t', async () => {
  const { network, handlers, statuses, accepted, tried, told } = await setUp()
  const send = () => network.fetch('updates', 'https://updates.example/latest.yml', {})
  statuses.push(407)
  await expect(send()).rejects.toMatchObject({
    code: 'PROXY_SIGN_IN',
    message: 'The proxy proxy.example:8080 requires a name and password.',
  })
  await handlers.saveSignIn({ proxy: 'proxy.example:8080', name: 'anna', password }, context)
  accepted.signIn = `anna:${password}`
  statuses.push(407)
  expect((await send()).status).toBe(200)
  expect(tried).toEqual([accepted.signIn])
  expect(told.filter((line) => line.endsWith('sends'))).toEqual(Array(3).fill('updates sends'))
})

test('checks the saved address of an environment, step by step, and accepts no address from the page', async () => {
  const { handlers, emitted } = await setUp()
  const check = await handlers.check({ environment: 'staging', checkId }, context)
  expect(check.subject).toBe(`Bikes in Staging, ${served.baseAddress}`)
  expect(check.steps.find(({ name }) => name === 'size')?.came).toMatch(/^0 insights, 11 bytes/)
  expect(emitted).toContainEqual(['network.step', { checkId, step: check.steps[0] }])
  expect(JSON.stringify([check, emitted])).not.toContain(canary)
  const { input } = appApi.network.check
  expect(input.safeParse({ environment: 'staging', checkId, baseAddress: 'https://a.example' }).success).toBe(false)
  await expect(handlers.check({ environment: 'production', checkId }, context)).rejects.toMatchObject({
    code: 'WORKSPACE_UNKNOWN',
  })
})

test('checks at most twelve times a minute', async () => {
  const { handlers, clock } = await setUp()
  const check = () => handlers.check({ environment: 'staging', checkId }, context)
  for (let times = 0; times < 12; times += 1) await check()
  await expect(check()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await clock.advance(60_000)
  expect((await check()).steps).toHaveLength(8)
})
