// The person's approval: sends changes that need review, and retries what failed or waits.
import { isDeepStrictEqual } from 'node:util'
import { AppError, type ErrorCode } from '../../contract/errors'
import type { SeenVersion } from '../../contract/features/activity'
import type { JournalEntry } from '../../contract/library'
import { requiresReview } from '../../contract/requires-review'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { orderedMs } from '../schedule/order'
import { kindOf } from './change-machine'
import type { ChangesContext } from './context'
import { assertInOrder, earlierOf, isUncertain } from './facts'
import { environmentChanged, findPending, isConflict, movedOn, notPending, readPending } from './journal-writer'
import type { Queue } from './queue'
import { isAnswered } from './requests'
import type { TakeStep } from './step'

/** Outcome counts of the changes that were approved and still in the journal. */
export interface SentChanges {
  readonly sent: number
  readonly rejected: number
  readonly waiting: number
}

interface ApproveContext extends ChangesContext {
  readonly queue: Pick<Queue, 'isClaimed'>
  readonly takeStep: TakeStep
}

/**
 * `epoch`: the approval epoch when the person asked, before anything was awaited. Throws INVALID_INPUT if the change must
 * not be sent now, CONFLICT or NOT_FOUND if it moved on or ended meanwhile, ENVIRONMENT_CHANGED if approvals were revoked,
 * and what the library throws.
 */
export async function approveAndSend(context: ApproveContext, known: JournalEntry, epoch: number): Promise<void> {
  const { library, clock, writer, approvals, backoffs, queue, takeStep, mutex, requestSync } = context
  const { changeId, workspace, kind, state } = known
  const { environment } = workspace
  // The environment was locked, or led elsewhere, while this waited for its turn.
  const assertNotRevoked = () => {
    if (approvals.epoch(environment) !== epoch) throw environmentChanged()
  }
  if (queue.isClaimed(changeId)) throw movedOn()
  assertNotRevoked()
  const { canWait } = kindOf({ kind })
  if (isUncertain({ state }) || !canWait) {
    const lookUp = async () => {
      await backoffs.end(workspace)
      await requestSync(workspace, orderedMs(clock))
    }
    return canWait ? asApproved(approvals, known, lookUp) : lookUp()
  }
  const read = async () => {
    const { entry, pending } = await readPending(library, environment, changeId)
    if (!entry) throw notPending()
    if (queue.isClaimed(changeId) || !isAsSeen(entry, known)) throw movedOn()
    return { entry, pending }
  }
  await mutex.run(environment, async () => {
    assertNotRevoked()
    const before = await read()
    // Earlier changes that the queue sends by itself go first, so the person need not ask again for this one.
    const sendable = earlierOf(before.entry, before.pending).filter((earlier) => !requiresReview(earlier))
    if (sendable.length > 0) await backoffs.end(workspace)
    for (const earlier of sendable) await takeStep(environment, earlier.changeId)
    const { entry, pending } = sendable.length > 0 ? await read() : before
    await assertInOrder(library, entry, pending)
    assertNotRevoked()
    await asApproved(approvals, entry, async () => {
      // Runs before backoffs end: that writes a new version of every change with a retry time of its own.
      if (entry.state === 'failed') await writer.move(entry, { state: 'waiting', retryAt: null })
      await backoffs.end(workspace)
      await takeStep(environment, changeId)
    })
  })
}

/** The approval ends when `work` fails: the person was told so, and must not learn later that the change was sent. */
async function asApproved(
  approvals: ApproveContext['approvals'],
  change: JournalEntry,
  work: () => Promise<unknown>,
): Promise<void> {
  approvals.approve(change)
  try {
    await work()
  } catch (error) {
    approvals.revoke(change.changeId)
    throw error
  }
}

/**
 * Retries a change for the person. The queue sends a change that needs no review by itself, so an attempt under way, or made
 * while this waited for its turn, counts as the retry, whatever version the page shows. Any other change must be as the
 * person saw it: throws CONFLICT if it is not, and like `approveAndSend`.
 */
export async function retryChange(
  context: ApproveContext,
  workspace: WorkspaceRef,
  seen: SeenVersion,
  epoch: number,
): Promise<void> {
  try {
    await retryPending(context, workspace, seen, epoch)
  } catch (error) {
    if (!isConflict(error) || !(await wasTried(context, workspace, seen.changeId))) throw error
  }
}

