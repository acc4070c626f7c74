import { describe, expect, test } from 'vitest'
import { createHeldQuit, endApp, endInOrder, stopStoring } from './ending'
import type { Keychain } from './keychain/keychain'
import { createMemoryDriver } from './keychain/testing/memory-driver'
import { openKeychain } from './keychain/testing/open-keychain'
import { createManualClock, settle } from './testing/manual-clock'

function setUp() {
  const clock = createManualClock()
  const done: string[] = []
  const releases: (() => void)[] = []
  return {
    clock,
    done,
    step: (name: string) => async () => void done.push(name),
    /** Resolves once the child processes are killed. */
    hanging: (name: string) => () => new Promise<void>((resolve) => releases.push(() => resolve(void done.push(name)))),
    never: () => new Promise<void>(() => {}),
    deps: {
      clock,
      log: { info: () => {}, defect: (where: string) => `${done.push(`defect: ${where}`)}` },
      force() {
        done.push('force')
        for (const release of releases) release()
      },
    },
  }
}

test('runs the steps in order, and continues after a failed one', async () => {
  const { clock, done, step, deps } = setUp()
  const failing = () => Promise.reject(new Error('The disk is full.'))
  await endInOrder({ ...deps, steps: [step('window'), failing, step('library')] })
  expect(done).toEqual(['window', 'defect: ending', 'library', 'force'])
  expect(clock.waits()).toEqual([])
})

test('kills a hanging process after eight seconds and runs the remaining steps', async () => {
  const { clock, done, step, hanging, deps } = setUp()
  const ended = endInOrder({ ...deps, steps: [step('window'), hanging('sync'), step('settings')] })
  await clock.advance(7_999)
  expect(done).toEqual(['window'])
  await clock.advance(1)
  await ended
  expect(done).toEqual(['window', 'force', 'sync', 'settings'])
})

test('gives up on the remaining steps when one still hangs one second after the kill', async () => {
  const { clock, done, never, step, deps } = setUp()
  let hasEnded = false
  void endInOrder({ ...deps, steps: [never, step('settings')] }).then(() => {
    hasEnded = true
  })
  await clock.advance(8_999)
  expect(hasEnded).toBe(false)
  await clock.advance(1)
  await settle()
  expect(hasEnded).toBe(true)
  expect(done).toEqual(['force'])
})

test('ends the parts that write before library and settings, and kills both processes last', async () => {
  const { done, step, never, deps } = setUp()
  const ended = endApp({
    ...deps,
    before: [step('window')],
    sync: { dispose: step('sync') },
    changes: { dispose: step('changes') },
    dispatch: { drain: never },
    libraryProcess: { dispose: step('library'), endByForce: () => void done.push('kill the library') },
    sandbox: { stop: step('sandbox'), endByForce: () => void done.push('kill the sandbox') },
    keychain: { idle: step('keychain') },
    settings: { flush: step('settings') },
  })
  await settle()
  expect(done).toEqual(['window', 'sync', 'changes'])
  await deps.clock.advance(2_000)
  await ended
  expect(done.slice(3)).toEqual(['library', 'sandbox', 'keychain', 'settings', 'kill the library', 'kill the sandbox'])
})

describe('with a keychain that never answers', () => {
  async function endWith(use: (keychain: Keychain) => Promise<unknown>) {
    const { clock, done, step, deps } = setUp()
    const driver = createMemoryDriver()
    const keychain = await openKeychain({ driver, profileId: 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55', clock })
    driver.behave('hanging')
    const used = use(keychain)
    await settle()
    const ended = endApp({
      ...{ ...deps, before: [], keychain, settings: { flush: step('settings') } },
      ...{
        sync: { dispose: step('sync') },
        changes: { dispose: step('changes') },
        dispatch: { drain: async () => {} },
      },
      libraryProcess: { dispose: step('library'), endByForce: () => {} },
      sandbox: { stop: step('sandbox'), endByForce: () => {} },
    })
    await settle()
    return { clock, done, driver, keychain, used, ended }
  }

  test('does not wait for a secret that is being read', async () => {
    const { done, keychain, ended } = await endWith((keychain) => keychain.check())
    await ended
    expect(done).toContain('settings')
    expect(keychain.isWaiting()).toBe(true)
  })

  test('waits for a token that is being stored', async () => {
    const { done, driver, keychain, used, ended } = await endWith((keychain) => keychain.set('token', 'new'))
    expect(done).not.toContain('settings')
    driver.release()
    await ended
    expect(await used).toBe('keychain')
    expect([...driver.entries.values()]).toContain('new')
    expect(keychain.isWaiting()).toBe(false)
  })

  test('gives up on a token when the time of the keychain is over', async () => {
    const { clock, done, keychain, used, ended } = await endWith((keychain) => keychain.set('token', 'new'))
    await clock.advance(4_999)
    expect(done).not.toContain('settings')
    await clock.advance(1)
    await ended
    expect(await used).toBe('session')
    expect(done).toContain('settings')
    expect(keychain.isWaiting()).toBe(true)
  })
})

test('stops syncs and the topic maps of shown workspaces, also when the library is off', async () => {
  const { done, step } = setUp()
  const shown = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const
  stopStoring({
    sync: { dispose: step('sync') },
    library: {
      async cancelTopicMap({ workspace }) {
        done.push(`topic map of ${workspace.workspaceId}`)
        throw new Error('The library is off.')
      },
    },
    openWorkspaces: { list: () => [shown] },
  })
  await settle()
  expect(done).toEqual(['sync', 'topic map of w'])
})

describe('a quit', () => {
  function setUpQuit() {
    const { clock, done, deps } = setUp()
    let compose = () => {}
    let fail = () => {}
    const composing = new Promise<{ end(): Promise<void> }>((resolve, reject) => {
      compose = () => resolve({ end: async () => void done.push('end') })
      fail = () => reject(new Error('It did not start.'))
    })
    let hasBegun = true
    const heldQuit = createHeldQuit({
      clock,
      log: deps.log,
      composing: () => (hasBegun ? composing : null),
      quit: (composed) => void done.push(composed ? 'quit' : 'quit without an end'),
    })
    return {
      ...{ clock, done, heldQuit },
      notBegun: () => (hasBegun = false),
      ...{ compose, fail },
      ask: () => heldQuit.onQuit({ preventDefault: () => void done.push('held') }),
    }
  }

  test('requested before the app is composed waits for it, then ends in order, once', async () => {
    const { done, heldQuit, compose, ask } = setUpQuit()
    ask()
    ask()
    await settle()
    expect(done).toEqual(['held', 'held'])
    expect(heldQuit.isEnding()).toBe(true)
    compose()
    await settle()
    expect(done).toEqual(['held', 'held', 'end', 'quit'])
    ask()
    expect(done).toHaveLength(4)
  })

  test('requested before anything is open is not held', () => {
    const { done, notBegun, ask } = setUpQuit()
    notBegun()
    ask()
    expect(done).toEqual([])
  })

  test('requested during a start that fails leaves the ending to the failure handling', async () => {
    const { done, fail, ask } = setUpQuit()
    ask()
    fail()
    await settle()
    expect(done).toEqual(['held'])
  })

  test('proceeds after 30 seconds if the app is still being composed', async () => {
    const { clock, done, ask } = setUpQuit()
    ask()
    await clock.advance(29_999)
    expect(done).toEqual(['held'])
    await clock.advance(1)
    expect(done).toEqual(['held', 'quit without an end'])
  })
})
