/** Statistics of samples. A figure is a ratio of two alternating measurements: one alone says more about the computer. */

export function quantile(samples, part) {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

export const median = (samples) => quantile(samples, 0.5)

/**
 * @typedef {{ row: string, unit: string, value: number, floor: number | null, ratio: number, spread: string,
 *   target: number | null, isMet: boolean | null, samples: number }} Result
 * @param {{ row: string, unit: string, target: number | null, values: number[], floors?: number[] }} measured target: null
 *   where there is none. floors: each measured beside the value of the same place; without them the value itself is
 *   compared with the target
 * @returns {Result}
 */
export function resultOf({ row, unit, target, values, floors }) {
  const ratios = floors ? values.map((value, place) => value / floors[place]) : values
  const ratio = median(ratios)
  return {
    ...{ row, unit, target, ratio, value: median(values), floor: floors ? median(floors) : null },
    spread: `${shown(quantile(ratios, 0.1))}–${shown(quantile(ratios, 0.9))}`,
    ...{ isMet: target === null ? null : ratio <= target, samples: values.length },
  }
}

export const shown = (number) => (Math.abs(number) >= 100 ? String(Math.round(number)) : number.toFixed(2))

/** The table of docs/performance.md. @param {readonly Result[]} results */
export function tableOf(results) {
  const head = ['what', 'measured', 'floor', 'ratio', '10–90%', 'target', '', 'samples']
  const lines = results.map(({ row, unit, value, floor, ratio, spread, target, isMet, samples }) => [
    ...[row, `${shown(value)} ${unit}`, floor === null ? '–' : `${shown(floor)} ${unit}`],
    ...[floor === null ? '–' : shown(ratio), spread],
    ...[target === null ? '–' : `≤ ${target}${floor === null ? ` ${unit}` : ''}`],
    ...[isMet === null ? '–' : isMet ? 'pass' : 'miss', String(samples)],
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
