// Projects embeddings to points on a plane. UMAP arranges a sample; every other insight stands among the sample's insights
// that are most like it. Embeddings count by their direction only, and are first brought down to the few dimensions in
// which the sample differs most. Random numbers have a fixed seed: the same embeddings give the same map.
import { UMAP } from 'umap-js'
import { mapSize } from '../../contract/features/topic-map'
import { seededRandom } from './seeded-random'

/** Embeddings one after the other. */
export interface Vectors {
  readonly numbers: Float32Array
  /** How many numbers each has. */
  readonly length: number
}

/** x and y of each in turn, 0 to `mapSize`. */
export type Positions = Uint16Array

export interface Projection {
  /** Arranges the sample. `report` gets the share that is done. */
  arrange(sample: Vectors, report: (share: number) => void): Positions
  /** Takes a sample that was arranged before. */
  resume(sample: Vectors, positions: Positions): void
  /** Places them among the arranged sample. */
  place(vectors: Vectors): Positions
}

const dimensions = 32
const neighbours = 15
/** Insights of the sample among which another is placed. */
const placedAmong = 4
const seed = 20_260_101

export function createProjection(): Projection {
  let reduce: (vectors: Vectors) => Vectors = (vectors) => vectors
  let sample: Vectors = { numbers: new Float32Array(), length: 1 }
  let positions: Positions = new Uint16Array()

  function begin(vectors: Vectors): void {
    reduce = reducerFor(vectors)
    sample = reduce(vectors)
  }

  return {
    arrange(vectors, report) {
      begin(vectors)
      report(0.2)
      positions = fitted(arranged(sample, (share) => report(0.2 + 0.8 * share)))
      return positions
    },
    resume(vectors, kept) {
      begin(vectors)
      positions = kept
    },
    place: (vectors) => placed(reduce(vectors), sample, positions),
  }
}

const countOf = ({ numbers, length }: Vectors) => Math.floor(numbers.length / length)

/** Scales all to length 1. Invalid numbers count as 0. */
function directionsOf({ numbers, length }: Vectors): Vectors {
  const scaled = new Float32Array(numbers.length)
  for (let start = 0; start < numbers.length; start += length) {
    let sum = 0
    for (let at = start; at < start + length; at += 1) {
      const value = numbers[at] as number
      if (Number.isFinite(value)) sum += value * value
    }
    const scale = sum > 0 && Number.isFinite(sum) ? 1 / Math.sqrt(sum) : 0
    for (let at = start; at < start + length; at += 1) {
      const value = numbers[at] as number
      scaled[at] = Number.isFinite(value) ? value * scale : 0
    }
  }
  return { numbers: scaled, length }
}

/** Principal components of the sample, by subspace iteration. */
function reducerFor(given: Vectors): (vectors: Vectors) => Vectors {
  const { length } = given
  if (length <= dimensions) return directionsOf
  const sample = directionsOf(given)
  const count = countOf(sample)
  const mean = new Float64Array(length)
  for (let at = 0; at < sample.numbers.length; at += 1)
    mean[at % length] = (mean[at % length] as number) + (sample.numbers[at] as number) / count
  const random = seededRandom(seed)
  const axes = Array.from({ length: dimensions }, () => Float64Array.from({ length }, () => random() - 0.5))
  orthonormalise(axes)
  for (let round = 0; round < 4; round += 1) {
    const next = axes.map(() => new Float64Array(length))
    for (let start = 0; start < count * length; start += length) {
      for (const [place, axis] of axes.entries()) {
        const along = component(sample.numbers, start, mean, axis)
        const sum = next[place] as Float64Array
        for (let at = 0; at < length; at += 1) {
          const value = (sample.numbers[start + at] as number) - (mean[at] as number)
          sum[at] = (sum[at] as number) + along * value
        }
      }
    }
    orthonormalise(next)
    axes.splice(0, axes.length, ...next)
  }
  return (vectors) => {
    const { numbers } = directionsOf(vectors)
    const many = countOf(vectors)
    const reduced = new Float32Array(many * dimensions)
    for (let each = 0; each < many; each += 1) {
      for (const [place, axis] of axes.entries()) {
        reduced[each * dimensions + place] = component(numbers, each * length, mean, axis)
      }
    }
    return { numbers: reduced, length: dimensions }
  }
}

