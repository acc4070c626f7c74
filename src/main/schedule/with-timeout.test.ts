import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock'
import { withTimeout } from './with-timeout'

const pending = () => new Promise<never>(() => {})

test('returns the value of the promise and clears the timer', async () => {
  const clock = createManualClock()
  expect(await withTimeout(clock, 1000, Promise.resolve('value'), () => 'late')).toBe('value')
  expect(clock.waits()).toEqual([])
})

test('rethrows the error of the promise and clears the timer', async () => {
  const clock = createManualClock()
  const failure = new Error('failed')
  await expect(withTimeout(clock, 1000, Promise.reject(failure), () => 'late')).rejects.toBe(failure)
  expect(clock.waits()).toEqual([])
})

test('returns the value of onTimeout when the time is up, not before', async () => {
  const clock = createManualClock()
  const results: string[] = []
  void withTimeout(clock, 1000, pending(), () => 'late').then((result) => results.push(result))
  await clock.advance(999)
  expect(results).toEqual([])
  await clock.advance(1)
  expect(results).toEqual(['late'])
})

test('throws the error of onTimeout when the time is up', async () => {
  const clock = createManualClock()
  const failure = new Error('too late')
  const result = withTimeout(clock, 1000, pending(), () => {
    throw failure
  })
  const check = expect(result).rejects.toBe(failure)
  await clock.advance(1000)
  await check
})

test('ignores a rejection that comes after the timeout', async () => {
  const clock = createManualClock()
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise
  })
  const result = withTimeout(clock, 1000, promise, () => 'late')
  await clock.advance(1000)
  reject(new Error('failed'))
  expect(await result).toBe('late')
})
