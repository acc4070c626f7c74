import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { generateInsight } from '../testing/generated-insights'
import { openTestLibrary, syncItems, type TestLibrary } from '../testing/opened-library'
import { compactCosine, compactError, cosine, type VectorSet } from './compact-vectors'
import * as module from './vectors'

const workspaceRow = 1
let test: TestLibrary
let vectors: module.Vectors
let limits: module.VectorLimits | undefined

beforeEach(() => {
  limits = undefined
  const create = module.createVectors
  vi.spyOn(module, 'createVectors').mockImplementation((context) => {
    vectors = create(context, limits)
    return vectors
  })
})
afterEach(() => {
  test.remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const numbers = (number: number, length = 8) =>
  Array.from({ length }, (_, place) => Math.sin(number * 12.9898 + place * 78.233 + number * place))
const insight = (number: number, topicEmbeddings?: readonly number[]) => {
  const { topicEmbeddings: _, ...rest } = generateInsight(number)
  return topicEmbeddings === undefined ? rest : { ...rest, topicEmbeddings }
}
const many = (count: number) => Array.from({ length: count }, (_, number) => insight(number, numbers(number)))

/** Places of the set in the order in which the insights were stored. */
const placesInOrder = ({ rows }: VectorSet) =>
  Array.from(rows, (row, place) => ({ row, place }))
    .sort((one, other) => one.row - other.row)
    .map(({ place }) => place)

/** Compares embeddings in their order, by the cosines of all with the first. */
function expectEmbeddings(set: VectorSet, expected: readonly (readonly number[])[]): void {
  const places = placesInOrder(set)
  expect(places).toHaveLength(expected.length)
  const of = (numbers: readonly number[] = []) => Float32Array.from(numbers)
  for (const [order, place] of places.entries()) {
    const exact = cosine(of(expected[0]), of(expected[order])) ?? Number.NaN
    expect(Math.abs(compactCosine(set, places[0] ?? -1, place) - exact)).toBeLessThan(compactError)
  }
}

describe.each(['memory', 'file'] as const)('in-memory embeddings of a library (%s)', (kind) => {
  it('hold the comparable embeddings of a workspace, and count the other insights', async () => {
    test = await openTestLibrary(kind)
    const items = [
      ...many(600),
      insight(2_001),
      insight(2_002, [1, 2, 3]),
      insight(
        2_003,
        numbers(0).map(() => 0),
      ),
      insight(2_004, [1e39, ...numbers(1).slice(1)]),
    ]
    await syncItems(test.library, items)
    const set = await vectors.read(workspaceRow)
    expectEmbeddings(
      set,
      Array.from({ length: 600 }, (_, number) => numbers(number)),
    )
    expect(set).toMatchObject({ length: 8, count: 600, without: 1, incomparable: 3, leftOut: 0 })
    expect(await vectors.read(workspaceRow)).toBe(set)
  })

  it('follow the additions, changes and removals of a sync', async () => {
    test = await openTestLibrary(kind)
    const items = many(50)
    await syncItems(test.library, items)
    const before = await vectors.read(workspaceRow)
    const after = [...items.slice(1, 49), insight(49, numbers(7)), insight(50, numbers(50)), insight(51)]
    await syncItems(test.library, after, '2025-06-01T11:00:00.000Z')
    const set = await vectors.read(workspaceRow)
    expect(before.count).toBe(50)
    expect(set).toMatchObject({ count: 50, without: 1 })
    const left = Array.from({ length: 48 }, (_, number) => numbers(number + 1))
    expectEmbeddings(set, [...left, numbers(7), numbers(50)])
  })
})

it('compares embeddings of the most common length', async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, many(3))
  expect(await vectors.read(workspaceRow)).toMatchObject({ length: 8, count: 3 })
  const longer = Array.from({ length: 9 }, (_, number) => insight(100 + number, numbers(number, 12)))
  await syncItems(test.library, [...many(3), ...longer], '2025-06-01T11:00:00.000Z')
  expect(await vectors.read(workspaceRow)).toMatchObject({ length: 12, count: 9, incomparable: 3 })
})

it('reads the embeddings of the newest insights when there is no room for all', async () => {
  limits = { mostBytes: 8 * 20, idleMs: 60_000 }
  test = await openTestLibrary('memory')
  await syncItems(test.library, many(30))
  const set = await vectors.read(workspaceRow)
  expect(set).toMatchObject({ count: 20, leftOut: 10 })
  expect(Math.min(...set.rows)).toBe(11)
})

it('drops the embeddings when idle, and reads them again on demand', async () => {
  limits = { mostBytes: 1_000, idleMs: 1_000 }
  test = await openTestLibrary('memory')
  await syncItems(test.library, many(5))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const set = await vectors.read(workspaceRow)
  vi.advanceTimersByTime(1_000)
  const again = await vectors.read(workspaceRow)
  expect(again).not.toBe(set)
  expect({ ...again, version: 0 }).toEqual({ ...set, version: 0 })
})

it('rejects pending and new reads once the store is closed', async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, many(2))
  const reading = vectors.read(workspaceRow)
  await test.library.close({ environment: 'sandbox' })
  await expect(reading).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  await expect(vectors.read(workspaceRow)).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
})
