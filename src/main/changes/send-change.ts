// Sends one journalled change and records the result. The journal says `sending` before the first byte leaves, so
// whatever happens to the app or to the answer, the change is found again as one that may have arrived.

import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import { requiresReview } from '../../contract/requires-review'
import { reportOf } from '../schedule/failure'
import { orderedMs } from '../schedule/order'
import type { ServiceTarget } from '../service/service-client'
import { kindOf } from './change-machine'
import type { ChangesContext } from './context'
import { closingError, lockedError } from './facts'
import { isConflict } from './journal-writer'
import { classifyResponse, sendRequest } from './requests'

export type Delivery =
  /** `wasGone`: the record to delete was not there any more. */
  | { readonly state: 'done'; readonly wasGone: boolean; readonly isSaved: boolean }
  /** Nothing reached the service, or the answer was lost. `entry` is null when that could not be stored yet. */
  | { readonly state: 'waiting' | 'unknown'; readonly error: ErrorReport; readonly entry: JournalEntry | null }
  /** The journal still says `sending`. */
  | {
      readonly state: 'rejected'
      readonly error: ErrorReport
      readonly entry: JournalEntry
      readonly requestMs: number
    }

/** Throws CONFLICT and NOT_FOUND, with nothing sent, when the change was written by somebody else meanwhile. */
export async function sendChange(context: ChangesContext, entry: JournalEntry): Promise<Delivery> {
  const prepared = await prepare(context, entry)
  const { sending } = prepared
  if ('error' in prepared) return recordAttempt(context, entry, sending, 'waiting', prepared.error)
  context.changed(sending)
  const startedMs = context.clock.monotonicMs()
  const requestMs = () => Math.round(context.clock.monotonicMs() - startedMs)
  try {
    const answer = await sendRequest(context.client, prepared.target, sending, context.aborting)
    const insight = kindOf(entry).isCreation ? answer : null
    return await recordDone(context, sending, { insight, requestMs: requestMs() }, false)
  } catch (error) {
    const report = reportOf(context.log, 'changes: sending', error)
    switch (classifyResponse(entry.kind, report)) {
      case 'gone':
        return recordDone(context, sending, { insight: null, requestMs: requestMs() }, true)
      case 'rejected':
        return { state: 'rejected', error: report, entry: sending, requestMs: requestMs() }
      case 'not-sent':
        return recordAttempt(context, entry, sending, 'waiting', report)
      case 'id-taken':
        // The service answered, so there is nothing to back off from.
        return recordAttempt(context, entry, sending, 'unknown', report, null)
      case 'unknown':
        return recordAttempt(context, entry, sending, 'unknown', report)
    }
  }
}

type Prepared =
  | { readonly sending: JournalEntry; readonly target: ServiceTarget }
  | { readonly sending: JournalEntry; readonly error: ErrorReport }

async function prepare(context: ChangesContext, entry: JournalEntry): Promise<Prepared> {
  let sending = entry
  try {
    const target = await context.findTarget(entry.workspace)
    assertMaySend(context, entry)
    const attempt = { run: context.run, atMs: orderedMs(context.clock) }
    sending = await context.writer.move(entry, {
      ...{ state: 'sending', needsReview: false, error: null, retryAt: null, attempt },
    })
    // Once more: the person may have locked the environment while the journal was written.
    assertMaySend(context, entry)
    return { sending, target }
  } catch (error) {
    if (isConflict(error)) throw error
    return { sending, error: reportOf(context.log, 'changes: preparing', error) }
  }
}

function assertMaySend({ closing, isLocked, approvals }: ChangesContext, entry: JournalEntry): void {
  const { workspace, changeId } = entry
  if (closing.aborted) throw closingError
  if (isLocked(workspace.environment)) throw lockedError
  if (requiresReview(entry) && !approvals.isApproved(changeId)) {
    throw new AppError('ENVIRONMENT_LOCKED', 'This change needs your review again.')
  }
}

async function recordDone(
  { writer, clock }: ChangesContext,
  entry: JournalEntry,
  answered: { readonly insight: unknown; readonly requestMs: number },
  wasGone: boolean,
) {
  await writer.record(entry, { settle: { state: 'done', settledAt: clock.now(), ...answered }, isAnswer: true })
  return { state: 'done', wasGone, isSaved: !writer.isUnsaved(entry.changeId) } as const
}

/** An approval counts for one attempt, so a change that needed review `before` needs it again. */
async function recordAttempt(
  context: ChangesContext,
  before: JournalEntry,
  sending: JournalEntry,
  state: 'waiting' | 'unknown',
  error: ErrorReport,
  retryAt: string | null = retryAtAfter(context, sending, error),
): Promise<Delivery> {
  const { needsReview } = before
  const attempt = { run: context.run, atMs: orderedMs(context.clock) }
  const entry = await context.writer.record(sending, { move: { state, needsReview, error, retryAt, attempt } })
  return { state, error, entry }
}

function retryAtAfter({ clock, backoffs }: ChangesContext, { workspace }: JournalEntry, error: ErrorReport): string {
  return new Date(Date.parse(clock.now()) + backoffs.failed(workspace, error)).toISOString()
}
