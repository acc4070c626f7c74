// The table of faults must not rot: every test it names is there, with the words it is named by.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'

const text = readFileSync(inProject('docs', 'reliability.md'), 'utf8')
const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| fault |'))
const named = (row) => [...row.matchAll(/`([^`]+\.test\.\w+|[^`]+\.spec\.ts)`: "([^"]+)"/g)]

test('there are rows, and each names a test', () => {
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) expect(named(row).length, row).toBeGreaterThan(0)
})

test.each(rows.flatMap(named).map(([, file, words]) => [file, words]))('%s has "%s"', (file, words) => {
  expect(existsSync(inProject(file)), `${file} does not exist`).toBe(true)
  expect(readFileSync(inProject(file), 'utf8').includes(words), `no test of ${file} is called so`).toBe(true)
})
