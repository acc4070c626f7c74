import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../scripts/setup/paths.mjs'
import { guards } from './guards.mjs'

test('there are at least 25 guards, each with a unique name', () => {
  expect(guards.length).toBeGreaterThanOrEqual(25)
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
})

test.each(guards.map((guard) => [guard.name, guard]))(
  '%s: the text to replace occurs exactly once, and its tests exist',
  (_, { file, from, to, proofs }) => {
    expect(readFileSync(inProject(file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
    expect(proofs.length).toBeGreaterThan(0)
    for (const proof of proofs) {
      const named = proof.unit ?? proof.e2e
      expect(existsSync(inProject(named)), named).toBe(true)
      if (proof.title !== undefined) expect(readFileSync(inProject(named), 'utf8')).toContain(`test('${proof.title}`)
    }
  },
)
