import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../scripts/setup/paths.mjs'
import { mutations } from './mutations.mjs'

test('there are many of them, each with a name of its own', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(60)
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

test.each(mutations.map((mutation) => [mutation.name, mutation]))(
  '%s: the text is there once, and so are its tests',
  (_, { file, from, to, proofs }) => {
    expect(readFileSync(inProject(file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
    const units = proofs.flatMap((proof) => ('unit' in proof ? [proof.unit] : []))
    expect(units.filter((unit) => !existsSync(inProject(unit)))).toEqual([])
    expect(units.length).toBeGreaterThan(0)
  },
)
