// Keeps the tables of faults and of assertions current: every test they name exists under that name.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'

const rowsOf = (name, head) =>
  readFileSync(inProject('docs', name), 'utf8')
    .split(/^(?=## )/m)
    .filter((section) => section.includes(`\n| ${head} |`))
    .flatMap((section) =>
      section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith(`| ${head} |`)),
    )
const rowsOfFile = {
  'reliability.md': rowsOf('reliability.md', 'fault'),
  'security.md': rowsOf('security.md', 'assertion'),
}
const named = (row) => [...row.matchAll(/`([^`]+\.test\.\w+|[^`]+\.spec\.ts)`: "([^"]+)"/g)]

test.each([
  ['reliability.md', 30],
  ['security.md', 25],
])('%s has rows, and each names a test', (name, count) => {
  const rows = rowsOfFile[name]
  expect(rows.length).toBeGreaterThan(count)
  for (const row of rows) expect(named(row).length, row).toBeGreaterThan(0)
})

test.each(
  Object.values(rowsOfFile)
    .flat()
    .flatMap(named)
    .map(([, file, words]) => [file, words]),
)('%s has "%s"', (file, words) => {
  expect(existsSync(inProject(file)), `${file} does not exist`).toBe(true)
  expect(readFileSync(inProject(file), 'utf8').includes(words), `no test of ${file} is called so`).toBe(true)
})
