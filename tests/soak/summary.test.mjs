import { expect, test } from 'vitest'
import { lineOf, summaryOf } from './summary.mjs'

const report = (seed, broken = [], digest = 'a') => ({ seed, broken, digest, seconds: 2 })

test('names the seed and the promise that it broke, and fails', () => {
  const { text, code } = summaryOf([report(1), report(2, ['it was lost\nat line 1'])])
  expect(text).toContain('with violations: 1')
  expect(text).toContain('seed 2: it was lost')
  expect(text).not.toContain('at line 1')
  expect(code).toBe(1)
})

test('fails when a seed replays differently', () => {
  expect(summaryOf([report(1)], [report(1)]).code).toBe(0)
  const { text, code } = summaryOf([report(1), report(2)], [report(1), report(2, [], 'b')])
  expect(text).toContain('with differences: seeds 2')
  expect(code).toBe(1)
})

test('sums up in one line what a seed did and how many promises it broke', () => {
  const line = lineOf({ ...report(7, ['it was lost']), steps: 5, acknowledged: 3, checks: 4, calms: 2 })
  expect(line).toBe('seed 7: 2 s, digest a; actions 5, acknowledged 3, checks 4, calms 2; promises broken: 1')
})
