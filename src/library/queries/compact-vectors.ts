// Embeddings as bytes: each is scaled so that its greatest number is ±127. A quarter of the memory of 32-bit floats, and
// a cosine is off by less than 0.01 (decision 0030), so the best of a search are measured again with the stored numbers.

/** How far the cosine of two compact embeddings may be off; tests hold it. */
export const compactError = 0.01

/** Embeddings of one workspace that can be compared with each other. Never written to once it is handed out. */
export interface VectorSet {
  readonly count: number
  /** How many numbers each has. */
  readonly length: number
  /** Unique among the sets of one run, so that results can be matched to their set. */
  readonly version: number
  /** `insights.row` of each, in no order. */
  readonly rows: Int32Array
  /** `count` times `length` bytes. */
  readonly numbers: Int8Array
  /** 1 / the length of each as a vector of bytes. */
  readonly inverseNorms: Float32Array
  /** Insights without an embedding. */
  readonly without: number
  /** With one that cannot be compared: of another length than most, of zeros only, or with a number that is not finite. */
  readonly incomparable: number
  /** With one that did not fit into memory. */
  readonly leftOut: number
}

/** null for an embedding without a direction. */
function inverseNormOfCompact(numbers: Int8Array, from: number, length: number): number | null {
  let sum = 0
  for (let at = from; at < from + length; at += 1) sum += (numbers[at] as number) * (numbers[at] as number)
  return sum === 0 ? null : 1 / Math.sqrt(sum)
}

/** Writes the bytes of `floats` to `numbers` from `to` on. Returns the inverse norm; null if it cannot be compared. */
export function compact(floats: Float32Array, numbers: Int8Array, to: number): number | null {
  let greatest = 0
  for (const number of floats) {
    if (!Number.isFinite(number)) return null
    greatest = Math.max(greatest, Math.abs(number))
  }
  if (greatest === 0) return null
  for (let at = 0; at < floats.length; at += 1) numbers[to + at] = Math.round(((floats[at] as number) / greatest) * 127)
  return inverseNormOfCompact(numbers, to, floats.length)
}

/** Cosine of two embeddings of a set, by their places in it. */
export function compactCosine({ numbers, inverseNorms, length }: VectorSet, one: number, other: number): number {
  const product = dotProduct(numbers, one * length, numbers, other * length, length)
  return product * (inverseNorms[one] as number) * (inverseNorms[other] as number)
}

function dotProduct(one: Int8Array, from: number, other: Int8Array, otherFrom: number, length: number): number {
  let sum = 0
  for (let at = 0; at < length; at += 1) {
    sum = (sum + Math.imul(one[from + at] as number, other[otherFrom + at] as number)) | 0
  }
  return sum
}

/** Cosine similarity, −1 to 1, of the stored numbers; null where it has none: other lengths, zeros, not finite. */
export function cosine(one: Float32Array, other: Float32Array): number | null {
  if (one.length !== other.length || one.length === 0) return null
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] as number, other[at] as number]
    product += a * b
    ofOne += a * a
    ofOther += b * b
  }
  const result = product / Math.sqrt(ofOne * ofOther)
  return Number.isFinite(result) ? Math.max(-1, Math.min(1, result)) : null
}

/** Reads an embedding as stored. The bytes may begin anywhere in their buffer. */
export function floatsOf(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes.length - (bytes.length % 4))
  copy.set(bytes.subarray(0, copy.length))
  return new Float32Array(copy.buffer)
}

/** The `most` places of the greatest values, greatest first; of equal values the earlier place. */
export function greatestPlaces(count: number, most: number, measure: (place: number) => number): number[] {
  const places: number[] = []
  const values: number[] = []
  const isWorse = (one: number, other: number) => {
    const difference = (values[one] as number) - (values[other] as number)
    return difference < 0 || (difference === 0 && (places[one] as number) > (places[other] as number))
  }
  function swap(one: number, other: number): void {
    const [place, value] = [places[one] as number, values[one] as number]
    places[one] = places[other] as number
    values[one] = values[other] as number
    places[other] = place
    values[other] = value
  }
  // A heap with the worst of the best on top.
  function rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isWorse(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  function sink(): void {
    for (let at = 0; ; ) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < places.length && isWorse(child, worst)) worst = child
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }
  for (let place = 0; place < count; place += 1) {
    const value = measure(place)
    if (Number.isNaN(value)) continue
    if (places.length < most) {
      places.push(place)
      values.push(value)
      rise(places.length - 1)
    } else if (most > 0 && value > (values[0] as number)) {
      places[0] = place
      values[0] = value
      sink()
    }
  }
  const byValue = places.map((place, at) => ({ place, value: values[at] as number }))
  return byValue.sort((one, other) => other.value - one.value || one.place - other.place).map(({ place }) => place)
}

interface Target {
  readonly numbers: Int8Array
  readonly inverseNorm: number
  /** Rows to leave out. */
  readonly without?: ReadonlySet<number>
}

/** The nearest to `numbers`, with their compact cosines. */
export function nearestTo(
  set: VectorSet,
  { numbers, inverseNorm, without }: Target,
  most: number,
): { readonly row: number; readonly similarity: number }[] {
  if (numbers.length !== set.length) return []
  const cosines = new Float32Array(set.count)
  for (let place = 0; place < set.count; place += 1) {
    if (without?.has(set.rows[place] as number)) {
      cosines[place] = Number.NaN
      continue
    }
    const product = dotProduct(numbers, 0, set.numbers, place * set.length, set.length)
    cosines[place] = product * inverseNorm * (set.inverseNorms[place] as number)
  }
  return greatestPlaces(set.count, most, (place) => cosines[place] as number).map((place) => ({
    row: set.rows[place] as number,
    similarity: cosines[place] as number,
  }))
}
