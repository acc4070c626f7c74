import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { createManualClock } from '../testing/manual-clock'
import { startRequestTimeout } from './limits'

const setUp = (caller?: AbortSignal) => {
  const clock = createManualClock()
  return { clock, timeout: startRequestTimeout(clock, 'read', 60_000, caller) }
}

test('does not retain chunks already read while the request is running', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { timeout } = setUp()
  const read: WeakRef<Uint8Array>[] = []
  for (let pieces = 0; pieces < 50; pieces += 1) {
    read.push(new WeakRef(await timeout.race(Promise.resolve(new Uint8Array(1024)))))
  }
  await new Promise((resolve) => setTimeout(resolve, 10))
  collect()
  // The engine may still hold a few, such as those of the last steps. All would be held by a race that never settles.
  expect(read.filter((piece) => piece.deref() !== undefined).length).toBeLessThan(25)
  timeout.end()
})

test('rejects the pending step with TIMEOUT when time is up, and every later step', async () => {
  const { clock, timeout } = setUp()
  const waiting = timeout.race(new Promise(() => {}))
  const failed = expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' })
  await clock.advance(60_000)
  await failed
  expect(timeout.signal.aborted).toBe(true)
  await expect(timeout.race(Promise.resolve(1))).rejects.toMatchObject({ code: 'TIMEOUT' })
})

test('a cancellation wins over a step that settles at the same moment', async () => {
  const controller = new AbortController()
  const { timeout } = setUp(controller.signal)
  const waiting = timeout.race(Promise.resolve(1))
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('turns an error thrown by a step into a network error, and leaves the app’s own errors unchanged', async () => {
  const { timeout } = setUp()
  await expect(timeout.race(Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')))).rejects.toMatchObject({
    code: 'CONNECTION_REFUSED',
  })
  const own = new AppError('ANSWER_TOO_LARGE', 'Too large.')
  await expect(timeout.race(Promise.reject(own))).rejects.toBe(own)
})
