// Sends one journalled change and records the result. The journal says `sending` before the first byte leaves, so
// whatever happens to the app or to the answer, the change is found again as one that may have arrived.

import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import { mustBeReviewed } from '../../contract/must-be-reviewed'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { Clock } from '../clock'
import { reportOf } from '../schedule/failure'
import { orderedMs } from '../schedule/order'
import type { FindTarget, ServiceClient, ServiceTarget } from '../service/service-client'
import type { Log } from '../shell/log'
import type { Approvals } from './approvals'
import { classifyResponse } from './classify-response'
import type { JournalWriter } from './journal-writer'
import { sendRequest } from './requests'

export type Delivery =
  /** `wasGone`: the record to delete was not there any more. */
  | { readonly state: 'done'; readonly wasGone: boolean; readonly isSaved: boolean }
  /** Nothing reached the service, or the answer was lost. `entry` is null when that could not be stored yet. */
  | { readonly state: 'waiting' | 'unknown'; readonly error: ErrorReport; readonly entry: JournalEntry | null }
  /** The journal still says `sending`: the caller decides what becomes of the change. */
  | { readonly state: 'refused'; readonly error: ErrorReport; readonly entry: JournalEntry }

export interface SendChangeDeps {
  readonly client: Pick<ServiceClient, 'send'>
  readonly findTarget: FindTarget
  readonly isLocked: (environment: EnvironmentName) => boolean
  readonly writer: JournalWriter
  readonly approvals: Approvals
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
  /** Names this run of the app. */
  readonly run: string
  /** Reports a failure that says something about the way to the service; returns the milliseconds until the next try. */
  readonly failed: (workspace: WorkspaceRef, error: ErrorReport) => number
  readonly changed: (entry: JournalEntry) => void
  /** The app is closing: nothing more is sent. */
  readonly closing: AbortSignal
  /** Ends the request that is under way. */
  readonly signal: AbortSignal
}

/** Throws CONFLICT and NOT_FOUND, with nothing sent, when the change was written by somebody else meanwhile. */
export async function sendChange(deps: SendChangeDeps, entry: JournalEntry): Promise<Delivery> {
  const prepared = await prepare(deps, entry)
  if ('error' in prepared) {
    const { sending, error } = prepared
    return { state: 'waiting', error, entry: await recordUnsent(deps, sending, error, entry.needsReview) }
  }
  const { sending, target } = prepared
  deps.changed(sending)
  try {
    const answer = await sendRequest(deps.client, target, sending, deps.signal)
    return await recordDone(deps, sending, entry.kind === 'createInsight' ? answer : null, false)
  } catch (error) {
    const report = reportOf(deps.log, 'changes: sending', error)
    switch (classifyResponse(entry.kind, report)) {
      case 'gone':
        return recordDone(deps, sending, null, true)
      case 'refused':
        return { state: 'refused', error: report, entry: sending }
      case 'not-sent':
        return {
          state: 'waiting',
          error: report,
          entry: await recordUnsent(deps, sending, report, entry.needsReview),
        }
      case 'id-taken':
        // The service answered, so there is nothing to back off from.
        return {
          state: 'unknown',
          error: report,
          entry: await recordUnknown(deps, sending, report, entry.needsReview, null),
        }
      case 'unknown': {
        const retryAt = retryAtAfter(deps, sending, report)
        return {
          state: 'unknown',
          error: report,
          entry: await recordUnknown(deps, sending, report, entry.needsReview, retryAt),
        }
      }
    }
  }
}

type Prepared =
  | { readonly sending: JournalEntry; readonly target: ServiceTarget }
  | { readonly sending: JournalEntry; readonly error: ErrorReport }

async function prepare(deps: SendChangeDeps, entry: JournalEntry): Promise<Prepared> {
  let sending = entry
  try {
    const target = await deps.findTarget(entry.workspace)
    assertMaySend(deps, entry)
    const attempt = { run: deps.run, atMs: orderedMs(deps.clock) }
    sending = await deps.writer.move(entry, {
      ...{ state: 'sending', needsReview: false, error: null, retryAt: null, attempt },
    })
    // Once more: the person may have locked the environment while the journal was written.
    assertMaySend(deps, entry)
    return { sending, target }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) throw error
    return { sending, error: reportOf(deps.log, 'changes: preparing', error) }
  }
}

function assertMaySend({ closing, isLocked, approvals }: SendChangeDeps, entry: JournalEntry): void {
  const { workspace, changeId } = entry
  if (closing.aborted) throw new AppError('CANCELLED', 'The app is closing.')
  if (isLocked(workspace.environment)) {
    throw new AppError('ENVIRONMENT_LOCKED', 'Editing was locked before this was sent.')
  }
  if (mustBeReviewed(entry) && !approvals.isApproved(changeId)) {
    throw new AppError('ENVIRONMENT_LOCKED', 'The approval ended before this was sent.')
  }
}

async function recordDone({ writer, clock }: SendChangeDeps, entry: JournalEntry, insight: unknown, wasGone: boolean) {
  await writer.record(entry, { settle: { state: 'done', insight, settledAt: clock.now() } })
  return { state: 'done', wasGone, isSaved: !writer.isUnsaved(entry.changeId) } as const
}

/** An approval counts for one attempt, so a change that needed review before needs it again. */
async function recordUnsent(deps: SendChangeDeps, entry: JournalEntry, error: ErrorReport, needsReview: boolean) {
  const retryAt = retryAtAfter(deps, entry, error)
  const attempt = { run: deps.run, atMs: orderedMs(deps.clock) }
  return deps.writer.record(entry, { move: { state: 'waiting', needsReview, error, retryAt, attempt } })
}

async function recordUnknown(
  { writer, run, clock }: SendChangeDeps,
  entry: JournalEntry,
  error: ErrorReport,
  needsReview: boolean,
  retryAt: string | null,
) {
  const attempt = { run, atMs: orderedMs(clock) }
  return writer.record(entry, { move: { state: 'unknown', needsReview, error, retryAt, attempt } })
}

function retryAtAfter({ clock, failed }: SendChangeDeps, { workspace }: JournalEntry, error: ErrorReport): string {
  return new Date(Date.parse(clock.now()) + failed(workspace, error)).toISOString()
}
