import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../scripts/setup/paths.mjs'
import { mutations } from './mutations.mjs'

test('there are at least 60 mutations, each with a unique name', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(60)
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

test.each(mutations.map((mutation) => [mutation.name, mutation]))(
  '%s: the text to replace occurs exactly once, and its tests exist',
  (_, { file, from, to, proofs }) => {
    expect(readFileSync(inProject(file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
    const units = proofs.flatMap((proof) => ('unit' in proof ? [proof.unit] : []))
    expect(units.filter((unit) => !existsSync(inProject(unit)))).toEqual([])
    expect(units.length).toBeGreaterThan(0)
  },
)