function component(numbers: Float32Array, start: number, mean: Float64Array, axis: Float64Array): number {
  let sum = 0
  for (let at = 0; at < axis.length; at += 1) {
    sum += ((numbers[start + at] as number) - (mean[at] as number)) * (axis[at] as number)
  }
  return sum
}

/** Gram-Schmidt. An axis that is left with nothing stays zero. */
function orthonormalise(axes: readonly Float64Array[]): void {
  for (const [place, axis] of axes.entries()) {
    for (const before of axes.slice(0, place)) {
      let along = 0
      for (let at = 0; at < axis.length; at += 1) along += (axis[at] as number) * (before[at] as number)
      for (let at = 0; at < axis.length; at += 1) axis[at] = (axis[at] as number) - along * (before[at] as number)
    }
    const size = Math.hypot(...axis)
    for (let at = 0; at < axis.length; at += 1) axis[at] = size > 1e-9 ? (axis[at] as number) / size : 0
  }
}

/** The nearest of `among`, the nearest first; equally near ones in their order. */
export function nearest(
  numbers: Float32Array,
  start: number,
  among: Vectors,
  wanted: number,
): { readonly indexes: number[]; readonly distances: number[] } {
  const { length } = among
  const count = countOf(among)
  const indexes: number[] = []
  const squares: number[] = []
  let farthest = Number.POSITIVE_INFINITY
  for (let each = 0; each < count; each += 1) {
    const other = each * length
    let square = 0
    for (let at = 0; at < length; at += 1) {
      const difference = (numbers[start + at] as number) - (among.numbers[other + at] as number)
      square += difference * difference
      if (square >= farthest) break
    }
    if (square >= farthest) continue
    let place = squares.length
    while (place > 0 && (squares[place - 1] as number) > square) place -= 1
    squares.splice(place, 0, square)
    indexes.splice(place, 0, each)
    if (squares.length > wanted) {
      squares.pop()
      indexes.pop()
    }
    if (squares.length === wanted) farthest = squares[wanted - 1] as number
  }
  return { indexes, distances: squares.map((square) => Math.sqrt(square)) }
}

function arranged(sample: Vectors, report: (share: number) => void): number[][] {
  const count = countOf(sample)
  const wanted = Math.min(neighbours, count - 1)
  const found = Array.from({ length: count }, (_, each) =>
    nearest(sample.numbers, each * sample.length, sample, wanted),
  )
  report(0.3)
  const umap = new UMAP({ nNeighbors: wanted, minDist: 0.8, spread: 1.5, random: seededRandom(seed) })
  umap.setPrecomputedKNN(
    found.map(({ indexes }) => indexes),
    found.map(({ distances }) => distances),
  )
  const vectors = found.map((_, each) => [...sample.numbers.subarray(each * sample.length, (each + 1) * sample.length)])
  const steps = umap.initializeFit(vectors)
  beginWithComponents(umap.getEmbedding(), sample)
  for (let step = 1; step <= steps; step += 1) {
    umap.step()
    if (step % 10 === 0) report(0.4 + (0.6 * step) / steps)
  }
  return umap.getEmbedding()
}

/** Begins with the first two components instead of random places: distant points stay apart. The rows are UMAP's own. */
function beginWithComponents(places: number[][], { numbers, length }: Vectors): void {
  const random = seededRandom(seed + 1)
  const greatest = [0, 1].map((axis) => {
    let most = 0
    for (let at = axis; at < numbers.length; at += length) most = Math.max(most, Math.abs(numbers[at] as number))
    return most || 1
  })
  for (const [each, place] of places.entries()) {
    for (const axis of [0, 1] as const) {
      const value = axis < length ? (numbers[each * length + axis] as number) : 0
      place[axis] = (3 * value) / (greatest[axis] as number) + (random() - 0.5) * 0.01
    }
  }
}

