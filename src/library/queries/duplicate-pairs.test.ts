import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { setOf } from '../testing/vector-set'
import { compactCosine, type VectorSet } from './compact-vectors'
import { type NearPair, nearPairs, type PairSearch } from './duplicate-pairs'

afterEach(() => vi.restoreAllMocks())

function found(set: VectorSet, asked: PairSearch): readonly NearPair[] {
  const work = nearPairs(set, asked)
  let progress = 0
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    expect(value).toBeGreaterThanOrEqual(progress)
    expect(value).toBeLessThanOrEqual(1)
    progress = value
  }
}

/** The obvious way: every pair, then sorted. */
function slowPairs(set: VectorSet, { least, most }: PairSearch): readonly NearPair[] {
  const pairs: NearPair[] = []
  for (let one = 0; one < set.count; one += 1) {
    for (let other = one + 1; other < set.count; other += 1) {
      const similarity = compactCosine(set, one, other)
      if (similarity >= least) pairs.push({ one, other, similarity })
    }
  }
  const inOrder = (a: NearPair, b: NearPair) => b.similarity - a.similarity || a.one - b.one || a.other - b.other
  return pairs.sort(inOrder).slice(0, most)
}

/** Normally distributed numbers from a seed. */
function createNoise(seed: number): () => number {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
}

/** Topics that all point to one side, as embeddings of a language model do; some are near the one before. */
function generated(count: number, length: number): VectorSet {
  const noise = createNoise(7)
  const common = Array.from({ length }, noise)
  const topics = Array.from({ length: 6 }, () => common.map((value) => value + noise()))
  let before: readonly number[] = []
  return setOf(
    Array.from({ length: count }, (_, place) => {
      const from = place % 9 === 8 ? before : topics[place % topics.length]
      const scale = place % 9 === 8 ? 0.1 + (place % 5) * 0.1 : 0.9
      before = (from ?? []).map((value) => value + scale * noise())
      return Float32Array.from(before)
    }),
  )
}

const sets = fc.integer({ min: 1, max: 140 }).chain((length) => {
  const embedding = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: length, maxLength: length })
  return fc.array(
    embedding.filter((each) => each.some(Boolean)),
    { maxLength: 40 },
  )
})

it('finds the same pairs as a comparison of all with all, for any block size', () => {
  const asked = fc.record({
    least: fc.constantFrom(-1, 0, 0.3, 0.85, 0.95),
    most: fc.constantFrom(0, 1, 3, 20, 1_000),
    blockBytes: fc.integer({ min: 1, max: 4_000 }),
  })
  fc.assert(
    fc.property(sets, asked, (all, search) => {
      const set = setOf(all.map((each) => Float32Array.from(each)))
      expect(found(set, search)).toEqual(slowPairs(set, search))
    }),
    { numRuns: 300 },
  )
})

it.each([
  ['many', 900, 96, 45],
  ['long embeddings, which are in several blocks', 300, 1_536, 20],
] as const)('finds every pair among %s', (_, count, length, fewest) => {
  const set = generated(count, length)
  const asked = { least: 0.85, most: 10_000 }
  const slow = slowPairs(set, asked)
  expect(slow.length).toBeGreaterThan(fewest)
  expect(found(set, asked)).toEqual(slow)
})

it('returns the nearest pairs when there are more than requested', () => {
  const set = generated(600, 96)
  const asked = { least: 0.85, most: 10 }
  const slow = slowPairs(set, { ...asked, most: 1_000 })
  expect(slow.length).toBeGreaterThan(40)
  expect(found(set, asked)).toEqual(slow.slice(0, asked.most))
})

it('finds the nearest pairs when most embeddings are close to each other', () => {
  const noise = createNoise(3)
  const common = Array.from({ length: 48 }, noise)
  const near = (from: readonly number[], scale: number) => from.map((value) => value + scale * noise())
  const loose = Array.from({ length: 1_200 }, () => near(common, 0.4))
  const twins = loose.slice(0, 120).map((each) => near(each, 0.05))
  const set = setOf([...loose, ...twins].map((each) => Float32Array.from(each)))
  const pairs = found(set, { least: 0.8, most: 120 })
  expect(pairs.filter(({ one, other }) => other === one + loose.length)).toHaveLength(120)
})

it('sorts only the first of millions of pairs when all embeddings are identical', () => {
  const same = setOf(Array.from({ length: 3_000 }, () => Float32Array.of(1, 2, 3, 4)))
  const sort = vi.spyOn(Array.prototype, 'sort')
  const pairs = found(same, { least: 0.85, most: 100 })
  const sorted = sort.mock.contexts.flat().length
  expect(pairs.map(({ one, other }) => [one, other])).toEqual(Array.from({ length: 100 }, (_, at) => [0, at + 1]))
  expect(pairs.every(({ similarity }) => similarity > 0.999)).toBe(true)
  expect(sorted).toBeGreaterThanOrEqual(100)
  expect(sorted).toBeLessThan(1_000)
})
