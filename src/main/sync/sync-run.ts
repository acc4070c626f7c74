// One list from beginning to end: from the service into the library. Nothing is visible before the commit, so every
// failure on the way leaves the library as it was.
import { AppError } from '../../contract/errors'
import type { Events } from '../../contract/events'
import type { LibraryApi, SyncResource } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { FindTarget, ListName, ServiceClient } from '../service/service-client'
import { createCoalescer } from './coalescer'

const pieceBytes = 256 * 1024

const lists: Readonly<Record<SyncResource, ListName>> = { insights: 'listInsights', knowledge: 'listKnowledge' }

/** The lists in the order in which they are read, and the features of the page that each one affects. */
export const affected: Readonly<Record<SyncResource, Events['library.changed']['features']>> = {
  insights: ['insights', 'opportunities', 'outcomes', 'solutions', 'feedback', 'metrics', 'topics', 'search', 'news'],
  knowledge: ['knowledge', 'search'],
}
export const resources = Object.keys(affected) as SyncResource[]

export interface SyncRunDeps {
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly findTarget: FindTarget
  readonly library: Pick<LibraryApi, 'beginSync' | 'appendSync' | 'commitSync' | 'confirmSync' | 'abortSync'>
  readonly clock: Clock
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'The sync was stopped.')
}

/**
 * Resolves to whether the service said that nothing has changed. Throws what the client, the library or `findTarget`
 * throws; CANCELLED when the signal was aborted in time.
 */
export async function runSync(
  { client, findTarget, library, clock }: SyncRunDeps,
  workspace: WorkspaceRef,
  resource: SyncResource,
  signal: AbortSignal,
): Promise<'read' | 'unchanged'> {
  assertWanted(signal)
  const target = await findTarget(workspace)
  assertWanted(signal)
  const { syncId, validators: known } = await library.beginSync({ workspace, resource, startedAt: clock.now() })
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
      if ((await library.confirmSync({ syncId })) !== null) return 'unchanged'
      // A change of the person was confirmed meanwhile, so what the service compared with is not what is kept here.
      answer = await read(null)
    }
    await pieces.flush()
    assertWanted(signal)
    await library.commitSync({ syncId, validators: answer.state === 'read' ? answer.validators : null })
    return 'read'
  } catch (error) {
    // The first failure is reported; a library that is gone has no sync to abort.
    await library.abortSync({ syncId }).catch(() => undefined)
    throw error
  }
}
