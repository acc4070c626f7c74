import { expect, test } from 'vitest'
import type { LibraryRequest, OpenLibrary } from '../../contract/library'
import { createFakeProcess, type FakeProcess } from '../testing/fake-process'
import { createManualClock, settle } from '../testing/manual-clock'
import { crashWindowMs, createLibraryClient } from './library-client'

const workspace = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const
const stagingFile: OpenLibrary = { environment: 'staging', file: '/p/staging.db', key: 'k', generation: 'g' }
const sandboxMemory: OpenLibrary = { environment: 'sandbox', file: null, key: null, generation: 'memory' }

/** Answers every call with the method's name, except the ones in `silent`. */
function setUp({ silent = [] as string[], onExit = () => {} } = {}) {
  const processes: FakeProcess[] = []
  const clock = createManualClock()
  const reopened: string[] = []
  const defects: string[] = []
  const lines: string[] = []
  const stops: boolean[] = []
  const client = createLibraryClient({
    fork() {
      const process = createFakeProcess((message, self) => {
        const { id, method } = message as LibraryRequest
        if (!silent.includes(method)) self.answer({ id, ok: true, value: method })
      })
      processes.push(process)
      // Before the client hears of it.
      process.on('exit', onExit)
      return process
    },
    clock,
    log: { info: (line) => void lines.push(line), defect: (where) => `id ${defects.push(where)}` },
    onReopened: ({ environment }) => reopened.push(environment),
    onStopped: (isStopped) => stops.push(isStopped),
  })
  const last = () => processes.at(-1) as FakeProcess
  const methods = (process: FakeProcess) => process.posted.map((message) => (message as LibraryRequest).method)
  return { client, library: client.library, processes, last, methods, clock, reopened, silent, defects, lines, stops }
}

test('logs the lines that the process sends, such as a defect with its ID', async () => {
  const { library, last, lines } = setUp()
  await library.measure({ environment: 'staging' })
  last().answer({ logged: 'a1b2 getInsight: TypeError' })
  expect(lines).toEqual(['library: a1b2 getInsight: TypeError'])
})

test('starts the process on the first call and matches replies that arrive out of order', async () => {
  const { library, processes, last } = setUp({ silent: ['lastSync', 'listMetrics'] })
  expect(processes).toHaveLength(0)
  const first = library.lastSync({ workspace, resource: 'insights' })
  const second = library.listMetrics({ workspace })
  await settle()
  const [a, b] = last().posted as LibraryRequest[]
  last().answer({ id: b?.id, ok: true, value: ['second'] })
  last().answer({ id: a?.id, ok: true, value: null })
  last().answer({ id: 999, ok: true, value: 'nobody asked' })
  expect(await first).toBeNull()
  expect(await second).toEqual(['second'])
  expect(processes).toHaveLength(1)
})

test('throws the error of the library with its code and message', async () => {
  const { library, last } = setUp({ silent: ['getInsight'] })
  const asked = library.getInsight({ workspace, id: 'x' })
  await settle()
  const { id } = last().posted[0] as LibraryRequest
  last().answer({ id, ok: false, error: { code: 'NOT_FOUND', message: 'It is not here.', retryable: false } })
  await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'It is not here.' })
})

test('rejects an in-flight write on a crash, and reopens the environments', async () => {
  const { library, processes, last, methods, reopened } = setUp({ silent: ['discardDraft'] })
  await library.open(stagingFile)
  await library.open(sandboxMemory)
  const write = library.discardDraft({ workspace })
  await settle()
  last().exit(134)
  await expect(write).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE', report: { retryable: true } })
  await settle()
  expect(processes).toHaveLength(2)
  expect(methods(last())).toEqual(['open', 'open'])
  expect((last().posted[0] as LibraryRequest).input).toEqual({ ...stagingFile, hadFile: true })
  expect(reopened).toEqual(['staging', 'sandbox'])
})

