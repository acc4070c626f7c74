// The part of the outbox that works without the person: after each sync it looks at what the journal still holds,
// finds out what became of changes whose answer was lost, and sends what waits, oldest first.
//
// What runs here was started by a sync that read a list, or by something that was sent or settled just now. Only a list
// that was asked for after it was sent tells of a change of unknown outcome. Where changes wait such a sync is asked
// for, whichever workspace is open. Of the changes that may not wait none is ever sent from here: they
// are only found out about.
import type { ErrorReport } from '../../contract/errors'
import type { JournalEntry, NewChange, SyncResource } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { FinishedSync } from '../sync/track'
import { type Delivery, mark, settleDone, type Unsettled } from './delivery'
import type { OutboxDeps } from './deps'
import { nobodyKnows, notConfirmed } from './disowned'
import { arrivedOtherwise, cannotBeKnown, evidenceOf } from './evidence'
import type { Holds } from './holds'
import { isUncertain, kindOf } from './kinds'
import type { Lanes } from './lanes'
import { createLooking, type Looking } from './looking'
import { isBehindAnother, isUndone } from './order'
import { hasTakenId } from './outcome'
import { createRetry } from './retry'
import { mustBeReviewed, type Words } from './word'

export interface QueueDeps extends OutboxDeps {
  readonly lanes: Lanes
  readonly holds: Holds
  readonly words: Words
  readonly changed: (change: NewChange) => void
  /** Must be called in the environment's lane. */
  readonly send: (change: NewChange) => Promise<Delivery>
  readonly isDisposed: () => boolean
}

export interface Queue {
  /** Keeps the queue away from a change until the returned function is called. */
  take(changeId: string): () => void
  /**
   * Never sends a change of which the person is told that it was not kept, or not sent, should it be in the journal after
   * all. Throws LIBRARY_UNAVAILABLE, which says that nobody knows, when that cannot be kept beyond this run of the app.
   */
  disown(changeId: string): Promise<void>
  /** A creation that was made just now, and is not mended yet. */
  begin(changeId: string): void
  /** The person wants it after all, in other words. Throws when that cannot be kept. */
  own(changeId: string): Promise<void>
  note(change: NewChange, delivery: Delivery): void
  goOn(environment: EnvironmentName): void
  readonly look: Looking['look']
  retry(entry: JournalEntry): Promise<void>
  afterSync(workspace: WorkspaceRef, finished: FinishedSync): void
  recover(environment: EnvironmentName): Promise<void>
}

interface Round {
  readonly environment: EnvironmentName
  /** The sync that started the round; null = none, so nothing can be looked for. */
  readonly synced: { readonly key: string; readonly startedMs: number; readonly lists: readonly SyncResource[] } | null
}

interface NeededList {
  readonly workspace: WorkspaceRef
  /** On the monotonic clock: a list that was asked for earlier says nothing. */
  readonly sinceMs: number
}

