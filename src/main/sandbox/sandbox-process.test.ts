import { describe, expect, test } from 'vitest'
import type { KeychainState } from '../../contract/features/environments'
import type { SandboxRequest } from '../../contract/sandbox'
import { createFakeProcess, type FakeProcess } from '../testing/fake-process'
import { createManualClock, settle } from '../testing/manual-clock'
import { createSandboxProcess } from './sandbox-process'

const address = (port: number) => ({
  type: 'ready' as const,
  baseUrl: `http://127.0.0.1:${port}`,
  organisationId: 'o',
  workspaceId: 'w',
  workspaceName: 'Workspace',
  metrics: [],
  topics: [],
  token: 't',
})

function setUp(
  onPost?: (message: SandboxRequest, self: FakeProcess) => void,
  state: KeychainState = 'available',
  ready = Promise.resolve(state),
) {
  const processes: FakeProcess[] = []
  const clock = createManualClock()
  const lines: string[] = []
  const answer =
    onPost ??
    ((message, self) => (message.type === 'start' ? self.answer(address(4000 + processes.length)) : self.exit(0)))
  const sandbox = createSandboxProcess({
    fork() {
      const process = createFakeProcess((message, self) => answer(message as SandboxRequest, self))
      processes.push(process)
      return process
    },
    dataFile: '/profile/sandbox.json',
    keychain: { ready: () => ready, state: () => state },
    clock,
    log: { info: (line) => lines.push(line) },
  })
  return { sandbox, processes, clock, lines, last: () => processes.at(-1) as FakeProcess }
}

test('start launches one process for concurrent callers', async () => {
  const { sandbox, processes, last, clock } = setUp()
  expect(sandbox.current()).toBeNull()
  const [first, second] = await Promise.all([sandbox.start(), sandbox.start()])
  expect(first).toEqual(address(4001))
  expect(second).toBe(first)
  expect(await sandbox.start()).toBe(first)
  expect(sandbox.current()).toBe(first)
  expect(clock.waits()).toEqual([])
  expect(processes).toHaveLength(1)
  expect(last().posted).toEqual([{ type: 'start', dataFile: '/profile/sandbox.json', insights: null }])
})

test.each(['missing', 'locked', 'unresponsive'] as const)(
  'passes no data file with a keychain that is %s',
  async (state) => {
    const { sandbox, last } = setUp(undefined, state)
    await sandbox.start()
    expect(last().posted).toEqual([{ type: 'start', dataFile: null, insights: null }])
  },
)

test('sends no start message when it is stopped before the keychain was checked', async () => {
  let answer = (_: KeychainState) => {}
  const { sandbox, last } = setUp(undefined, 'available', new Promise((resolve) => (answer = resolve)))
  const failed = expect(sandbox.start()).rejects.toMatchObject({ code: 'CANCELLED' })
  const stopped = sandbox.stop()
  answer('available')
  await Promise.all([failed, stopped])
  expect(last().posted).toEqual([{ type: 'stop' }])
})

test('starts again after a crash on the next call, not before', async () => {
  const { sandbox, processes, last } = setUp()
  await sandbox.start()
  last().exit(1)
  await settle()
  expect(processes).toHaveLength(1)
  expect(sandbox.current()).toBeNull()
  expect(await sandbox.start()).toEqual(address(4002))
})

test('throws SERVICE_FAILED when the process exits before it is ready, and starts again on the next call', async () => {
  let starts = 0
  const { sandbox } = setUp((_, self) => {
    starts += 1
    if (starts === 1) self.exit(1)
    else self.answer(address(1))
  })
  await expect(sandbox.start()).rejects.toMatchObject({ code: 'SERVICE_FAILED' })
  expect(await sandbox.start()).toEqual(address(1))
})

test('logs the message of a failed start and does not show it', async () => {
  const { sandbox, lines, last } = setUp((_, self) => self.answer({ type: 'failed', message: 'EACCES /secret/place' }))
  const error = await sandbox.start().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'SERVICE_FAILED', message: expect.not.stringContaining('/secret') })
  expect(lines).toContain('sandbox: EACCES /secret/place')
  expect(last().isKilled()).toBe(true)
})

