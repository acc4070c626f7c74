import { expect, it } from 'vitest'
import { stateText } from '../../../contract/features/activity-words'
import { testWorkspace } from '../../testing/places'
import { discardText, durationText, sentText, targetPath, timesText } from './activity-words'

const at = (ms: number) => new Date(Date.UTC(2026, 1, 3) + ms).toISOString()

it.each([
  [40, 'under 0.1\u00a0s'],
  [100, '0.1\u00a0s'],
  [400, '0.4\u00a0s'],
  [10_000, '10\u00a0s'],
  [10_500, '10\u00a0s'],
  [12_600, '12\u00a0s'],
  [59_999, '59\u00a0s'],
  [60_000, '1\u00a0min'],
  [3_599_999, '59\u00a0min'],
  [3_600_000, '1\u00a0h'],
  [3 * 3_600_000 + 1, '3\u00a0h'],
  [86_399_999, '23\u00a0h'],
  [86_400_000, '1\u00a0day'],
  [25 * 3_600_000, '1\u00a0day'],
  [72 * 3_600_000, '3\u00a0days'],
])('formats %i ms as %s', (ms, words) => {
  expect(durationText({ createdAt: at(0), settledAt: at(ms) })).toBe(words)
})

it('gives no duration for an unsettled change, reversed dates or an invalid date', () => {
  expect(durationText({ createdAt: at(0), settledAt: null })).toBeNull()
  expect(durationText({ createdAt: at(5), settledAt: at(0) })).toBeNull()
  expect(durationText({ createdAt: 'yesterday', settledAt: at(0) })).toBeNull()
})

it.each([
  ['the wait and the request', at(120_800), 1, 800, 'Waited 2\u00a0min · request 0.8\u00a0s'],
  ['a change that did not wait', at(800), 1, 800, 'Waited under 0.1\u00a0s · request 0.8\u00a0s'],
  ['a change that was sent at once', at(830), 1, 800, 'Waited under 0.1\u00a0s · request 0.8\u00a0s'],
  [
    'that only the last of several requests was measured',
    at(7_200_000),
    3,
    50,
    'Waited 1\u00a0h · last request under 0.1\u00a0s',
  ],
  ['no wait when the date jumped', at(-5), 1, 800, 'Request 0.8\u00a0s'],
  ['no wait when the request took longer than the dates allow', at(500), 2, 800, 'Last request 0.8\u00a0s'],
  ['no wait for a damaged date', 'yesterday', 1, 800, 'Request 0.8\u00a0s'],
  ['nothing when no request was measured', at(120_800), 1, undefined, null],
])('reports %s', (_, settledAt, attempts, requestMs, words) => {
  expect(timesText({ createdAt: at(0), settledAt, attempts, ...(requestMs !== undefined && { requestMs }) })).toBe(
    words,
  )
})

it.each([
  [{ sent: 1200, rejected: 0, waiting: 0 }, '1,200 changes sent'],
  [{ sent: 0, rejected: 1300, waiting: 1400 }, 'Nothing sent, 1,300 rejected, 1,400 still waiting'],
  [{ sent: 1, rejected: 2, waiting: 1 }, '1 change sent, 2 rejected, 1 still waiting'],
  [{ sent: 0, rejected: 0, waiting: 3 }, 'Nothing sent, 3 still waiting'],
])('summarises %o as: %s', (sent, words) => {
  expect(sentText(sent)).toBe(words)
})

it.each([
  ['createInsight', 'failed', 'The new insight “Brakes” will be removed from the list and won’t be sent.'],
  ['linkMetric', 'waiting', '“Link goals to metric” for “Brakes” won’t be sent.'],
  [
    'linkMetric',
    'unknown',
    '“Link goals to metric” for “Brakes” won’t be sent. It may already have reached the service. If so, it stays there.',
  ],
] as const)('says what discarding a %s change that is %s removes', (kind, state, words) => {
  expect(discardText({ kind, state, title: 'Brakes', targetId: 't' })).toBe(
    `${words} You can still read it in Activity.`,
  )
})

it.each([
  ['createInsight', 'failed', '/insights/a%2Fb'],
  ['createInsight', 'discarded', null],
  ['linkMetric', 'discarded', '/metrics/a%2Fb'],
  ['deleteKnowledge', 'done', null],
] as const)('leads to the target of a %s change that is %s: %s', (kind, state, path) => {
  expect(targetPath({ kind, state, targetId: 'a/b' })).toBe(path)
})

it('distinguishes a rejection and a failure from a change that the person discarded', () => {
  const refusal = { code: 'FORBIDDEN', message: '', status: 403, retryable: false } as const
  const failure = { code: 'CONNECTION_LOST', message: '', retryable: true } as const
  expect(stateText({ workspace: testWorkspace, state: 'discarded', error: refusal })).toBe('Rejected')
  expect(stateText({ workspace: testWorkspace, state: 'discarded', error: failure })).toBe('Not completed')
  expect(stateText({ workspace: testWorkspace, state: 'discarded', error: null })).toBe('Discarded')
})

it.each([
  ['production', {}, 'To review'],
  ['production', { state: 'failed' }, 'Rejected'],
  ['staging', {}, 'Waiting to send'],
  ['staging', { needsReview: true }, 'To review'],
  ['staging', { needsReview: true, state: 'sending' }, 'Sending…'],
] as const)('says whether a change needs a review: in %s, %o: %s', (environment, change, words) => {
  expect(stateText({ workspace: { ...testWorkspace, environment }, state: 'waiting', ...change })).toBe(words)
})
