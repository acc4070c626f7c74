import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setOf } from '../testing/vector-set'
import { compact, compactCosine, compactError, cosine, floatsOf, greatestPlaces, nearestTo } from './compact-vectors'

const float = fc.float({ noNaN: true, min: -1, max: 1 })
const embedding = (length: number) =>
  fc.array(float, { minLength: length, maxLength: length }).map((all) => Float32Array.from(all))
const usable = (length: number) => embedding(length).filter((each) => each.some((number) => Math.abs(number) > 1e-3))

/** The obvious way: both scaled to length 1, then their product. */
function slowCosine(one: Float32Array, other: Float32Array): number {
  const unit = (each: Float32Array) => {
    const norm = Math.hypot(...each)
    return Array.from(each, (number) => number / norm)
  }
  const second = unit(other)
  return unit(one).reduce((sum, number, place) => sum + number * (second[place] ?? 0), 0)
}

const pairOf = fc.integer({ min: 1, max: 40 }).chain((length) => fc.tuple(usable(length), usable(length)))

it('computes the cosine of two embeddings', () => {
  fc.assert(
    fc.property(pairOf, ([one, other]) => {
      expect(cosine(one, other)).toBeCloseTo(slowCosine(one, other), 6)
    }),
  )
})

it('stays within the error bound for compact embeddings', () => {
  fc.assert(
    fc.property(pairOf, ([one, other]) => {
      const difference = compactCosine(setOf([one, other]), 0, 1) - slowCosine(one, other)
      expect(Math.abs(difference)).toBeLessThan(compactError)
    }),
  )
})

it('returns null for mismatched lengths, empty or zero vectors, and non-finite numbers', () => {
  const of = (...numbers: number[]) => Float32Array.from(numbers)
  expect(cosine(of(1, 2), of(1, 2, 3))).toBeNull()
  expect(cosine(of(), of())).toBeNull()
  expect(cosine(of(0, 0), of(1, 2))).toBeNull()
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(cosine(of(number, 1), of(1, 2))).toBeNull()
    expect(compact(of(number, 1), new Int8Array(2), 0)).toBeNull()
  }
  expect(compact(of(0, 0), new Int8Array(2), 0)).toBeNull()
  expect(compact(of(), new Int8Array(0), 0)).toBeNull()
})

it('finds the places of the greatest values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.nat(30), (values, most) => {
      const sorted = values
        .map((value, place) => ({ value, place }))
        .sort((a, b) => b.value - a.value || a.place - b.place)
      const expected = sorted.slice(0, most).map(({ place }) => place)
      expect(greatestPlaces(values.length, most, (place) => values[place] ?? 0)).toEqual(expected)
    }),
  )
})

it('finds the nearest embeddings in a set', () => {
  const asked = fc
    .integer({ min: 1, max: 12 })
    .chain((length) => fc.tuple(usable(length), fc.array(usable(length), { maxLength: 60 })))
  fc.assert(
    fc.property(asked, fc.nat(20), ([wanted, all], most) => {
      const set = setOf(all)
      const numbers = new Int8Array(wanted.length)
      const inverseNorm = compact(wanted, numbers, 0) ?? 0
      const slow = all.map((each) => slowCosine(wanted, each)).sort((one, other) => other - one)
      const found = nearestTo(set, { numbers, inverseNorm }, most)
      expect(found).toHaveLength(all.length === 0 ? 0 : Math.min(most, all.length))
      for (const [place, { row, similarity }] of found.entries()) {
        expect(similarity).toBeCloseTo(slowCosine(wanted, all[row - 1] ?? wanted), 1)
        expect(Math.abs(similarity - (slow[place] ?? 0))).toBeLessThan(2 * compactError)
      }
    }),
  )
  expect(nearestTo(setOf([Float32Array.of(1, 2)]), { numbers: new Int8Array(3), inverseNorm: 1 }, 5)).toEqual([])
})

it('reads stored floats from unaligned bytes, ignoring a trailing partial float', () => {
  const floats = Float32Array.of(0.5, -2, 3.25)
  const shifted = Buffer.concat([Buffer.from([7]), Buffer.from(floats.buffer)]).subarray(1)
  expect([...floatsOf(shifted)]).toEqual([...floats])
  expect([...floatsOf(Buffer.concat([Buffer.from(floats.buffer), Buffer.from([1])]))]).toEqual([...floats])
})
