// The guarantees of the projection, against obvious computations: the nearest of a sample, the same map from the same
// embeddings, and neighbours that stay neighbours.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapSize } from '../../contract/features/topic-map'
import { sampleOf } from './draw'
import { createProjection, nearest, type Vectors } from './projection'
import { seededRandom } from './seeded-random'

const groups = 4

/** Around one direction for each group, in turn. */
function vectorsOf(count: number, length: number, seed = 1): Vectors {
  const random = seededRandom(seed)
  const numbers = new Float32Array(count * length)
  for (let at = 0; at < numbers.length; at += 1) {
    const group = Math.floor(at / length) % groups
    numbers[at] = Math.sin((group + 1) * ((at % length) + 1) * 2.3) + 0.5 * (random() - 0.5)
  }
  return { numbers, length }
}

const distance = (positions: Uint16Array, one: number, other: number) =>
  Math.hypot(
    (positions[one * 2] ?? 0) - (positions[other * 2] ?? 0),
    (positions[one * 2 + 1] ?? 0) - (positions[other * 2 + 1] ?? 0),
  )

/** Share of points whose nearest other point is of the same group. */
function neighbourly(positions: Uint16Array): number {
  const count = positions.length / 2
  const same = Array.from({ length: count }, (_, one) => {
    const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== one)
    const best = others.reduce((least, other) =>
      distance(positions, one, other) < distance(positions, one, least) ? other : least,
    )
    return best % groups === one % groups
  })
  return same.filter(Boolean).length / count
}

const ignore = () => undefined

describe.each([20, 120])('a projection of embeddings with %i dimensions', (length) => {
  const sample = vectorsOf(80, length)
  const projection = createProjection()
  const positions = projection.arrange(sample, ignore)

  it('places similar insights next to each other, using the whole plane', () => {
    expect(neighbourly(positions)).toBe(1)
    const xs = positions.filter((_, place) => place % 2 === 0)
    const ys = positions.filter((_, place) => place % 2 === 1)
    const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
    expect(extent).toBeGreaterThan(mapSize * 0.9)
    expect(Math.max(...positions)).toBeLessThanOrEqual(mapSize)
  })

  it('is the same each time', () => {
    expect(createProjection().arrange(vectorsOf(80, length), ignore)).toEqual(positions)
  })

  it('depends on the direction of embeddings, not on their magnitude', () => {
    const scaled = { numbers: sample.numbers.map((value) => value * 8), length }
    const again = createProjection().arrange(scaled, ignore)
    expect(again).toEqual(positions)
  })

  it('places further insights near similar ones of the sample, each the same alone or in a batch', () => {
    const others = vectorsOf(40, length, 9)
    const placed = projection.place(others)
    for (let each = 0; each < 40; each += 1) {
      const alone = { numbers: others.numbers.slice(each * length, (each + 1) * length), length }
      expect([...projection.place(alone)]).toEqual([...placed.slice(each * 2, each * 2 + 2)])
      const joined = Uint16Array.from([...positions, ...projection.place(alone)])
      const nearestOf = Array.from({ length: 80 }, (_, other) => other).reduce((least, other) =>
        distance(joined, 80, other) < distance(joined, 80, least) ? other : least,
      )
      expect(nearestOf % groups).toBe(each % groups)
    }
  })

  it('places further insights the same after it was resumed', () => {
    const others = vectorsOf(12, length, 5)
    const resumed = createProjection()
    resumed.resume(sample, positions)
    expect(resumed.place(others)).toEqual(projection.place(others))
  })
})

it('copes with embeddings that are all equal, zero, huge or not finite', () => {
  const length = 40
  for (const value of [0, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e38]) {
    const vectors = { numbers: new Float32Array(30 * length).fill(value), length }
    const projection = createProjection()
    const positions = [...projection.arrange(vectors, ignore), ...projection.place(vectors)]
    expect(positions.every((position) => position >= 0 && position <= mapSize)).toBe(true)
  }
})

it('finds the same nearest vectors as sorting all of them', () => {
  const value = fc.integer({ min: -50, max: 50 })
  const vector = fc.tuple(value, value, value)
  fc.assert(
    fc.property(
      fc.array(vector, { minLength: 1, maxLength: 40 }),
      vector,
      fc.integer({ min: 1, max: 6 }),
      (all, from, wanted) => {
        const found = nearest(Float32Array.from(from), 0, { numbers: Float32Array.from(all.flat()), length: 3 }, wanted)
        // By the square, which is a whole number here: roots of equal squares may differ in their last digit.
        const slow = all
          .map((each, index) => ({
            index,
            square: each.reduce((sum, number, at) => sum + (number - (from[at] ?? 0)) ** 2, 0),
          }))
          .sort((one, other) => one.square - other.square || one.index - other.index)
          .slice(0, wanted)
        expect(found).toEqual({
          indexes: slow.map(({ index }) => index),
          distances: slow.map(({ square }) => Math.sqrt(square)),
        })
      },
    ),
  )
})

it('draws the same sample from the same rows, with each row at most once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (some, size) => {
      const rows = some.toSorted((one, other) => one - other)
      const sample = sampleOf(rows, size)
      expect(sample).toEqual(sampleOf([...rows], size))
      expect(new Set(sample).size).toBe(Math.min(size, rows.length))
      expect(sample.every((row) => rows.includes(row))).toBe(true)
    }),
  )
})
