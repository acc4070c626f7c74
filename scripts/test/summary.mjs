/** The words at the end of a run. */

export const formatDuration = (ms) => {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** @param {{ name: string, code: number, ms: number, count?: { passed: number, failed: number, notes?: string[] } }[]} results */
export function summaryLines(results) {
  const lines = results.map(({ name, code, ms, count }) => {
    const counted = count === undefined ? '' : `, ${count.passed} passed, ${count.failed} failed`
    return `${code === 0 ? '✓' : '✗'} ${name}: ${formatDuration(ms)}${counted}`
  })
  const sum = (key) => results.reduce((total, { count }) => total + (count?.[key] ?? 0), 0)
  // A step without tests of its own (the build) counts when it fails, so that no failed run ends with "0 failed".
  const uncounted = results.filter(({ code, count }) => code !== 0 && count === undefined).length
  const notes = results.flatMap(({ count }) => count?.notes ?? [])
  return [
    ...lines,
    ...notes.map((note) => `! ${note}`),
    '',
    `${sum('passed')} passed, ${sum('failed') + uncounted} failed`,
  ]
}
