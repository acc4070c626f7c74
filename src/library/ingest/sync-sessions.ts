// The syncs of one store, from the first byte of an answer to its commit.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../contract/errors'
import type { CommittedSync, ListValidators, SyncReport, SyncResource } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { nextRow } from '../store/bulk-insert'
import type { Connection } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { indexPieces } from '../text/text-index'
import { applyAnswer } from './apply-answer'
import { deferIndexes, fewBytes } from './deferred-indexes'
import { createDownloadBuffer, type DownloadBuffer } from './download-buffer'
import { openInsights } from './listed-insights'
import { openKnowledge } from './listed-knowledge'
import { readerVersion } from './reading'
import { isThinningDue, thinScores } from './thin-scores'

interface Session {
  readonly workspace: WorkspaceRef
  readonly resource: SyncResource
  readonly startedAt: string
  /** Row of the last change in the activity when the sync began. */
  readonly settledBefore: number
  readonly downloadBuffer: DownloadBuffer
  /** The validators to ask the service with, as they were when the sync began. */
  readonly validators: ListValidators | null
}

export interface SyncSessions
  extends Pick<
    StoreApi,
    'beginSync' | 'appendSync' | 'commitSync' | 'confirmSync' | 'abortSync' | 'lastSync' | 'isQuarantined'
  > {
  /** True until the sync was committed, confirmed or aborted. */
  has(syncId: string): boolean
  /** Aborts all syncs. A list that is being taken in stops at its next group. */
  abortAll(): void
}

export interface SyncContext extends StoreContext {
  readonly now: () => Date
  /** Path of a file in which a sync may keep bytes; null in memory. */
  incomingFile(syncId: string): string | null
}

export function createSyncSessions(context: SyncContext): SyncSessions {
  const sessions = new Map<string, Session>()
  /** Syncs whose list is being taken in, or waits for that. A commit whose id is gone stops. */
  const committing = new Set<string>()

  const notInProgress = () => new AppError('LIBRARY_UNAVAILABLE', 'This sync is no longer in progress.')

  function find(syncId: string): Session {
    const session = sessions.get(syncId)
    if (session === undefined) throw notInProgress()
    return session
  }

  async function end(syncId: string): Promise<void> {
    const session = sessions.get(syncId)
    sessions.delete(syncId)
    committing.delete(syncId)
    await session?.downloadBuffer.discard()
  }

  /** A service that always calls its list unchanged never sends one, whose commit would thin the history. */
  async function thinIfDue(workspace: WorkspaceRef, startedAt: string): Promise<void> {
    const row = await context.read((connection) => {
      const found = findWorkspace(connection, workspace)
      return found !== null && isThinningDue({ connection, workspace: found }, startedAt) ? found : null
    })
    if (row === null) return
    await context.writeAtLength(async (connection, pause) => {
      for (const _ of thinScores({ connection, workspace: row }, startedAt)) await pause?.()
    })
  }

  return {
    has: (syncId) => sessions.has(syncId) || committing.has(syncId),
    abortAll: () => {
      for (const { downloadBuffer } of sessions.values()) downloadBuffer.discardNow()
      sessions.clear()
      committing.clear()
    },
    async beginSync({ workspace, resource, startedAt }) {
      const syncId = randomUUID()
      const { settledBefore, validators } = await context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        return {
          settledBefore: connection.value('SELECT coalesce(max(row), 0) FROM activity', [], column.number) ?? 0,
          validators:
            row === null ? null : findValidators(connection, row, resource, lastHash(connection, row, resource)),
        }
      })
      const downloadBuffer = createDownloadBuffer(context.incomingFile(syncId))
      sessions.set(syncId, { workspace, resource, startedAt, settledBefore, downloadBuffer, validators })
      return { syncId, validators }
    },
    async appendSync({ syncId, bytes }) {
      find(syncId).downloadBuffer.append(bytes)
      return null
    },
    async commitSync({ syncId, validators }) {
      const session = find(syncId)
      // Removed at once: a second commit, or bytes that come late, must not find it.
      sessions.delete(syncId)
      committing.add(syncId)
      try {
        return await context.writeAtLength(
          (connection, pause) => commit(connection, { session, validators, pause, now: context.now }),
          () => {
            if (!committing.has(syncId)) throw notInProgress()
          },
        )
      } finally {
        committing.delete(syncId)
        await session.downloadBuffer.discard()
      }
    },
    async confirmSync({ syncId }) {
      const { workspace, resource, startedAt } = find(syncId)
      if (resource === 'insights') await thinIfDue(workspace, startedAt)
      const report = await context.write((connection) => confirm(connection, find(syncId), context.now))
      if (report !== null) await end(syncId)
      return report
    },
    async abortSync({ syncId }) {
      await end(syncId)
      return null
    },
    lastSync: ({ workspace, resource }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const last = row === null ? undefined : lastSync(connection, row, resource)
        return last === undefined ? null : { ...last.report, syncedAt: last.startedAt }
      }),
    isQuarantined: ({ workspace, resource, id }) =>
      context.read((connection) => {
        const found = connection.get(
          'SELECT 1 AS found FROM quarantine WHERE workspace = ? AND resource = ? AND item_id = ?',
          [findWorkspace(connection, workspace), resource, id],
        )
        return found !== undefined
      }),
  }
}

