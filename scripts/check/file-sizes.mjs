/** A file that one reads in one go: nothing over 300 lines, and most far below. Seed data and generated code aside. */
import { isCode, isGenerated, isTest } from './project-files.mjs'

const limits = { longest: 300, p95: 280, median: 80 }
const checkedFolders = /^(src|e2e|scripts|tools)\//

export const lineCount = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** @param {number[]} values @param {number} part from 0 to 1; nearest rank */
export function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0
}

/** @returns {{ problems: string[], summary: string }} */
export function checkFileSizes(files) {
  const counted = files
    .filter((file) => isCode(file) && checkedFolders.test(file.path))
    .filter((file) => !isGenerated(file) && !file.path.startsWith('src/sandbox/seed/'))
    .map((file) => ({ file, lines: lineCount(file.text) }))
  const problems = counted
    .filter(({ lines }) => lines > limits.longest)
    .map(({ file, lines }) => `${file.path}: ${lines} lines; split it (limit ${limits.longest})`)
  const sizes = counted.filter(({ file }) => file.path.startsWith('src/') && !isTest(file)).map(({ lines }) => lines)
  const median = percentile(sizes, 0.5)
  const p95 = percentile(sizes, 0.95)
  if (median > limits.median) problems.push(`src: the median file has ${median} lines (limit ${limits.median})`)
  if (p95 > limits.p95) problems.push(`src: one file in twenty has ${p95} lines or more (limit ${limits.p95})`)
  const summary = `${sizes.length} files in src: median ${median}, p95 ${p95}, longest ${Math.max(0, ...sizes)} lines`
  return { problems, summary }
}
