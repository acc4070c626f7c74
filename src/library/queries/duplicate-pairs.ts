// Pairs of embeddings that are near each other. Up to `mostExact` embeddings every pair is compared. Of more, each gets a
// signature: on which side of 128 random planes it lies. Near ones differ in few bits, so they stand together in most of
// many orders of the signatures, each by other bits; only those are compared. Decision 0030 has what that finds and costs.
import { compactCosine, type VectorSet } from './compact-vectors'

/** Two places of the set, the lower first. */
export interface NearPair {
  readonly one: number
  readonly other: number
  readonly similarity: number
}

export interface PairSearch {
  /** Least similarity. */
  readonly least: number
  /** How many pairs to give, the nearest. */
  readonly most: number
  /** For tests. */
  readonly mostExact?: number
}

/** Two million pairs. */
const mostExactOfApp = 2_000

/**
 * Of many, one that nearly equals so many others is compared with no more: an import that ran twice would otherwise take
 * hours. Only those count, as embeddings of some models are all near each other.
 */
const mostEqual = 24
const nearlyEqual = 0.99

/** Between two moments at which others may be answered: less than a millisecond of work. */
const pairsInStep = 2_000

/** Yields how much is done, 0 to 1, about every millisecond; the caller decides when to go on. */
export function* nearPairs(
  set: VectorSet,
  { least, most, mostExact = mostExactOfApp }: PairSearch,
): Generator<number, readonly NearPair[]> {
  const nearest = createNearest(set, least, most)
  if (set.count <= mostExact) yield* compareAll(set, nearest)
  else yield* compareLikely(set, nearest)
  return nearest.best()
}

type Nearest = ReturnType<typeof createNearest>

function createNearest(set: VectorSet, least: number, most: number) {
  const found = new Map<number, number>()
  const equal = new Uint8Array(set.count)
  /** Of the pairs that are kept; null: there is room. */
  let floor: number | null = null

  const best = () => [...found].sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, most)

  return {
    hasEnough: (place: number) => (equal[place] as number) >= mostEqual,
    compare(one: number, other: number): void {
      const similarity = compactCosine(set, one, other)
      if (!(similarity >= least)) return
      const key = Math.min(one, other) * set.count + Math.max(one, other)
      if (found.has(key)) return
      if (similarity >= nearlyEqual) {
        equal[one] = Math.min(255, (equal[one] as number) + 1)
        equal[other] = Math.min(255, (equal[other] as number) + 1)
      }
      if (floor !== null && similarity <= floor) return
      found.set(key, similarity)
      if (found.size < most * 4) return
      const kept = best()
      floor = kept.at(-1)?.[1] ?? null
      found.clear()
      for (const [each, value] of kept) found.set(each, value)
    },
    best: (): readonly NearPair[] =>
      best().map(([key, similarity]) => ({ one: Math.floor(key / set.count), other: key % set.count, similarity })),
  }
}

function* compareAll({ count }: VectorSet, nearest: Nearest): Generator<number, void> {
  const all = (count * (count - 1)) / 2
  let compared = 0
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      nearest.compare(one, other)
      compared += 1
      if (compared % pairsInStep === 0) yield compared / all
    }
  }
}

/** Bits of a signature, in words of 32. */
const words = 4
const orders = 40
/** Numbers of an embedding that one plane looks at. */
const planeNumbers = 64
/** Of the 128 bits: vectors at an angle of 51° differ in as many. Those of a pair worth showing differ in far fewer. */
const mostBitsApart = 36
/** After each in an order: where thousands are near each other, another order brings other neighbours. */
const window = 256

function* compareLikely(set: VectorSet, nearest: Nearest): Generator<number, void> {
  const { count } = set
  const random = randomNumbers(1)
  const signatures = new Uint32Array(count * words)
  const hashing = 0.5
  yield* sign(set, signatures, random, hashing)
  // So that about eight of a set without any structure stand together.
  const sharedBits = Math.max(4, Math.ceil(Math.log2(count)) - 3)
  const keys = new Float64Array(count)
  let compared = 0
  for (let order = 0; order < orders; order += 1) {
    const bits = Array.from({ length: 32 }, () => Math.floor(random() * words * 32))
    for (let place = 0; place < count; place += 1) {
      let key = 0
      for (const bit of bits) {
        key = (key << 1) | (((signatures[place * words + (bit >> 5)] as number) >>> (bit & 31)) & 1)
      }
      keys[place] = (key >>> 0) * count + place
      if (place % 5_000 === 4_999) yield hashing + ((1 - hashing) * order) / orders
    }
    keys.sort()
    const prefix = 2 ** (32 - sharedBits) * count
    for (let at = 0; at < count; at += 1) {
      const one = (keys[at] as number) % count
      const group = Math.floor((keys[at] as number) / prefix)
      const last = Math.min(count, at + window)
      for (let next = at + 1; next < last && !nearest.hasEnough(one); next += 1) {
        if (Math.floor((keys[next] as number) / prefix) !== group) break
        const other = (keys[next] as number) % count
        compared += 1
        if (bitsApart(signatures, one, other) <= mostBitsApart) nearest.compare(one, other)
        if (compared % pairsInStep === 0) yield hashing + ((1 - hashing) * (order + at / count)) / orders
      }
    }
  }
}

/** The planes go through the middle of the set: embeddings of a language model all point to one side. */
function* sign(set: VectorSet, signatures: Uint32Array, random: () => number, until: number): Generator<number, void> {
  const { count, length, numbers, inverseNorms } = set
  const planes = Array.from({ length: words * 32 }, () =>
    Int32Array.from({ length: Math.min(length, planeNumbers) }, () => {
      const at = Math.floor(random() * length)
      return random() < 0.5 ? at : ~at
    }),
  )
  const mean = new Float64Array(length)
  const step = Math.max(1, Math.floor(count / 5_000))
  for (let place = 0; place < count; place += step) {
    const scale = inverseNorms[place] as number
    for (let at = 0; at < length; at += 1) {
      mean[at] = (mean[at] as number) + (numbers[place * length + at] as number) * scale
    }
    if (place % 100 === 0) yield 0
  }
  const middles = planes.map((plane) => {
    const sum = plane.reduce((all, at) => all + (at >= 0 ? (mean[at] as number) : -(mean[~at] as number)), 0)
    return sum / Math.ceil(count / step)
  })
  for (let place = 0; place < count; place += 1) {
    const from = place * length
    const norm = 1 / (inverseNorms[place] as number)
    for (let bit = 0; bit < planes.length; bit += 1) {
      let sum = 0
      for (const at of planes[bit] as Int32Array) {
        sum += at >= 0 ? (numbers[from + at] as number) : -(numbers[from + ~at] as number)
      }
      if (sum > (middles[bit] as number) * norm) {
        const word = place * words + (bit >> 5)
        signatures[word] = (signatures[word] as number) | (1 << (bit & 31))
      }
    }
    if (place % 50 === 49) yield (until * place) / count
  }
}

function bitsApart(signatures: Uint32Array, one: number, other: number): number {
  let sum = 0
  for (let word = 0; word < words; word += 1) {
    let bits = (signatures[one * words + word] as number) ^ (signatures[other * words + word] as number)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    sum += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return sum
}

/** The same on every machine, so that the same pairs are found again. From 0 to 1, without it. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
