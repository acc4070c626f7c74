import { expect, test } from 'vitest'
import { settle } from '../testing/manual-clock'
import { createKeyedMutex, createMutex } from './mutex'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('runs one task at a time, in the order of the calls', async () => {
  const mutex = createMutex()
  const first = deferred()
  const steps: string[] = []
  const results = [
    mutex.run(async () => {
      steps.push('first begins')
      await first.promise
      steps.push('first ends')
      return 1
    }),
    mutex.run(async () => {
      steps.push('second')
      return 2
    }),
  ]
  await settle()
  expect(steps).toEqual(['first begins'])
  first.resolve()
  expect(await Promise.all(results)).toEqual([1, 2])
  expect(steps).toEqual(['first begins', 'first ends', 'second'])
})

test('continues after a failed task and passes the error to its caller', async () => {
  const mutex = createMutex()
  const failed = mutex.run(() => Promise.reject(new Error('no')))
  const next = mutex.run(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('runs tasks of different keys at the same time', async () => {
  const mutex = createKeyedMutex()
  const blocked = deferred()
  const slow = mutex.run('a', () => blocked.promise)
  expect(await mutex.run('b', async () => 'done')).toBe('done')
  blocked.resolve()
  await slow
})

test('is idle only once tasks queued meanwhile have ended too', async () => {
  const mutex = createMutex()
  const [first, second] = [deferred(), deferred()]
  let isIdle = false
  void mutex.run(() => first.promise)
  void mutex.idle().then(() => {
    isIdle = true
  })
  void mutex.run(() => second.promise)
  first.resolve()
  await settle()
  expect(isIdle).toBe(false)
  second.resolve()
  await settle()
  expect(isIdle).toBe(true)
})
