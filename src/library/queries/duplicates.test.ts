import { expect, it } from 'vitest'
import { type Connection, connect } from '../store/connection'
import type { StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { generateInsight, insightId } from '../testing/generated-insights'
import { openTestLibrary, syncItems, workspace } from '../testing/opened-library'
import { setOf } from '../testing/vector-set'
import type { VectorSet } from './compact-vectors'
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
  expect((await findDuplicates({ workspace })).progress).toBeLessThan(1)
  stop()
  await nextMacrotask()
  const before = looked
  for (let turn = 0; turn < 20; turn += 1) await nextMacrotask()
  expect(looked).toBe(before)
})

it('lists the pairs of the last search until the next one ends, without insights that were removed', async () => {
  const test = await openTestLibrary('file')
  const insight = (number: number) => ({ ...generateInsight(number), topicEmbeddings: [1, number / 100] })
  await syncItems(test.library, [insight(1), insight(2), insight(3)])
  const connection = connect({ file: test.file, key: test.key })
  const set = setOf([1, 2, 3].map((number) => new Float32Array([1, number / 100])))
  const context = { read: async <T>(work: (connection: Connection) => T) => work(connection) } as StoreContext
  let version = 1
  let isSearchHeld = false
  const read = (): Promise<VectorSet> => {
    if (isSearchHeld) return new Promise(() => {})
    isSearchHeld = version === 2
    return Promise.resolve({ ...set, version })
  }
  const { findDuplicates } = createDuplicates(context, { read, revision: () => version, close: () => undefined })
  const pairs = async () => {
    const found = await findDuplicates({ workspace })
    return { ...found, pairs: found.pairs.map(({ insights: [one, other] }) => [one.id, other.id]) }
  }
  const [first, second, third] = [insightId(1), insightId(2), insightId(3)]
  await expect.poll(pairs).toMatchObject({ progress: 1 })
  expect((await pairs()).pairs.toSorted()).toEqual([
    [first, second],
    [first, third],
    [second, third],
  ])
  version = 2
  // The row of the insight that is gone is that of the new one.
  await syncItems(test.library, [insight(1), insight(2), insight(4)])
  expect(await pairs()).toMatchObject({ progress: 0, pairs: [[first, second]] })
  connection.close()
  test.remove()
})