/** The column with the hash of the last answer of each list. */
const hashColumns: Readonly<Record<SyncResource, string>> = { insights: 'body_hash', knowledge: 'knowledge_hash' }

/** null: the next answer has to be read, whatever it is. A reader of another version would see more in the same bytes. */
function lastHash(connection: Connection, workspace: number, resource: SyncResource): string | null {
  const sql = `SELECT ${hashColumns[resource]} FROM workspaces WHERE row = ?`
  const hash = connection.value(sql, [workspace], column.textOrNull)
  return hash?.startsWith(`${readerVersion}:`) ? hash : null
}

function confirm(
  connection: Connection,
  { workspace, resource, startedAt, validators }: Session,
  now: () => Date,
): SyncReport | null {
  const row = findWorkspace(connection, workspace)
  if (row === null || validators === null) return null
  const hash = lastHash(connection, row, resource)
  const last = lastSync(connection, row, resource)
  const known = findValidators(connection, row, resource, hash)
  if (hash === null || last === undefined || !isDeepStrictEqual(known, validators)) return null
  const report = withoutChanges(last.report)
  connection.run('INSERT INTO syncs (workspace, resource, started_at, report) VALUES (?, ?, ?, ?)', [
    row,
    resource,
    startedAt,
    storedReport(report, now()),
  ])
  return report
}

interface Commit extends Pick<SyncContext, 'now'> {
  readonly session: Session
  readonly validators: ListValidators | null
  readonly pause: (() => Promise<void>) | null
}

