// Clusters of points on the map: hills of a density that is counted on a grid. A cell belongs to the hill that climbing
// from it leads to; hills with a shallow pass between them are one.
import { mapSize } from '../../contract/features/topic-map'

export interface Clusters {
  readonly count: number
  /** The cluster of each point; null: between clusters. */
  readonly of: readonly (number | null)[]
  /** The cluster of any place on the map. */
  readonly at: (x: number, y: number) => number | null
}

const side = 72
const cells = side * side
const mostClusters = 40
/** Two hills are one if the pass between them is at least this share of the lower one's height. */
const shallow = 0.65
/** Cells below this share of the highest one are between clusters. */
const low = 0.03

const placeOnSide = (value: number) => Math.min(side - 1, Math.floor((value / (mapSize + 1)) * side))
const cellOf = (x: number, y: number) => placeOnSide(y) * side + placeOnSide(x)

export function clustersOf(x: ArrayLike<number>, y: ArrayLike<number>): Clusters {
  const count = x.length
  const own = new Float64Array(cells)
  const cell = Array.from({ length: count }, (_, point) => cellOf(x[point] as number, y[point] as number))
  for (const each of cell) own[each] = (own[each] as number) + 1
  const density = smoothed(own, count)
  const hillOf = hills(density)
  const sizes = new Map<number, number>()
  for (const each of cell) {
    const hill = hillOf[each] as number
    if (hill >= 0) sizes.set(hill, (sizes.get(hill) ?? 0) + 1)
  }
  const fewest = Math.max(4, Math.round(count * 0.005))
  const kept = [...sizes]
    .filter(([, size]) => size >= fewest)
    .sort(([hill, size], [otherHill, otherSize]) => otherSize - size || hill - otherHill)
    .slice(0, mostClusters)
  const numbers = new Map(kept.map(([hill], number) => [hill, number]))
  const at = (x: number, y: number) => numbers.get(hillOf[cellOf(x, y)] as number) ?? null
  return { count: kept.length, of: cell.map((each) => numbers.get(hillOf[each] as number) ?? null), at }
}

/** The fewer points there are, the wider each counts. */
function smoothed(own: Float64Array, count: number): Float64Array {
  const width = Math.min(4.5, Math.max(1.2, 7.5 * Math.max(1, count) ** -0.16))
  const reach = Math.ceil(width * 3)
  const kernel = Array.from({ length: reach + 1 }, (_, distance) => Math.exp(-(distance ** 2) / (2 * width ** 2)))
  const blur = (from: Float64Array, step: number) => {
    const to = new Float64Array(cells)
    for (let cell = 0; cell < cells; cell += 1) {
      const place = step === 1 ? cell % side : Math.floor(cell / side)
      let sum = 0
      for (let offset = Math.max(-reach, -place); offset <= Math.min(reach, side - 1 - place); offset += 1) {
        sum += (from[cell + offset * step] as number) * (kernel[Math.abs(offset)] as number)
      }
      to[cell] = sum
    }
    return to
  }
  return blur(blur(own, 1), side)
}

function beside(cell: number): number[] {
  const [column, row] = [cell % side, Math.floor(cell / side)]
  const found: number[] = []
  for (let c = Math.max(0, column - 1); c <= Math.min(side - 1, column + 1); c += 1) {
    for (let r = Math.max(0, row - 1); r <= Math.min(side - 1, row + 1); r += 1) {
      if (c !== column || r !== row) found.push(r * side + c)
    }
  }
  return found
}

/** From the highest cell down: a cell beside no hill begins one, a cell between two is their pass. -1: too low. */
function hills(density: Float64Array): Int32Array {
  const order = [...density.keys()].sort(
    (one, other) => (density[other] as number) - (density[one] as number) || one - other,
  )
  const floor = (density[order[0] ?? 0] as number) * low
  const hillOf = new Int32Array(cells).fill(-1)
  const joined = new Map<number, number>()
  const top = (hill: number): number => {
    const next = joined.get(hill)
    return next === undefined ? hill : top(next)
  }
  for (const cell of order) {
    const height = density[cell] as number
    if (height <= floor) break
    const around = new Set<number>()
    for (const other of beside(cell)) {
      const hill = hillOf[other] as number
      if (hill >= 0) around.add(top(hill))
    }
    const [highest = cell, ...others] = [...around].sort(
      (one, other) => (density[other] as number) - (density[one] as number) || one - other,
    )
    hillOf[cell] = highest
    for (const other of others) if (height >= (density[other] as number) * shallow) joined.set(other, highest)
  }
  return hillOf.map((hill) => (hill < 0 ? -1 : top(hill)))
}
