// The files of a worker share its globals. A file that leaves fake timers, or a spy that a later file's `restoreAllMocks`
// turns back into them, stops that later file for five minutes a test, in some orders only. So each file is checked.
import { afterAll, expect, vi } from 'vitest'

const names = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'fetch'] as const
const kept = Symbol.for('the globals of this worker')

const worker = globalThis as typeof globalThis & { [kept]?: ReadonlyMap<string, unknown> }

// Each file of the worker loads this module again. The first one finds what all of them should have.
worker[kept] ??= new Map(names.map((name) => [name, globalThis[name]]))
const first = worker[kept]

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  const replaced = names.filter((name) => globalThis[name] !== first.get(name))
  for (const name of replaced) Reflect.set(globalThis, name, first.get(name))
  expect(replaced, 'globals that this file leaves replaced').toEqual([])
})
