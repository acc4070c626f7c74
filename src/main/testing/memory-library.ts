// A library for tests of main: keeps what it is given in plain maps, with the promises of the real one that its
// callers rely on. Its state outlives the objects that use it, as a file would.
import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { InsightDetail } from '../../contract/features/insights'
import type { JournalEntry, LibraryApi, SyncRecord } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'

export interface MemoryLibrary extends LibraryApi {
  /** Ids of the insights that the service was seen to have. */
  insightIds(workspace: WorkspaceRef): readonly string[]
  /** Sizes of the pieces of the syncs so far, in the order they arrived. */
  readonly pieceBytes: number[]
  readonly openSyncs: () => number
  readonly settled: ActivityEntry[]
}

interface SyncInProgress {
  readonly workspace: WorkspaceRef
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

/** As the real library does: a row is pending for as long as the journal has a change of it, whoever it is from. */
function rowOf(id: string, isAtService: boolean, entry: JournalEntry | undefined): InsightDetail {
  const pending = entry ? { changeId: entry.changeId, state: entry.state, error: entry.error } : null
  const createdAt = isAtService ? 'as the service says' : (entry?.createdAt ?? '')
  return {
    id,
    type: 'Bug',
    title: entry?.body.title ?? '',
    summary: '',
    description: '',
    seen: false,
    hideContent: false,
    combinedScore: null,
    strengthScore: null,
    momentumScore: null,
    strength: 0,
    createdAt,
    updatedAt: createdAt,
    pending,
    ownerId: null,
    lastScoreCalculatedAt: null,
    embeddingLength: null,
    opportunities: [],
    solutions: [],
    outcomes: [],
    feedback: [],
  }
}

function parseList(pieces: readonly Uint8Array[]): { id: string }[] {
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    return (body as { data: { id: string }[] }).data.map(({ id }) => ({ id }))
  } catch {
    throw new AppError('NOT_THE_SERVICE', 'This is not the service.')
  }
}

export function createMemoryLibrary(): MemoryLibrary {
  const insights = new Map<string, readonly string[]>()
  const records = new Map<string, SyncRecord>()
  const syncs = new Map<string, SyncInProgress>()
  const settled: ActivityEntry[] = []
  const pieceBytes: number[] = []
  const drafts = new Map<string, { values: Record<string, string>; savedAt: string }>()
  let journal: readonly JournalEntry[] = []
  let lastSyncId = 0

  function syncOf(syncId: string): SyncInProgress {
    const sync = syncs.get(syncId)
    if (!sync) throw new AppError('LIBRARY_UNAVAILABLE', 'This sync is not known.')
    return sync
  }

  return {
    pieceBytes,
    settled,
    openSyncs: () => syncs.size,
    insightIds: (workspace) => insights.get(workspaceKey(workspace)) ?? [],
    open: async () => ({ state: 'opened', reason: null, keptChanges: 0, mayHaveLostChanges: false }),
    close: async () => null,
    async beginSync({ workspace, startedAt }) {
      lastSyncId += 1
      syncs.set(String(lastSyncId), { workspace, startedAt, pieces: [] })
      return { syncId: String(lastSyncId) }
    },
    async appendSync({ syncId, bytes }) {
      syncOf(syncId).pieces.push(bytes)
      pieceBytes.push(bytes.length)
      return null
    },
    async commitSync({ syncId }) {
      const { workspace, startedAt, pieces } = syncOf(syncId)
      syncs.delete(syncId)
      const list = parseList(pieces)
      const key = workspaceKey(workspace)
      insights.set(
        key,
        list.map(({ id }) => id),
      )
      const report = { ...emptyReport, received: list.length }
      records.set(key, { ...report, syncedAt: startedAt })
      return report
    },
    async abortSync({ syncId }) {
      syncs.delete(syncId)
      return null
    },
    lastSync: async ({ workspace }) => records.get(workspaceKey(workspace)) ?? null,
    queryInsights: async () => ({ rows: [], total: 0, all: 0, unseen: 0 }),
    async getInsight({ workspace, id }) {
      const entry = journal.find((other) => other.targetId === id)
      const isAtService = insights.get(workspaceKey(workspace))?.includes(id) ?? false
      if (!isAtService && !entry) throw new AppError('NOT_FOUND', 'It is not in the library.')
      return rowOf(id, isAtService, entry)
    },
    async addChange(change) {
      journal = [...journal, { ...change, state: 'waiting', attempts: 0, error: null }]
      return null
    },
    async markChange({ changeId, state, error }) {
      journal = journal.map((entry) =>
        entry.changeId === changeId
          ? { ...entry, state, error, attempts: entry.attempts + (state === 'sending' ? 1 : 0) }
          : entry,
      )
      return null
    },
    async settleChange({ changeId, settledAt, ...end }) {
      const entry = journal.find((other) => other.changeId === changeId)
      if (!entry) return null
      journal = journal.filter((other) => other !== entry)
      const { workspace, kind, targetId, attempts, createdAt } = entry
      const error = end.state === 'discarded' ? end.error : null
      const state = end.state === 'done' ? 'done' : 'failed'
      settled.push({
        ...{ changeId, workspace, kind, targetId, attempts, createdAt },
        ...{ title: entry.body.title, state, error, settledAt },
      })
      if (end.state === 'done') {
        const key = workspaceKey(workspace)
        insights.set(key, [...new Set([...(insights.get(key) ?? []), targetId])])
      }
      return null
    },
    pendingChanges: async ({ environment }) => journal.filter(({ workspace }) => workspace.environment === environment),
    listActivity: async ({ workspace }) =>
      settled.filter((entry) => workspaceKey(entry.workspace) === workspaceKey(workspace)),
    readDraft: async ({ workspace }) => drafts.get(workspaceKey(workspace)) ?? null,
    async saveDraft({ workspace, values, savedAt }) {
      drafts.set(workspaceKey(workspace), { values, savedAt })
      return null
    },
    async discardDraft({ workspace }) {
      drafts.delete(workspaceKey(workspace))
      return null
    },
  }
}
