// Sends one journalled change and writes down what came of it. The journal says `sending` before the first byte
// leaves, so whatever happens to the app or to the answer, the change is found again as one that may have arrived.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry, LibraryApi, NewChange } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { Log } from '../shell/log'
import { reportOf } from '../sync/failure'
import { meaningOf } from './outcome'
import { sendChange } from './request'

export type Delivery =
  /** `wasGone`: there was nothing left to delete. */
  | { readonly state: 'done'; readonly wasGone: boolean; readonly unsettled: Unsettled | null }
  /** Nothing arrived at the service. */
  | { readonly state: 'waiting'; readonly error: ErrorReport }
  | { readonly state: 'unknown'; readonly error: ErrorReport; readonly isIdTaken: boolean }
  /** The service said no. The journal still says `sending`: it is the caller's to decide what becomes of the change. */
  | { readonly state: 'refused'; readonly error: ErrorReport }

/** It was made, and the journal could not be told: it still says `sending`. */
export interface Unsettled {
  /** What the service answered to a creation. */
  readonly insight: unknown
}

export interface DeliveryDeps {
  readonly client: Pick<ServiceClient, 'send'>
  readonly findTarget: FindTarget
  readonly isLocked: (environment: EnvironmentName) => boolean
  readonly library: Pick<LibraryApi, 'markChange' | 'settleChange'>
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
}

/** Never throws. `onSending` is called when the journal says so. */
export async function deliver(
  deps: DeliveryDeps,
  change: NewChange,
  signal: AbortSignal,
  onSending: () => void,
): Promise<Delivery> {
  const { client, findTarget, isLocked, library, log } = deps
  const { environment } = change.workspace
  // Asked last of all: the person may have locked while this waited for its turn, the keychain or the journal.
  const assertMaySend = () => {
    if (signal.aborted) throw new AppError('CANCELLED', 'The app is closing.')
    if (isLocked(environment)) throw new AppError('ENVIRONMENT_LOCKED', 'Editing was locked before this was sent.')
  }
  try {
    const target = await findTarget(change.workspace)
    assertMaySend()
    await library.markChange({ environment, changeId: change.changeId, state: 'sending', error: null })
    assertMaySend()
    onSending()
    return await send(client, target)
  } catch (error) {
    const report = reportOf(log, 'outbox: preparing a change', error)
    await mark(deps, change, 'waiting', report)
    return { state: 'waiting', error: report }
  }

  async function send(service: DeliveryDeps['client'], target: Awaited<ReturnType<FindTarget>>): Promise<Delivery> {
    let answer: unknown
    try {
      answer = await sendChange(service, target, change, signal)
    } catch (error) {
      const report = reportOf(log, 'outbox: sending a change', error)
      const meaning = meaningOf(change.kind, report)
      if (meaning === 'gone') {
        return done(null, true)
      }
      if (meaning === 'refused') return { state: 'refused', error: report }
      const state = meaning === 'not-sent' ? 'waiting' : 'unknown'
      await mark(deps, change, state, report)
      return state === 'waiting'
        ? { state, error: report }
        : { state, error: report, isIdTaken: meaning === 'id-taken' }
    }
    return done(change.kind === 'createInsight' ? answer : null, false)
  }

  async function done(insight: unknown, wasGone: boolean): Promise<Delivery> {
    return { state: 'done', wasGone, unsettled: (await settleDone(deps, change, insight)) ? null : { insight } }
  }
}

/** A journal that could not be written still says `sending`, which is looked into as unknown: nothing is lost. */
export async function mark(
  { library, log }: Pick<DeliveryDeps, 'library' | 'log'>,
  { changeId, workspace }: NewChange | JournalEntry,
  state: JournalEntry['state'],
  error: ErrorReport | null,
): Promise<void> {
  await library
    .markChange({ environment: workspace.environment, changeId, state, error })
    .catch((defect: unknown) => log.defect('outbox: writing the state of a change', defect))
}

/** Tried twice, as settling again is harmless. Resolves to whether the journal knows. */
export async function settleDone(
  { library, clock, log }: Pick<DeliveryDeps, 'library' | 'clock' | 'log'>,
  { changeId, workspace }: NewChange | JournalEntry,
  insight: unknown,
): Promise<boolean> {
  const end = { environment: workspace.environment, changeId, state: 'done', insight, settledAt: clock.now() } as const
  try {
    await library.settleChange(end).catch(() => library.settleChange(end))
    return true
  } catch (defect) {
    log.defect('outbox: settling a change', defect)
    return false
  }
}
