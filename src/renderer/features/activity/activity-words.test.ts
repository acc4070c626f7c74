import { expect, it } from 'vitest'
import { stateText } from '../../../contract/features/activity-words'
import { durationText, sentText } from './activity-words'

const at = (ms: number) => new Date(Date.UTC(2026, 1, 3) + ms).toISOString()

it.each([
  [40, 'under 0.1 s'],
  [400, '0.4 s'],
  [12_600, '12 s'],
  [60_000, '1 min'],
  [3 * 3_600_000 + 1, '3 h'],
  [25 * 3_600_000, '1 day'],
  [72 * 3_600_000, '3 days'],
])('says %i ms as %s', (ms, words) => {
  expect(durationText({ createdAt: at(0), settledAt: at(ms) })).toBe(words)
})

it('says nothing where there is nothing to say', () => {
  expect(durationText({ createdAt: at(0), settledAt: null })).toBeNull()
  expect(durationText({ createdAt: at(5), settledAt: at(0) })).toBeNull()
  expect(durationText({ createdAt: 'yesterday', settledAt: at(0) })).toBeNull()
})

it.each([
  [{ sent: 1200, refused: 0, waiting: 0 }, '1,200 changes sent'],
  [{ sent: 1, refused: 2, waiting: 1 }, '1 change sent, 2 rejected, 1 still waiting'],
  [{ sent: 0, refused: 0, waiting: 3 }, 'Nothing was sent, 3 still waiting'],
])('says of %o: %s', (sent, words) => {
  expect(sentText(sent)).toBe(words)
})

it('tells a refusal and a failure from what the person discarded', () => {
  const refusal = { code: 'FORBIDDEN', message: '', status: 403, retryable: false } as const
  const failure = { code: 'CONNECTION_LOST', message: '', retryable: true } as const
  expect(stateText({ state: 'discarded', error: refusal })).toBe('Rejected')
  expect(stateText({ state: 'discarded', error: failure })).toBe('Not completed')
  expect(stateText({ state: 'discarded', error: null })).toBe('Discarded')
})