test('throws TIMEOUT and kills the process when the start takes too long', async () => {
  const { sandbox, clock, last } = setUp(() => {})
  const started = sandbox.start()
  const failed = expect(started).rejects.toMatchObject({ code: 'TIMEOUT' })
  await clock.advance(19_999)
  expect(last().isKilled()).toBe(false)
  await clock.advance(1)
  await failed
  expect(last().isKilled()).toBe(true)
  expect(clock.waits()).toEqual([])
})

test('ignores a message that is not in the contract', async () => {
  const { sandbox, lines } = setUp((_, self) => {
    self.answer({ type: 'ready', baseUrl: 7 })
    self.answer(address(1))
  })
  expect(await sandbox.start()).toEqual(address(1))
  expect(lines).toEqual(['sandbox: sent a message that is not in the contract'])
})

test('stop sends a stop message and waits for the exit', async () => {
  const { sandbox, last } = setUp()
  await sandbox.start()
  await sandbox.stop()
  expect(last().posted.at(-1)).toEqual({ type: 'stop' })
  expect(sandbox.current()).toBeNull()
  await sandbox.stop()
  expect(last().posted).toHaveLength(2)
})

test('stop kills an unresponsive process and rejects pending starts', async () => {
  const { sandbox, clock, last } = setUp(() => {})
  const failed = expect(sandbox.start()).rejects.toMatchObject({ code: 'CANCELLED' })
  const stopped = sandbox.stop()
  await failed
  await clock.advance(3_000)
  await stopped
  expect(last().isKilled()).toBe(true)
})

test('endByForce kills the process and rejects pending starts', async () => {
  const { sandbox, last } = setUp(() => {})
  const failed = expect(sandbox.start()).rejects.toMatchObject({ code: 'SERVICE_FAILED' })
  sandbox.endByForce()
  await failed
  expect(last().isKilled()).toBe(true)
})

describe('passWeek and setOnline', () => {
  const answering = (answer: { readonly type: string; readonly message?: string } | null) =>
    setUp((message, self) => {
      if (message.type === 'start') self.answer(address(4001))
      else if (message.type === 'stop') self.exit(0)
      else if (answer !== null) self.answer(answer)
    })

  test('start the sandbox if needed and resolve when it is done', async () => {
    const { sandbox, last, clock } = answering({ type: 'done' })
    await sandbox.passWeek()
    await sandbox.setOnline(false)
    expect(last().posted.slice(1)).toEqual([{ type: 'pass-week' }, { type: 'set-online', isOnline: false }])
    expect((last().posted[0] as SandboxRequest).type).toBe('start')
    expect(clock.waits()).toEqual([])
  })

  test('give each of two callers the outcome of its own request', async () => {
    const { sandbox, last } = answering(null)
    await sandbox.start()
    const week = sandbox.passWeek()
    const online = sandbox.setOnline(true)
    await settle()
    last().answer({ type: 'done' })
    await week
    last().answer({ type: 'not-done', message: 'EADDRINUSE' })
    await expect(online).rejects.toMatchObject({ message: 'Another app is using the sandbox’s port.' })
  })

  test('log why the week could not be saved and do not show it', async () => {
    const { sandbox, lines } = answering({ type: 'not-done', message: 'ENOSPC /secret/place' })
    const error = await sandbox.passWeek().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', message: expect.not.stringContaining('/secret') })
    expect(lines).toContain('sandbox: ENOSPC /secret/place')
  })

  test('throw TIMEOUT without an answer, and SERVICE_FAILED when the process exits', async () => {
    const { sandbox, clock, last } = answering(null)
    await sandbox.start()
    const late = expect(sandbox.passWeek()).rejects.toMatchObject({ code: 'TIMEOUT' })
    await settle()
    await clock.advance(10_000)
    await late
    const interrupted = expect(sandbox.passWeek()).rejects.toMatchObject({ code: 'SERVICE_FAILED' })
    await settle()
    last().exit(1)
    await interrupted
  })
})
