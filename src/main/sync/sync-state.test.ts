// The rule for the next sync, case by case. Sync as a whole is tested in sync.test.ts and sync-moments.test.ts.
import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../contract/errors'
import type { LastFailure } from '../schedule/retry-schedule'
import { nextSync } from './sync-state'

const report = (code: ErrorCode) => new AppError(code, 'It failed.').report
const open = { isOpen: true, hasPendingChanges: false, error: null }
const pending = { isOpen: false, hasPendingChanges: true, error: null }
const facts = { nowMs: 1_000, failure: null, retryAtMs: -Infinity, refreshDelayMs: 270_000, retryDelayMs: 2_000 }
const failure = (code: ErrorCode, isSlow: boolean): LastFailure => ({
  ...{ report: report(code), failures: 1, failedAtMs: 0, isSlow },
})

test('does not sync a workspace that no window shows and no change needs', () => {
  expect(nextSync({ isOpen: false, hasPendingChanges: false, error: null }, facts)).toBeNull()
})

test('refreshes an open workspace after a success', () => {
  expect(nextSync(open, facts)).toEqual({ kind: 'refresh', atMs: 271_000 })
})

test('retries a failed sync when the schedule says so', () => {
  const failed = { ...facts, failure: failure('TIMEOUT', false), retryAtMs: 9_000 }
  for (const state of [open, pending]) expect(nextSync(state, failed)).toEqual({ kind: 'retry', atMs: 9_000 })
})

test('retries a stopped sync needed by changes after a short delay', () => {
  expect(nextSync(pending, facts)).toEqual({ kind: 'retry', atMs: 3_000 })
  const failedBefore = { ...facts, failure: failure('TIMEOUT', false), retryAtMs: 500 }
  expect(nextSync(pending, failedBefore)).toEqual({ kind: 'retry', atMs: 3_000 })
})

test('waits for the next refresh after a lasting failure, and keeps a longer pause', () => {
  const failed = { ...facts, failure: failure('REDIRECTED', true), retryAtMs: 100_000 }
  expect(nextSync(open, failed)).toEqual({ kind: 'refresh', atMs: 271_000 })
  expect(nextSync(open, { ...failed, retryAtMs: 301_000 })).toEqual({ kind: 'refresh', atMs: 301_000 })
})

test.each(['UNAUTHENTICATED', 'TOKEN_MISSING', 'WORKSPACE_UNKNOWN', 'ANSWER_TOO_LARGE'] as const)(
  'schedules nothing after %s, which the person has to resolve',
  (code) => {
    const failed = { ...facts, failure: failure(code, true), retryAtMs: 300_000 }
    for (const state of [open, pending]) expect(nextSync({ ...state, error: report(code) }, failed)).toBeNull()
  },
)