/** Whether it was sent, or the queue tries it again; one of unknown outcome may need review next. */
async function wasTried({ library }: ApproveContext, workspace: WorkspaceRef, changeId: string): Promise<boolean> {
  const { entry } = await readPending(library, workspace.environment, changeId)
  if (entry !== undefined) return (entry.state === 'waiting' || entry.state === 'sending') && !requiresReview(entry)
  return (await library.getActivity({ workspace, changeId })).state === 'done'
}

async function retryPending(
  context: ApproveContext,
  workspace: WorkspaceRef,
  seen: SeenVersion,
  epoch: number,
): Promise<void> {
  const { library, queue, mutex } = context
  const entry = await findPending(library, workspace, seen.changeId)
  const isSeen = entry.version === seen.version
  if (requiresReview(entry) || (entry.state !== 'waiting' && entry.state !== 'sending')) {
    if (!isSeen) throw movedOn()
    await approveAndSend(context, entry, epoch)
  } else if (queue.isClaimed(seen.changeId) || (entry.state === 'sending' && !isSeen)) {
    await mutex.run(workspace.environment, async () => undefined)
  } else {
    await approveAndSend(context, entry, epoch)
  }
}

/** A service that fails so many changes in a row fails the next one, too. */
const mostFailuresInARow = 5

/**
 * Stops at the first change that can't reach the service, or each of the rest would wait for its own failure. One that the
 * service itself fails says nothing about the next.
 */
export async function sendApproved(
  context: ApproveContext,
  workspace: WorkspaceRef,
  seen: readonly SeenVersion[],
  signal: AbortSignal,
): Promise<SentChanges> {
  const { library, isLocked, approvals, backoffs, closing } = context
  const { environment } = workspace
  const epoch = approvals.epoch(environment)
  const mayGoOn = () => !signal.aborted && !closing.aborted && !isLocked(environment)
  const versions = new Map(seen.map(({ changeId, version }) => [changeId, version]))
  const named = async () => {
    const pending = await library.pendingChanges({ environment })
    return pending.filter(
      (entry) => versions.has(entry.changeId) && workspaceKey(entry.workspace) === workspaceKey(workspace),
    )
  }
  const isFailedByService = async ({ changeId }: JournalEntry) => {
    const { entry } = await readPending(library, environment, changeId)
    return backoffs.pause(workspace) === null && isAnswered(entry?.error ?? null)
  }
  const known = await named()
  const entries = known.filter(({ changeId, version }) => versions.get(changeId) === version)
  let failuresInARow = 0
  for (const entry of entries) {
    if (!mayGoOn() || failuresInARow === mostFailuresInARow) break
    try {
      await approveAndSend(context, entry, epoch)
    } catch (error) {
      // It is behind an earlier change that was left out, or it moved on or was revoked: the counts below show it.
      if (isConflict(error) || (error instanceof AppError && isLeftOut.has(error.code))) continue
      throw error
    }
    if (!backoffs.isBackingOff(workspace)) failuresInARow = 0
    else if (await isFailedByService(entry)) failuresInARow += 1
    else break
  }
  const left = await named()
  const rejected = left.filter(({ state }) => state === 'failed').length
  const leftIds = new Set(left.map(({ changeId }) => changeId))
  let sent = 0
  for (const { changeId } of entries) {
    // A change that is gone may have been discarded meanwhile.
    if (!leftIds.has(changeId) && (await library.getActivity({ workspace, changeId })).state === 'done') sent += 1
  }
  return { sent, rejected, waiting: left.length - rejected }
}

/** The end of a backoff or review makes a new version, but gives the person no reason to decide otherwise. */
function isAsSeen(entry: JournalEntry, known: JournalEntry): boolean {
  const rest = { version: 0, retryAt: null, needsReview: false }
  if (entry.needsReview && !known.needsReview) return false
  return isDeepStrictEqual({ ...entry, ...rest }, { ...known, ...rest })
}

const isLeftOut: ReadonlySet<ErrorCode> = new Set(['INVALID_INPUT', 'ENVIRONMENT_CHANGED'])