export function createQueue(deps: QueueDeps): Queue {
  const { library, disowned, isLocked, clock, log, lanes, holds, words, changed, send, isDisposed } = deps
  const taken = new Set<string>()
  /** Made since the app started, and not mended: what was sent of them was sent in the words that they have. */
  const unmended = new Set<string>()
  const lostAtMs = new Map<string, number>()
  const idTaken = new Map<string, ErrorReport>()
  /** No list is needed to know of these that they arrived. */
  const arrived = new Map<string, Unsettled>()

  const { askForSync, look, lookLater } = createLooking({ ...deps, isReady })

  function forget(changeId: string): void {
    words.takeBack(changeId)
    for (const known of [lostAtMs, idTaken, arrived]) known.delete(changeId)
  }

  function end(changeId: string): void {
    forget(changeId)
    unmended.delete(changeId)
  }

  /** A sync is all that it needs. */
  function isReady(entry: JournalEntry): boolean {
    const { changeId, workspace, state } = entry
    if (taken.has(changeId) || state === 'failed' || holds.isHeld(workspace)) return false
    return isUncertain(entry) || !kindOf(entry).canWait || disowned.has(changeId) || maySend(entry)
  }

  function note({ changeId, workspace }: NewChange, delivery: Delivery): void {
    if (delivery.state === 'done' || delivery.state === 'refused') {
      // Refused now, an earlier sending may still arrive.
      if (delivery.state === 'done') end(changeId)
      else forget(changeId)
      const wasHeld = holds.release(workspace)
      if (delivery.state === 'refused' && wasHeld) start({ environment: workspace.environment, synced: null })
      if (delivery.state === 'refused' || delivery.unsettled === null) return
      arrived.set(changeId, delivery.unsettled)
      askForSync(workspace, clock.monotonicMs())
      return
    }
    words.takeBack(changeId)
    if (delivery.state === 'unknown') {
      lostAtMs.set(changeId, clock.monotonicMs())
      if (delivery.isIdTaken) idTaken.set(changeId, delivery.error)
    }
    // The lock is the person's and says nothing about the service.
    if (isDisposed() || delivery.error.code === 'ENVIRONMENT_LOCKED') return
    holds.hold(workspace, delivery.error, () => void look(workspace.environment))
    // Tells the person how the service is, and looks for what may have arrived.
    askForSync(workspace, clock.monotonicMs())
  }

  function maySend(entry: JournalEntry): boolean {
    const { changeId, workspace } = entry
    if (isDisposed() || isLocked(workspace.environment) || holds.isHeld(workspace)) return false
    return !mustBeReviewed(entry) || words.counts(changeId)
  }

  async function markFailed(entry: JournalEntry, error: ErrorReport): Promise<void> {
    words.takeBack(entry.changeId)
    await mark(deps, entry, 'failed', error)
    changed(entry)
  }

  async function confirm(entry: JournalEntry): Promise<void> {
    const { changeId } = entry
    if (await settleDone(deps, entry, arrived.get(changeId)?.insight ?? null)) end(changeId)
    changed(entry)
  }

  async function giveUp(entry: JournalEntry, error: ErrorReport | null): Promise<void> {
    const { changeId, workspace } = entry
    end(changeId)
    const settlement = { state: 'discarded', error, settledAt: clock.now(), givesDraftBack: true } as const
    await library.settleChange({ environment: workspace.environment, changeId, ...settlement })
    changed(entry)
  }

  async function turnAway(entry: JournalEntry): Promise<void> {
    const { changeId, kind, state, attempts } = entry
    // A creation that waits after it was sent can only have been mended; it stays where the person can look at it.
    if (kind === 'createInsight' && state === 'waiting' && attempts > 0) await markFailed(entry, notConfirmed)
    else await giveUp(entry, null)
    await disowned.remove(changeId).catch((error: unknown) => log.defect('outbox: forgetting an id', error))
  }

  /** Returns true when the change did not arrive, or may arrive twice, and is to be sent. */
  async function resolve(entry: JournalEntry): Promise<boolean> {
    const { changeId } = entry
    const { toldBy, canWait } = kindOf(entry)
    if (toldBy === null) {
      if (maySend(entry) && !(await isUndone(library, entry))) return true
      await leaveToPerson(entry, cannotBeKnown(entry.error))
      return false
    }
    const evidence = await evidenceOf(library, entry, unmended.has(entry.changeId))
    if (evidence === 'arrived') {
      await confirm(entry)
      return false
    }
    if (!canWait) {
      await giveUp(entry, evidence === 'silent' ? cannotBeKnown(entry.error) : entry.error)
      return false
    }
    const toldBefore = idTaken.get(changeId) ?? (hasTakenId(entry) ? entry.error : null)
    const takenError = evidence === 'otherwise' ? arrivedOtherwise : toldBefore
    if (takenError) {
      // The service says that it has the id and does not show it: sending again would go round in circles.
      idTaken.delete(changeId)
      await markFailed(entry, takenError)
      return false
    }
    if (maySend(entry)) return true
    await leaveToPerson(entry, entry.error)
    return false
  }

  /** Where nothing is sent without a word, what nobody is looking into any more waits for one. */
  async function leaveToPerson(entry: JournalEntry, error: ErrorReport | null): Promise<void> {
    if (!mustBeReviewed(entry) && !isLocked(entry.workspace.environment)) return
    words.takeBack(entry.changeId)
    await mark(deps, entry, 'waiting', error)
    changed(entry)
  }

  async function sendQueued(entry: JournalEntry): Promise<void> {
    const delivery = await send(entry)
    if (delivery.state === 'refused') await markFailed(entry, delivery.error)
    else changed(entry)
  }

  /** In the lane. Returns the list that is needed before the change can be dealt with. */
  async function handle(
    entry: JournalEntry,
    pending: readonly JournalEntry[],
    { synced }: Round,
  ): Promise<NeededList | null> {
    const { changeId, workspace, state } = entry
    if (taken.has(changeId) || isDisposed()) return null
    const { toldBy, canWait } = kindOf(entry)
    const isOwnSync = synced?.key === workspaceKey(workspace)
    if (arrived.has(changeId)) {
      await confirm(entry)
    } else if (disowned.has(changeId) && state !== 'failed') {
      await turnAway(entry)
    } else if (state === 'failed') {
      // A refused repetition says nothing about the first sending, which may have arrived late.
      const canLook = isOwnSync && toldBy !== null && synced.lists.includes(toldBy)
      if (canLook && (await evidenceOf(library, entry, unmended.has(entry.changeId))) === 'arrived')
        await confirm(entry)
    } else if (isUncertain(entry)) {
      if (toldBy !== null) {
        const sinceMs = lostAtMs.get(changeId) ?? Number.NEGATIVE_INFINITY
        if (!isOwnSync || synced.startedMs < sinceMs) return { workspace, sinceMs }
        // The list that tells failed; its sync is tried again without being asked.
        if (!synced.lists.includes(toldBy)) return null
      }
      if (!isBehindAnother(entry, pending) && (await resolve(entry))) await sendQueued(entry)
    } else if (!canWait) {
      // The app ended between journal and sending. What it was about may be different by now.
      await giveUp(entry, entry.error)
    } else if (maySend(entry) && !isBehindAnother(entry, pending) && !(await isUndone(library, entry))) {
      await sendQueued(entry)
    }
    return null
  }

  async function runRound(round: Round): Promise<void> {
    const { environment } = round
    const needed = new Map<string, NeededList>()
    const ids = (await library.pendingChanges({ environment })).map(({ changeId }) => changeId)
    for (const id of ids) {
      // Whoever has it sees to it that there is another round when one is needed.
      if (taken.has(id)) continue
      // Read again when it is its turn: meanwhile the person may have discarded it.
      const list = await lanes.run(environment, async () => {
        const pending = await library.pendingChanges({ environment, sameTargetAs: id })
        const entry = pending.find(({ changeId }) => changeId === id)
        return entry ? handle(entry, pending, round) : null
      })
      if (!list || holds.isHeld(list.workspace)) continue
      const key = workspaceKey(list.workspace)
      const sinceMs = Math.max(list.sinceMs, needed.get(key)?.sinceMs ?? Number.NEGATIVE_INFINITY)
      needed.set(key, { workspace: list.workspace, sinceMs })
    }
    for (const { workspace, sinceMs } of needed.values()) askForSync(workspace, sinceMs)
  }

  function start(round: Round): void {
    if (isDisposed()) return
    void runRound(round).catch((error: unknown) => {
      log.defect('outbox: working on the queue', error)
      // A library that cannot be asked keeps its journal.
      lookLater(round.environment, error)
    })
  }

  return {
    take(changeId) {
      taken.add(changeId)
      return () => taken.delete(changeId)
    },
    disown: (changeId) =>
      disowned.add(changeId).catch((error: unknown) => {
        log.defect('outbox: keeping an id', error)
        throw nobodyKnows()
      }),
    begin: (changeId) => void unmended.add(changeId),
    async own(changeId) {
      unmended.delete(changeId)
      if (disowned.has(changeId)) await disowned.remove(changeId)
    },
    note,
    goOn: (environment) => start({ environment, synced: null }),
    look,
    retry: createRetry({ ...deps, isTaken: (changeId) => taken.has(changeId), sendQueued }),
    afterSync(workspace, { startedMs, lists, isByPerson }) {
      if (isByPerson) holds.release(workspace)
      else holds.tokenTaken(workspace, startedMs)
      start({ environment: workspace.environment, synced: { key: workspaceKey(workspace), startedMs, lists } })
    },
    async recover(environment) {
      await lanes.run(environment, async () => {
        for (const entry of await library.pendingChanges({ environment })) {
          if (taken.has(entry.changeId)) continue
          if (disowned.has(entry.changeId) && entry.state !== 'failed') await turnAway(entry)
          else if (entry.state !== 'sending') continue
          else await mark(deps, entry, 'unknown', entry.error).then(() => changed(entry))
        }
      })
    },
  }
}
