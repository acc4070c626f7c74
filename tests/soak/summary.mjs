/** Summaries of a seed and of a range of seeds. */

/** @param {{ seed: number, digest: string, seconds: number, steps: number, acknowledged: number, checks: number, calms: number, broken: string[] }} report */
export const lineOf = ({ seed, digest, seconds, steps, acknowledged, checks, calms, broken }) =>
  [
    `seed ${seed}: ${Math.round(seconds)} s, digest ${digest}; actions ${steps}, acknowledged ${acknowledged}`,
    `checks ${checks}, calms ${calms}; promises broken: ${broken.length}`,
  ].join(', ')

/**
 * @param {{ seed: number, digest: string, seconds: number, broken: string[] }[]} reports
 * @param {typeof reports} [again] a second run of the same seeds, whose digests must be equal
 * @returns {{ text: string, code: number }}
 */
export function summaryOf(reports, again) {
  const broken = reports.filter((report) => report.broken.length > 0)
  const seconds = reports.reduce((sum, report) => sum + report.seconds, 0)
  const lines = [
    `seeds: ${reports.length}, with violations: ${broken.length}; ${(seconds / reports.length).toFixed(1)} s a seed`,
    ...broken.flatMap(({ seed, broken: promises }) =>
      promises.map((promise) => `  seed ${seed}: ${firstLine(promise)}`),
    ),
  ]
  const other = (again ?? []).filter(({ digest }, place) => digest !== reports[place].digest)
  if (again) {
    lines.push(
      other.length === 0
        ? `replayed under load: ${again.length} of ${again.length} identical, event by event`
        : `replayed under load with differences: seeds ${other.map(({ seed }) => seed).join(', ')}`,
    )
  }
  return { text: lines.join('\n'), code: broken.length > 0 || other.length > 0 ? 1 : 0 }
}

const firstLine = (text) => text.split('\n')[0]
