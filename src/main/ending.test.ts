import { expect, test } from 'vitest'
import { endInOrder } from './ending'
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

test('runs the steps in order, also after one that fails', async () => {
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

test('leaves a step behind that still hangs a second later', async () => {
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
