// The scale of an axis of the matrix.
import type { Part } from '../../../contract/features/priorities'

export interface Axis {
  /** Values at its ends. The goal axis is reversed, as priority 1 is the highest. */
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

const steps = [1, 2, 5, 10] as const

/** A round step of which `range` needs at most `most`. */
function stepFor(range: number, most: number): number {
  const rough = range / most
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (steps.find((step) => step * power >= rough - 1e-12) ?? 10)
}

const wholeParts: ReadonlySet<Part> = new Set(['insights', 'feedback', 'recent'])

export function axisOf(part: Part, values: Float64Array, most = 5): Axis {
  if (part === 'sentiment') return { from: -1, to: 1, ticks: [-1, -0.5, 0, 0.5, 1] }
  if (part === 'unseen') return { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }
  const known = values.filter((value) => !Number.isNaN(value))
  const greatest = known.reduce((most, value) => Math.max(most, value), 0)
  if (part === 'goal') {
    const last = Math.max(2, greatest)
    const step = Math.max(1, Math.ceil((last - 1) / most))
    const ticks = Array.from({ length: Math.floor((last - 1) / step) + 1 }, (_, index) => 1 + index * step)
    return { from: last, to: 1, ticks }
  }
  const least = known.reduce((all, value) => Math.min(all, value), greatest)
  // Begins at zero, unless that leaves half of the figure empty.
  const begin = least > greatest / 2 && least < greatest ? least : 0
  const step = Math.max(stepFor(greatest - begin || 1, most), wholeParts.has(part) ? 1 : 0)
  const first = Math.floor(begin / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil((greatest || 1) / step - 1e-9))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
  return { from: first * step, to: last * step, ticks }
}

/** 0 at the beginning of the axis, 1 at its end. */
export const along = ({ from, to }: Axis, value: number) => (value - from) / (to - from)
