import { expect, test } from 'vitest'
import { checkFileSizes, lineCount, percentile } from './file-sizes.mjs'

const file = (path, lines) => ({ path, text: 'const a = 1\n'.repeat(lines) })

test('a file over 300 lines is a problem, one of 300 is not', () => {
  const { problems } = checkFileSizes([file('scripts/long.mjs', 301), file('scripts/ok.mjs', 300)])
  expect(problems).toEqual([expect.stringContaining('scripts/long.mjs: 301 lines')])
})

test('seed data and generated code may be long', () => {
  const generated = { path: 'src/main/routes.ts', text: `// @generated\n${'x\n'.repeat(900)}` }
  expect(checkFileSizes([file('src/sandbox/seed/insights.ts', 900), generated]).problems).toEqual([])
})

test('many long files break the median and the 95th percentile', () => {
  const files = Array.from({ length: 20 }, (_, index) => file(`src/main/part-${index}.ts`, 290))
  const { problems } = checkFileSizes(files)
  expect(problems).toEqual([expect.stringContaining('median'), expect.stringContaining('one file in twenty')])
})

test('tests do not count towards the median', () => {
  const tests = Array.from({ length: 20 }, (_, index) => file(`src/main/part-${index}.test.ts`, 250))
  expect(checkFileSizes([...tests, file('src/main/part.ts', 40)]).summary).toContain('1 files in src: median 40')
})

test('lines are counted as an editor does', () => {
  expect([lineCount('a\nb\n'), lineCount('a\nb')]).toEqual([2, 2])
})

test('percentiles are values that occur', () => {
  expect([percentile([1, 2, 3, 4], 0.5), percentile([5], 0.95), percentile([], 0.5)]).toEqual([2, 5, 0])
})