/** Fits places to the whole plane with a margin, both axes alike. */
function fitted(places: readonly number[][]): Positions {
  const axes = [0, 1].map((axis) => withoutWideGaps(places.map((place) => finite(place[axis]))))
  const bounds = axes.map((values) => {
    const least = values.reduce((all, value) => Math.min(all, value), Number.POSITIVE_INFINITY)
    const most = values.reduce((all, value) => Math.max(all, value), Number.NEGATIVE_INFINITY)
    return { middle: (least + most) / 2, extent: most - least }
  })
  const extent = Math.max(...bounds.map((bound) => bound.extent)) || 1
  const positions = new Uint16Array(places.length * 2)
  for (const [axis, values] of axes.entries()) {
    const { middle } = bounds[axis] as { middle: number }
    for (const [each, value] of values.entries()) {
      positions[each * 2 + axis] = onPlane(mapSize * (0.5 + (0.94 * (value - middle)) / extent))
    }
  }
  return positions
}

/** Share of the extent. */
const widestGap = 0.02

/** In the same order. Groups far apart would be specks on an empty map. */
function withoutWideGaps(values: readonly number[]): readonly number[] {
  const order = [...values.keys()].sort((one, other) => (values[one] as number) - (values[other] as number))
  const [first = 0, last = 0] = [values[order[0] ?? 0], values[order.at(-1) ?? 0]]
  const closer = [...values]
  let [at, before] = [0, first]
  for (const index of order) {
    const value = values[index] as number
    at += Math.min(value - before, widestGap * (last - first))
    before = value
    closer[index] = at
  }
  return closer
}

const finite = (value = 0) => (Number.isFinite(value) ? value : 0)
const onPlane = (value: number) => Math.round(Math.min(mapSize, Math.max(0, value)))

/** Places each near the one that it is most like, drawn towards the next ones, and a little beside, so that none is covered. */
function placed(vectors: Vectors, sample: Vectors, positions: Positions): Positions {
  const count = countOf(vectors)
  const found = new Uint16Array(count * 2)
  for (let each = 0; each < count; each += 1) {
    const start = each * vectors.length
    const { indexes, distances } = nearest(vectors.numbers, start, sample, placedAmong)
    const first = indexes[0]
    if (first === undefined) continue
    const [x, y] = [positions[first * 2] as number, positions[first * 2 + 1] as number]
    let [sumX, sumY, sum] = [0, 0, 0]
    for (const [rank, index] of indexes.entries()) {
      const [otherX, otherY] = [positions[index * 2] as number, positions[index * 2 + 1] as number]
      // A neighbour at the other end of the map would leave it in the middle, among strangers.
      if (Math.hypot(otherX - x, otherY - y) > mapSize * nearby) continue
      const weight = 1 / ((distances[rank] as number) ** 2 + 1e-6)
      sumX += weight * otherX
      sumY += weight * otherY
      sum += weight
    }
    const random = seededRandom(seed ^ Math.imul(bitsOf(vectors.numbers, start, vectors.length), 0x9e3779b1))
    const [angle, beside] = [random() * 2 * Math.PI, Math.sqrt(random()) * mapSize * spread]
    found[each * 2] = onPlane(sumX / sum + Math.cos(angle) * beside)
    found[each * 2 + 1] = onPlane(sumY / sum + Math.sin(angle) * beside)
  }
  return found
}

/** Shares of the plane. */
const nearby = 0.08
const spread = 0.006

/** Depends on the embedding alone, not on others that are placed with it. */
function bitsOf(numbers: Float32Array, start: number, length: number): number {
  let bits = 0
  for (let at = start; at < start + length; at += 1) {
    bits = Math.imul(bits, 31) + Math.round((numbers[at] as number) * 1_000_000)
  }
  return bits | 0
}
