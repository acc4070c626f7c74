// Pairs of embeddings that are near each other, every pair compared: block by block, so that both sides of the products stay
// in the cache of the processor, and by their heads first, which rule most pairs out. Decision 0030 has the cost of that.
import type { VectorSet } from './compact-vectors'
import { createDotProducts, type DotProducts, headLength } from './dot-products'

/** Two places of the set, the lower first. */
export interface NearPair {
  readonly one: number
  readonly other: number
  readonly similarity: number
}

export interface PairSearch {
  /** Minimum similarity. */
  readonly least: number
  /** Number of nearest pairs to return; of equally near ones those of the lowest places. */
  readonly most: number
  /** Bytes of embeddings in a block, for tests. */
  readonly blockBytes?: number
}

/** Work between two pauses for other calls: less than a millisecond. */
const numbersInStep = 8_000_000

/** Size of the blocks that all others are compared with; the others come in smaller ones. */
const usualBlockBytes = 512 * 1024

/** Yields how much is done, 0 to 1, about every millisecond; the caller decides when to go on. */
export function* nearPairs(
  set: VectorSet,
  { least, most, blockBytes = usualBlockBytes }: PairSearch,
): Generator<number, readonly NearPair[]> {
  const { count, length } = set
  if (count < 2 || most < 1) return []
  const nearest = createNearest(set, yield* tailNormsOf(set), { least, most })
  const fitting = (bytes: number) => Math.min(count, Math.max(1, Math.floor(bytes / length)))
  const [ones, others] = [fitting(blockBytes), fitting(blockBytes / 4)]
  const dots = createDotProducts({ length, ones, others })
  const all = (count * (count - 1)) / 2
  let [compared, sinceStep] = [0, 0]
  for (let from = 0; from < count; from += ones) {
    const until = Math.min(count, from + ones)
    dots.loadOnes(set.numbers, from, until - from)
    for (let otherFrom = from; otherFrom < count; otherFrom += others) {
      const otherUntil = Math.min(count, otherFrom + others)
      dots.loadOthers(set.numbers, otherFrom, otherUntil - otherFrom)
      // The first of a pair is compared only with those after it.
      for (let one = from; one < Math.min(until, otherUntil); one += 1) {
        const first = Math.max(otherFrom, one + 1)
        nearest.compare(dots, { one, from, first, otherFrom, otherUntil })
        compared += otherUntil - first
        sinceStep += (otherUntil - otherFrom) * length
        if (sinceStep < numbersInStep) continue
        yield compared / all
        sinceStep = 0
      }
    }
  }
  return nearest.best()
}

/** Places: `one` of the block from `from` on, with those from `first` until `otherUntil` of the block from `otherFrom` on. */
interface Row {
  readonly one: number
  readonly from: number
  readonly first: number
  readonly otherFrom: number
  readonly otherUntil: number
}

/** Share of a row. Where more pairs may be near by their heads, all pairs of the row are measured in full at once. */
const fewPairs = 0.3
/** Rows that are measured in full after one whose heads told little. */
const rowsWithoutHeads = 15
/** More than the rounding error of a cosine. */
const rounding = 1e-9

/** Keeps the nearest of the pairs that it compares. */
function createNearest({ count, inverseNorms }: VectorSet, tailNorms: Float64Array, { least, most }: PairSearch) {
  const inOrder = (one: NearPair, other: NearPair) =>
    other.similarity - one.similarity || one.one - other.one || one.other - other.other
  let found: NearPair[] = []
  /** Less similar pairs are not wanted. */
  let floor = least
  /** The last wanted pair of those just as near as `floor`. null: there is room for all. */
  let last: NearPair | null = null

  const best = () => found.sort(inOrder).slice(0, most)

  function keep(pair: NearPair): void {
    if (last !== null && inOrder(pair, last) > 0) return
    found.push(pair)
    if (found.length < most * 4) return
    found = best()
    last = found.at(-1) ?? null
    floor = last?.similarity ?? least
  }

  function keepNear({ one, first, otherFrom, otherUntil }: Row, products: Int32Array): void {
    const inverseNorm = inverseNorms[one] as number
    for (let other = first; other < otherUntil; other += 1) {
      const similarity = (products[other - otherFrom] as number) * inverseNorm * (inverseNorms[other] as number)
      if (similarity >= floor) keep({ one, other, similarity })
    }
  }

  /** The product of two tails is at most that of their norms (Cauchy-Schwarz), so heads rule most pairs out. */
  function findPossible({ one, first, otherFrom, otherUntil }: Row, heads: Int32Array): number {
    const [inverseNorm, tailNorm] = [inverseNorms[one] as number, tailNorms[one] as number]
    let count = 0
    for (let other = first; other < otherUntil; other += 1) {
      const greatest = (heads[other - otherFrom] as number) + tailNorm * (tailNorms[other] as number)
      if (greatest * inverseNorm * (inverseNorms[other] as number) < floor - rounding) continue
      possible[count] = other
      count += 1
    }
    return count
  }

  const possible = new Int32Array(count)
  let withoutHeads = 0

  return {
    compare(dots: DotProducts, row: Row): void {
      const { one, from, first, otherFrom, otherUntil } = row
      if (withoutHeads > 0) {
        withoutHeads -= 1
        keepNear(row, dots.of(one - from))
        return
      }
      const count = findPossible(row, dots.ofHeads(one - from))
      if (count > (otherUntil - first) * fewPairs) {
        withoutHeads = rowsWithoutHeads
        keepNear(row, dots.of(one - from))
        return
      }
      for (let at = 0; at < count; at += 1) {
        const other = possible[at] as number
        const product = dots.ofPair(one - from, other - otherFrom)
        const similarity = product * (inverseNorms[one] as number) * (inverseNorms[other] as number)
        if (similarity >= floor) keep({ one, other, similarity })
      }
    },
    best,
  }
}

/** Norms of the tails, which heads leave out, in the units of the compact numbers. */
function* tailNormsOf({ count, length, numbers }: VectorSet): Generator<number, Float64Array> {
  const head = headLength(length)
  const norms = new Float64Array(count)
  for (let place = 0; place < count; place += 1) {
    let sum = 0
    for (let at = place * length + head; at < (place + 1) * length; at += 1) {
      sum += (numbers[at] as number) * (numbers[at] as number)
    }
    norms[place] = Math.sqrt(sum)
    if (place % 1_000 === 999) yield 0
  }
  return norms
}
