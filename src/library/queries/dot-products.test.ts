import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDotProducts, headLength } from './dot-products'

function slowProduct(one: Int8Array, other: Int8Array): number {
  return one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0)
}

const vectors = fc.integer({ min: 1, max: 130 }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    all: fc.array(fc.int8Array({ minLength: length, maxLength: length }), { minLength: 1, maxLength: 12 }),
  }),
)

const joined = (all: readonly Int8Array[]) => Int8Array.from(all.flatMap((each) => [...each]))

it('computes the dot product of one vector with each of the others', () => {
  fc.assert(
    fc.property(vectors, fc.nat(), fc.nat(), ({ length, all }, first, second) => {
      const [ones, others] = [first % all.length, second % all.length]
      const dots = createDotProducts({ length, ones: all.length, others: all.length })
      const numbers = joined(all)
      // More than is needed, so that the earlier operands must be gone.
      dots.loadOnes(numbers, 0, all.length)
      dots.loadOthers(numbers, 0, all.length)
      dots.loadOnes(numbers, ones, all.length - ones)
      dots.loadOthers(numbers, others, all.length - others)
      for (const [place, one] of all.slice(ones).entries()) {
        const expected = all.slice(others).map((other) => slowProduct(one, other))
        expect([...dots.of(place).subarray(0, expected.length)]).toEqual(expected)
        expect(expected.map((_, other) => dots.ofPair(place, other))).toEqual(expected)
        const head = one.subarray(0, headLength(length))
        const ofHeads = all.slice(others).map((other) => slowProduct(head, other))
        expect([...dots.ofHeads(place).subarray(0, ofHeads.length)]).toEqual(ofHeads)
      }
    }),
  )
})

it('does not overflow for the longest vectors of extreme values', () => {
  const length = 130_000
  const numbers = new Int8Array(2 * length).fill(-128, 0, length).fill(127, length)
  const dots = createDotProducts({ length, ones: 2, others: 2 })
  dots.loadOnes(numbers, 0, 2)
  dots.loadOthers(numbers, 0, 2)
  expect([...dots.of(0)]).toEqual([128 * 128 * length, -128 * 127 * length])
  expect([...dots.of(1)]).toEqual([-128 * 127 * length, 127 * 127 * length])
})