test('repeats an in-flight read on the new process after a crash, once the stores are open', async () => {
  const { library, last, methods, silent } = setUp({ silent: ['lastSync'] })
  await library.open(stagingFile)
  const read = library.lastSync({ workspace, resource: 'insights' })
  await settle()
  silent.length = 0
  last().exit(134)
  expect(await read).toBe('lastSync')
  expect(methods(last())).toEqual(['open', 'lastSync'])
})

test('answers a read made at the moment of the crash from the new process', async () => {
  let read: Promise<unknown> = Promise.resolve()
  const ask = () => library.lastSync({ workspace, resource: 'insights' })
  const { library, last, methods } = setUp({ onExit: () => (read = ask()) })
  await library.open(stagingFile)
  last().exit(134)
  expect(await read).toBe('lastSync')
  expect(methods(last())).toEqual(['open', 'lastSync'])
})

test('repeats a read only once', async () => {
  const { library, processes, last } = setUp({ silent: ['lastSync'] })
  await library.open(stagingFile)
  const read = library.lastSync({ workspace, resource: 'insights' })
  for (let crash = 0; crash < 2; crash += 1) {
    await settle()
    last().exit(134)
  }
  await expect(read).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  expect(processes).toHaveLength(3)
})

test('does not reopen a closed environment after a crash', async () => {
  const { library, processes, last } = setUp()
  await library.open(stagingFile)
  await library.close({ environment: 'staging' })
  last().exit(1)
  await settle()
  expect(processes).toHaveLength(1)
  await library.lastSync({ workspace, resource: 'insights' })
  expect(processes).toHaveLength(2)
  expect(last().posted).toHaveLength(1)
})

async function crashThreeTimes(last: () => FakeProcess): Promise<void> {
  for (let crash = 0; crash < 3; crash += 1) {
    last().exit(134)
    await settle()
  }
}

test('stays down after three crashes within a minute, with a message, until it is restarted', async () => {
  const { client, library, processes, last, methods, stops } = setUp()
  await library.open(stagingFile)
  expect(client.isStopped()).toBe(false)
  await crashThreeTimes(last)
  expect(processes).toHaveLength(3)
  expect(client.isStopped()).toBe(true)
  expect(stops).toEqual([true])
  await expect(library.lastSync({ workspace, resource: 'insights' })).rejects.toMatchObject({
    code: 'LIBRARY_UNAVAILABLE',
    message: expect.stringContaining('several times'),
    report: { retryable: false },
  })
  expect(processes).toHaveLength(3)
  await client.restart()
  expect(client.isStopped()).toBe(false)
  expect(stops).toEqual([true, false])
  expect(await library.lastSync({ workspace, resource: 'insights' })).toBe('lastSync')
  expect(processes).toHaveLength(4)
  expect(methods(last())).toEqual(['open', 'lastSync'])
  // A later crash starts a new count.
  last().exit(134)
  await settle()
  expect(await library.lastSync({ workspace, resource: 'insights' })).toBe('lastSync')
  expect(stops).toEqual([true, false])
})

test('stays down when it crashes again during a restart, and reports it', async () => {
  const { client, library, processes, last, silent, stops } = setUp()
  await library.open(stagingFile)
  await crashThreeTimes(last)
  silent.push('open')
  const refused = expect(client.restart()).rejects.toMatchObject({
    code: 'LIBRARY_UNAVAILABLE',
    report: { retryable: false },
  })
  await settle()
  await crashThreeTimes(last)
  await refused
  expect(processes).toHaveLength(6)
  expect(client.isStopped()).toBe(true)
  expect(stops).toEqual([true, true])
})

test('restarts after each of five crashes spread over a longer time', async () => {
  const { library, last, clock } = setUp()
  await library.open(stagingFile)
  for (let crash = 0; crash < 5; crash += 1) {
    last().exit(134)
    await clock.advance(crashWindowMs / 2)
  }
  expect(await library.lastSync({ workspace, resource: 'insights' })).toBe('lastSync')
})

