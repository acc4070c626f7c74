import { expect, it } from 'vitest'
import { testEnvironments, testWorkspace } from '../testing/places'
import { settledText } from './app-words'

const elsewhere = { ...testWorkspace, environment: 'development' } as const
it.each([
  [{ sent: 1, rejected: 0 }, '1 change sent'],
  [{ sent: 3, rejected: 1 }, '3 changes sent, 1 rejected'],
  [{ sent: 0, rejected: 2 }, '2 changes rejected'],
])('describes %o in the open workspace as: %s', (counts, words) => {
  expect(settledText({ workspace: testWorkspace, ...counts }, testEnvironments)).toBe(words)
})

it('names a workspace that is not open, or its environment when the workspace is unknown', () => {
  const list = { ...testEnvironments, active: elsewhere }
  expect(settledText({ workspace: testWorkspace, sent: 1, rejected: 0 }, list)).toBe(
    '1 change sent in Trial bikes, Staging',
  )
  expect(settledText({ workspace: elsewhere, sent: 1, rejected: 0 }, testEnvironments)).toBe(
    '1 change sent in Development',
  )
})
