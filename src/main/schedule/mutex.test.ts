import { expect, test } from 'vitest'
import { createMutex } from './mutex'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise
  })
  return { promise, resolve }
}

test('run starts work only after earlier work has settled', async () => {
  const mutex = createMutex()
  const first = deferred()
  const started: string[] = []
  const work = (name: string, until: Promise<void>) => async () => {
    started.push(name)
    await until
    return name
  }
  const results = Promise.all([
    mutex.run(work('first', first.promise)),
    mutex.run(work('second', Promise.resolve())),
    mutex.run(work('third', Promise.resolve())),
  ])
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['first'])
  first.resolve()
  expect(await results).toEqual(['first', 'second', 'third'])
  expect(started).toEqual(['first', 'second', 'third'])
})

test('run rethrows a failure, and later work still runs', async () => {
  const mutex = createMutex()
  const failure = new Error('failed')
  const failed = expect(mutex.run(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(await mutex.run(async () => 'later')).toBe('later')
  await failed
})

test('run rejects when work throws synchronously', async () => {
  const mutex = createMutex()
  const throwing = () => {
    throw new Error('thrown')
  }
  await expect(mutex.run(throwing)).rejects.toThrow('thrown')
  expect(await mutex.run(async () => 'later')).toBe('later')
})

test('idle waits for running work and for work that is added meanwhile', async () => {
  const mutex = createMutex()
  await mutex.idle()
  const ended: string[] = []
  const first = deferred()
  void mutex.run(async () => {
    await first.promise
    void mutex.run(async () => void ended.push('second'))
    ended.push('first')
  })
  const idle = mutex.idle()
  first.resolve()
  await idle
  expect(ended).toEqual(['first', 'second'])
})