test('retries a failed reopen of a store on the next call to it, or fails that call', async () => {
  const { library, last, methods, silent, reopened } = setUp()
  await library.open(stagingFile)
  silent.push('open')
  last().exit(134)
  const refuse = async () => {
    await settle()
    const { id } = last().posted.at(-1) as LibraryRequest
    last().answer({ id, ok: false, error: { code: 'DISK_FULL', message: 'Full.', retryable: false } })
    await settle()
  }
  await refuse()
  const asked = [library.listMetrics({ workspace }), library.listTopics({ workspace })]
  const refused = Promise.all(asked.map((call) => expect(call).rejects.toMatchObject({ code: 'DISK_FULL' })))
  await refuse()
  await refused
  expect(methods(last())).toEqual(['open', 'open'])
  silent.length = 0
  expect(await library.listMetrics({ workspace })).toBe('listMetrics')
  expect(await library.listTopics({ workspace })).toBe('listTopics')
  expect(methods(last())).toEqual(['open', 'open', 'open', 'listMetrics', 'listTopics'])
  expect(reopened).toEqual(['staging'])
})

test('logs a store that cannot be reopened, and does not delay the others', async () => {
  const { library, last, methods, silent, defects } = setUp()
  await library.open(stagingFile)
  await library.open(sandboxMemory)
  silent.push('open')
  last().exit(134)
  const read = library.lastSync({ workspace: { ...workspace, environment: 'sandbox' }, resource: 'insights' })
  await settle()
  expect(methods(last())).toEqual(['open', 'open'])
  const [ofStaging, ofSandbox] = last().posted as LibraryRequest[]
  const error = { code: 'DISK_FULL', message: 'Full.', retryable: false }
  last().answer({ id: ofStaging?.id, ok: false, error })
  last().answer({ id: ofSandbox?.id, ok: true, value: { state: 'created' } })
  expect(await read).toBe('lastSync')
  expect(defects).toEqual(['library: opening staging again'])
})

test('dispose closes the stores, ends the process, and refuses later calls', async () => {
  const { client, library, processes, last, methods } = setUp()
  await library.open(stagingFile)
  await client.dispose()
  expect(methods(last())).toEqual(['open', 'close'])
  expect(last().isKilled()).toBe(true)
  await expect(library.lastSync({ workspace, resource: 'insights' })).rejects.toMatchObject({
    code: 'LIBRARY_UNAVAILABLE',
  })
  expect(processes).toHaveLength(1)
})

test('dispose gives up waiting for a process that hangs', async () => {
  const { client, library, last, clock, silent } = setUp()
  await library.open(stagingFile)
  silent.push('close')
  const disposed = client.dispose()
  await settle()
  expect(last().isKilled()).toBe(false)
  await clock.advance(3_000)
  await disposed
  expect(last().isKilled()).toBe(true)
})

test('rejects in-flight calls when a hanging process is killed, and does not restart it', async () => {
  const { client, library, processes, last } = setUp({ silent: ['appendSync'] })
  await library.open(stagingFile)
  const waiting = library.appendSync({ syncId: 's', bytes: new Uint8Array() })
  await settle()
  client.endByForce()
  await expect(waiting).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  expect(last().isKilled()).toBe(true)
  await settle()
  expect(processes).toHaveLength(1)
  await client.dispose()
})

test('reports a library rebuilt because of damage as reopened, but only if it is open', async () => {
  const { library, last, reopened } = setUp()
  await library.open(stagingFile)
  const opened = { state: 'rebuilt', reason: 'corrupt', recoveredChanges: 1, mayHaveLostChanges: false }
  last().answer({ rebuilt: 'staging', opened })
  last().answer({ rebuilt: 'production', opened })
  expect(reopened).toEqual(['staging'])
})
