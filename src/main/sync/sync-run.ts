// Reads the lists of a workspace from the service into the library, one after the other. Nothing of a list is visible
// before its commit, so every failure on the way leaves the library as it was.
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'
import type { Emit, Events } from '../../contract/events'
import type { LibraryApi, SyncResource } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Clock } from '../clock'
import { reportOf } from '../schedule/failure'
import type { FindTarget, ListName, ServiceClient } from '../service/service-client'
import type { Log } from '../shell/log'
import { createCoalescer } from './coalescer'

const pieceBytes = 256 * 1024

const lists: Readonly<Record<SyncResource, ListName>> = { insights: 'listInsights', knowledge: 'listKnowledge' }

/** The lists in the order in which they are read, and the features of the page that each one affects. */
const affected: Readonly<Record<SyncResource, Events['library.changed']['features']>> = {
  insights: [
    'insights',
    'opportunities',
    'outcomes',
    'solutions',
    'feedback',
    'metrics',
    'topics',
    'triage',
    'search',
    'news',
    'priorities',
    'map',
    'duplicates',
    'topicMap',
    // It has the titles of decided records.
    'activity',
  ],
  knowledge: ['knowledge', 'search'],
}
const resources = Object.keys(affected) as SyncResource[]

export interface SyncRunDeps {
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly findTarget: FindTarget
  readonly library: Pick<LibraryApi, 'beginSync' | 'appendSync' | 'commitSync' | 'confirmSync' | 'abortSync'>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
  /** For diagnostics. */
  readonly onRunEnded?: (run: SyncRun) => void
}

/** How one sync went, without data of any record. */
export interface SyncRun {
  readonly workspace: WorkspaceRef
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly ms: number
  readonly result: 'OK' | 'STOPPED' | ErrorCode
  /** Lists that were read whole. `items` null: the service said that nothing has changed. */
  readonly lists: readonly { readonly resource: SyncResource; readonly items: number | null }[]
}

export interface RunResult {
  /** The lists that were read whole. */
  readonly lists: readonly SyncResource[]
  /** null: nothing failed, or the run was stopped on purpose, which may end in any way. */
  readonly failure: ErrorReport | null
}

export interface RunSignals {
  /** Stops the run. A list that is being stored is still stored whole. */
  readonly signal: AbortSignal
  /** Aborted with or after `signal`, before the library is closed: a list that is being stored on disk is rolled back. */
  readonly closing: AbortSignal
}

/** Never rejects. A failure ends the run. */
export async function runSync(deps: SyncRunDeps, workspace: WorkspaceRef, signals: RunSignals): Promise<RunResult> {
  const { signal } = signals
  const { emit, log, clock, onRunEnded } = deps
  const startedAt = clock.now()
  const startedMs = clock.monotonicMs()
  const lists: { readonly resource: SyncResource; readonly items: number | null }[] = []
  const end = (failure: ErrorReport | null): RunResult => {
    const result = signal.aborted ? 'STOPPED' : (failure?.code ?? 'OK')
    onRunEnded?.({ workspace, startedAt, ms: Math.round(clock.monotonicMs() - startedMs), result, lists })
    return {
      lists: lists.map(({ resource }) => resource),
      failure: signal.aborted || failure === null ? null : failureAfter(lists.length, failure),
    }
  }
  try {
    for (const resource of resources) {
      const { items, isSame } = await readList(deps, workspace, resource, signals)
      lists.push({ resource, items })
      // Also when it was stopped meanwhile: the page has to show what is stored.
      if (!isSame) emit('library.changed', { workspace, features: [...affected[resource]] })
    }
    return end(null)
  } catch (error) {
    return end(signal.aborted ? null : reportOf(log, 'sync', error))
  }
}

/**
 * A service that has just sent a list can be reached, so a list that hangs or breaks off after it is the service's failure: as
 * "offline", it would disable commands, and read the whole first list again every few seconds.
 */
function failureAfter(listsRead: number, report: ErrorReport): ErrorReport {
  const isOfService = report.code === 'TIMEOUT' || report.code === 'CONNECTION_LOST'
  return listsRead > 0 && isOfService ? { ...report, code: 'SERVICE_FAILED' } : report
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'The sync was stopped.')
}

interface ListRead {
  /** null: the service said that nothing has changed. */
  readonly items: number | null
  /** The list is the one that was already stored, whether or not the service sent it again. */
  readonly isSame: boolean
}

/** Throws what the client, the library or `findTarget` throws; CANCELLED when the signal was aborted in time. */
async function readList(
  { client, findTarget, library, clock }: SyncRunDeps,
  workspace: WorkspaceRef,
  resource: SyncResource,
  { signal, closing }: RunSignals,
): Promise<ListRead> {
  assertWanted(signal)
  const target = await findTarget(workspace)
  assertWanted(signal)
  const { syncId, validators: known } = await library.beginSync({ workspace, resource, startedAt: clock.now() })
  // The first failure is reported; a library that is gone has no sync to abort.
  const abort = () => library.abortSync({ syncId }).catch(() => undefined)
  closing.addEventListener('abort', abort)
  try {
    const pieces = createCoalescer(pieceBytes, (bytes) => {
      // A client that is slow to notice the abort must not fill the library meanwhile.
      assertWanted(signal)
      return library.appendSync({ syncId, bytes })
    })
    assertWanted(signal)
    const read = (validators: typeof known) =>
      client.streamList(target, lists[resource], { signal, onBytes: pieces.write, known: validators })
    let answer = await read(known)
    if (answer.state === 'unchanged') {
      assertWanted(signal)
      if ((await library.confirmSync({ syncId })) !== null) return { items: null, isSame: true }
      // A change of the person was confirmed meanwhile, so the service did not compare with the list that is kept here.
      answer = await read(null)
    }
    await pieces.flush()
    assertWanted(signal)
    const validators = answer.state === 'read' ? answer.validators : null
    const { received, isSameAnswer } = await library.commitSync({ syncId, validators })
    return { items: received, isSame: isSameAnswer }
  } catch (error) {
    await abort()
    throw error
  } finally {
    closing.removeEventListener('abort', abort)
  }
}
