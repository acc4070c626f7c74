import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock'
import { timedOut, withTimeout } from './with-timeout'

test('passes on the result and leaves no timer behind', async () => {
  const clock = createManualClock()
  expect(await withTimeout(clock, 1_000, Promise.resolve('done'))).toBe('done')
  await expect(withTimeout(clock, 1_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(clock.waits()).toEqual([])
})

test('gives up at the limit and not before', async () => {
  const clock = createManualClock()
  let result: unknown
  void withTimeout(clock, 1_000, new Promise(() => {})).then((value) => {
    result = value
  })
  await clock.advance(999)
  expect(result).toBeUndefined()
  await clock.advance(1)
  expect(result).toBe(timedOut)
})
