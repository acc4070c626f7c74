// The two lists of the service as a library for tests keeps them: whole, by workspace, replaced by each sync.
import { AppError } from '../../contract/errors'
import type { LibraryApi, ListValidators, SyncRecord, SyncResource } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'

/** What tests give the service to list; anything may be left out but the id. */
export interface ListedRecord {
  readonly id: string
  readonly title?: string
  readonly seen?: boolean
  /** The list names it, and that is all that can be understood of it. */
  readonly isUnreadable?: boolean
  readonly outcomes?: readonly { readonly id: string; readonly title?: string }[]
  readonly opportunities?: readonly { readonly id: string; readonly title?: string }[]
}

type Syncing = Pick<
  LibraryApi,
  'beginSync' | 'appendSync' | 'commitSync' | 'confirmSync' | 'abortSync' | 'lastSync' | 'isQuarantined'
>

export interface MemoryLists {
  readonly syncing: Syncing
  of(workspace: WorkspaceRef, resource: SyncResource): readonly ListedRecord[]
  replace(workspace: WorkspaceRef, resource: SyncResource, records: readonly ListedRecord[]): void
  readonly openSyncs: () => number
  /** Sizes of the pieces in which lists of insights arrived, in order. */
  readonly pieceBytes: number[]
}

interface SyncInProgress {
  readonly workspace: WorkspaceRef
  readonly resource: SyncResource
  readonly startedAt: string
  readonly pieces: Uint8Array[]
}

const emptyReport = {
  received: 0,
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  quarantined: 0,
  duplicates: 0,
  unknownFields: [],
  hasRelationships: true,
}

function parseList(pieces: readonly Uint8Array[]): readonly ListedRecord[] {
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    return (body as { data: ListedRecord[] }).data.map((record) => ({ ...record, id: record.id }))
  } catch {
    throw new AppError('NOT_THE_SERVICE', 'This is not the service.')
  }
}

export function createMemoryLists(): MemoryLists {
  const lists = new Map<string, readonly ListedRecord[]>()
  const setAside = new Map<string, readonly string[]>()
  const records = new Map<string, SyncRecord>()
  const syncs = new Map<string, SyncInProgress>()
  /** Gone as soon as a list is changed by anything but a sync. */
  const validators = new Map<string, ListValidators>()
  const pieceBytes: number[] = []
  let lastSyncId = 0
  const keyOf = (workspace: WorkspaceRef, resource: SyncResource) => `${resource} ${workspaceKey(workspace)}`

  function syncOf(syncId: string): SyncInProgress {
    const sync = syncs.get(syncId)
    if (!sync) throw new AppError('LIBRARY_UNAVAILABLE', 'This sync is not known.')
    return sync
  }

  return {
    pieceBytes,
    openSyncs: () => syncs.size,
    of: (workspace, resource) => lists.get(keyOf(workspace, resource)) ?? [],
    replace(workspace, resource, next) {
      lists.set(keyOf(workspace, resource), next)
      validators.delete(keyOf(workspace, resource))
    },
    syncing: {
      async beginSync(input) {
        lastSyncId += 1
        syncs.set(String(lastSyncId), { ...input, pieces: [] })
        const known = validators.get(keyOf(input.workspace, input.resource)) ?? null
        return { syncId: String(lastSyncId), validators: known }
      },
      async appendSync({ syncId, bytes }) {
        const sync = syncOf(syncId)
        sync.pieces.push(bytes)
        if (sync.resource === 'insights') pieceBytes.push(bytes.length)
        return null
      },
      async commitSync({ syncId, validators: next }) {
        const { workspace, resource, startedAt, pieces } = syncOf(syncId)
        syncs.delete(syncId)
        const list = parseList(pieces)
        const key = keyOf(workspace, resource)
        const unreadable = list.filter(({ isUnreadable }) => isUnreadable)
        setAside.set(
          key,
          unreadable.map(({ id }) => id),
        )
        lists.set(
          key,
          list.filter(({ isUnreadable }) => !isUnreadable),
        )
        const report = { ...emptyReport, received: list.length, quarantined: unreadable.length }
        records.set(key, { ...report, syncedAt: startedAt })
        if (next) validators.set(key, next)
        else validators.delete(key)
        return report
      },
      async confirmSync({ syncId }) {
        const { workspace, resource, startedAt } = syncOf(syncId)
        const key = keyOf(workspace, resource)
        const last = records.get(key)
        if (!last || !validators.has(key)) return null
        syncs.delete(syncId)
        records.set(key, { ...last, syncedAt: startedAt })
        return last
      },
      async abortSync({ syncId }) {
        syncs.delete(syncId)
        return null
      },
      isQuarantined: async ({ workspace, resource, id }) =>
        setAside.get(keyOf(workspace, resource))?.includes(id) ?? false,
      lastSync: async ({ workspace, resource }) => records.get(keyOf(workspace, resource)) ?? null,
    },
  }
}