async function commit(
  connection: Connection,
  { session: { workspace, resource, startedAt, settledBefore, downloadBuffer }, validators, pause, now }: Commit,
): Promise<CommittedSync> {
  const row = ensureWorkspace(connection, workspace)
  const hash = `${readerVersion}:${downloadBuffer.digest()}`
  const hashColumn = hashColumns[resource]
  const last = lastSync(connection, row, resource)
  const scope = {
    connection,
    workspace: row,
    sync: nextRow(connection, 'syncs'),
  }
  const apply = async () => {
    const answer = { resource, chunks: downloadBuffer.read(), settledBefore }
    const isLong = resource === 'insights' && downloadBuffer.size() > fewBytes
    const makeIndexes = isLong ? deferIndexes(connection) : null
    const report = await (resource === 'insights'
      ? applyAnswer(scope, openInsights, answer, pause)
      : applyAnswer(scope, openKnowledge, answer, pause))
    await makeIndexes?.(pause)
    for (const _ of indexPieces(connection)) await pause?.()
    return report
  }
  const isSameAnswer = last !== undefined && lastHash(connection, row, resource) === hash
  const report = isSameAnswer ? withoutChanges(last.report) : await apply()
  if (resource === 'insights') for (const _ of thinScores(scope, startedAt)) await pause?.()
  connection.run('INSERT INTO syncs (row, workspace, resource, started_at, report) VALUES (?, ?, ?, ?, ?)', [
    ...[scope.sync, row, resource, startedAt, storedReport(report, now())],
  ])
  // A row that was kept although the answer lacks it, and one that was left out or marked because of a change that was
  // confirmed meanwhile, have to be checked again, even if the next answer is the same. Only creations that are done have
  // a `confirmed_at`: a query for it alone would read every insight.
  connection.run(
    `UPDATE workspaces SET ${hashColumn} = CASE
       WHEN ?1 = 'insights' AND EXISTS (SELECT 1 FROM activity
         JOIN insights ON insights.workspace = activity.workspace AND insights.id = activity.target_id
         WHERE activity.workspace = ?2 AND kind = 'createInsight' AND outcome = 'done' AND confirmed_at IS NOT NULL)
       THEN NULL
       WHEN EXISTS (SELECT 1 FROM activity WHERE workspace = ?2 AND outcome = 'done' AND row > ?3
                    AND kind IN ('deleteKnowledge', 'deleteOutcome', 'markAllSeen')) THEN NULL
       ELSE ?4 END
     WHERE row = ?2`,
    [resource, row, settledBefore, hash],
  )
  saveValidators(connection, row, resource, hash, validators)
  return { ...report, isSameAnswer }
}

const storedReport = (report: SyncReport, endedAt: Date) =>
  JSON.stringify({ ...report, endedAt: endedAt.toISOString() })

/** Reports of version 25 and earlier have no reasons. */
type StoredReport = Omit<SyncReport, 'unreadableBecause'> & Partial<SyncReport>

const syncRow = rowOf({ startedAt: column.text, report: column.json<StoredReport>() })

function lastSync(connection: Connection, workspace: number, resource: SyncResource) {
  const last = connection.get(
    `SELECT started_at, json_remove(report, '$.endedAt') AS report FROM syncs WHERE workspace = ? AND resource = ? ORDER BY row DESC LIMIT 1`,
    [workspace, resource],
    syncRow,
  )
  return last && { ...last, report: { unreadableBecause: [], ...last.report } }
}

/** The same bytes say the same about every item. */
function withoutChanges(report: SyncReport): SyncReport {
  const { added, changed, unchanged } = report
  return { ...report, added: 0, changed: 0, removed: 0, unchanged: added + changed + unchanged }
}

// The ETag and Last-Modified of the answer that a list was last read from. They are valid while the data is exactly that
// answer: they are stored with the hash of its bytes, and everything else that changes the list clears that hash.

interface Kept {
  readonly hash: string
  readonly validators: ListValidators
}

const keyOf = (workspace: number, resource: SyncResource) => `validators ${workspace} ${resource}`

/** `hash` is that of the answer, as stored with the workspace. */
function saveValidators(
  connection: Connection,
  workspace: number,
  resource: SyncResource,
  hash: string,
  validators: ListValidators | null,
): void {
  const key = keyOf(workspace, resource)
  if (validators === null) return void connection.run('DELETE FROM meta WHERE key = ?', [key])
  const kept: Kept = { hash, validators }
  connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [key, JSON.stringify(kept)])
}

/** The kept validators; null if there are none, or if the data is not that answer any more. */
function findValidators(
  connection: Connection,
  workspace: number,
  resource: SyncResource,
  hash: string | null,
): ListValidators | null {
  const sql = 'SELECT value FROM meta WHERE key = ?'
  const kept = connection.value(sql, [keyOf(workspace, resource)], column.json<Kept>())
  if (kept === undefined || hash === null) return null
  // An older version of the app, which knows of no validators, may have synced since.
  return kept.hash === hash ? kept.validators : null
}
