import { expect, it } from 'vitest'
import type { Connection } from '../store/connection'
import type { StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { setOf } from '../testing/vector-set'
import { createDuplicates } from './duplicates'

it('stops comparing once the library is closed', async () => {
  const set = setOf(Array.from({ length: 20_000 }, (_, number) => new Float32Array([1, number, number % 7])))
  let looked = 0
  const watched = {
    ...set,
    get numbers() {
      looked += 1
      return set.numbers
    },
  }
  const context = {
    read: async <T>(work: (connection: Connection) => T) => work({ value: () => 1 } as unknown as Connection),
  } as unknown as StoreContext
  const vectors = { read: async () => watched, revision: () => 1, close: () => undefined }
  const { findDuplicates, stop } = createDuplicates(context, vectors)
  const workspace = { environment: 'sandbox', organisationId: 'one', workspaceId: 'two' } as const
  expect((await findDuplicates({ workspace })).progress).toBeLessThan(1)
  stop()
  await nextMacrotask()
  const before = looked
  for (let turn = 0; turn < 20; turn += 1) await nextMacrotask()
  expect(looked).toBe(before)
})
