// Changes of a person that the service has not confirmed. A change is here before it is sent and leaves only with a
// definite end; a row whose seal does not fit was altered behind our back and is never handed out to be sent.
import { canMove } from '../../contract/change-transitions'
import { AppError } from '../../contract/errors'
import { type JournalEntry, longestBackoffMs } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { addOwnInsight } from '../ingest/own-insight'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { altered, readError } from './error-column'
import type { JournalMac } from './journal-mac'
import { describeTarget } from './target'

type Journal = Pick<
  StoreApi,
  'addChange' | 'moveChange' | 'requireReview' | 'retryNow' | 'pendingChanges' | 'isSuperseded'
>

export function createJournal(context: StoreContext, seal: JournalMac, environment: EnvironmentName): Journal {
  return {
    addChange: (change) =>
      context.write((connection) => {
        const { changeId, workspace, kind, targetId, createdAt } = change
        const body = JSON.stringify(change.body)
        const code = seal.seal({
          ...{ ...workspace, changeId, kind, targetId, body, createdAt },
          ...{ state: 'waiting', needsReview: true },
        })
        const row = ensureWorkspace(connection, workspace)
        context.unsent.touchChange(changeId)
        const { title, content } = describeTarget(connection, row, change)
        // Asked again because the first answer was lost: it is there already.
        connection.run(
          `INSERT INTO journal
             (change_id, workspace, kind, target_id, body, created_at, title, content, state, needs_review, attempts, mac)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 1, 0, ?) ON CONFLICT (change_id) DO NOTHING`,
          [changeId, row, kind, targetId, body, createdAt, title, content, code],
        )
        if (change.kind !== 'createInsight') return null
        // What is journalled is not to be typed again: together with the change, so that no crash leaves both. A draft
        // that was begun since the change was first asked for stays.
        const isAdded = connection.get('SELECT changes() AS rows')?.rows !== 0
        if (isAdded) {
          context.unsent.touchDraft(workspace)
          connection.run('DELETE FROM drafts WHERE workspace = ?', [row])
        }
        addOwnInsight(connection, row, change)
        return null
      }),

    moveChange: ({ changeId, version, state, needsReview, error, retryAt, attempt }) =>
      context.write((connection) => {
        const fields = demandWhole(context, connection, changeId, seal)
        demandVersion(connection, changeId, version)
        if (!canMove(fields.state, state)) throw new Error(`A change cannot go from ${fields.state} to ${state}.`)
        context.unsent.touchChange(changeId)
        connection.run(
          `UPDATE journal SET state = ?1, needs_review = ?2, error = ?3, retry_at = ?4, attempt_run = ?5, attempt_ms = ?6,
             attempts = attempts + (?1 = 'sending'), version = version + 1, mac = ?7
           WHERE change_id = ?8`,
          [
            ...[state, needsReview ? 1 : 0, error === null ? null : JSON.stringify(error), retryAt],
            ...[attempt?.run ?? null, attempt?.atMs ?? null, seal.seal({ ...fields, state, needsReview }), changeId],
          ],
        )
        return { version: version + 1 }
      }),

    retryNow: ({ ofWorkspace, isAfterRestart }) =>
      context.write((connection) => {
        const due = connection.all(`${journalRows} WHERE retry_at IS NOT NULL`).filter((row) => {
          const isAsked =
            ofWorkspace === null ||
            (row.organisation_id === ofWorkspace.organisationId && row.workspace_id === ofWorkspace.workspaceId)
          const isPaused = isAfterRestart && (readError(row.error)?.retryAfterMs ?? 0) > 0
          // A tampered row must not reach the second copy, which still has the good one.
          return isAsked && !isPaused && seal.fits(sealedFields(row), row.mac) && readError(row.error) !== altered
        })
        for (const { change_id: changeId } of due) {
          context.unsent.touchChange(String(changeId))
          connection.run('UPDATE journal SET retry_at = NULL WHERE change_id = ?', [String(changeId)])
        }
        return null
      }),

    requireReview: ({ changeIds }) =>
      context.write((connection) => {
        const asked = new Set(changeIds)
        askAboutAll(connection, context.unsent, seal, (changeId) => asked.has(changeId))
        return null
      }),

    isSuperseded: ({ changeId }) =>
      context.read((connection) => connection.get(opposedLater, [changeId]) !== undefined),

    async pendingChanges({ sameTargetAs, dueAt }) {
      const readRows = (connection: Connection) => {
        if (sameTargetAs !== undefined) return readSameTarget(connection, sameTargetAs)
        return dueAt === undefined ? readJournal(connection) : readDue(connection, dueAt)
      }
      const rows = await context.read(readRows)
      const fits = (row: SqlRow) =>
        row.is_ended === 0 && seal.fits(sealedFields(row), row.mac) && readError(row.error) !== altered
      if (rows.every(fits)) return rows.map((row) => readEntry(row, environment))
      const mended = await context.write((connection) => {
        const altered = readJournal(connection).filter((row) => !fits(row))
        for (const row of altered) {
          // It has ended, and was put back: what became of it is in the activity.
          if (row.is_ended !== 0) removeEnded(context, connection, row)
          else if (!mendFromCopy(context, connection, row, seal)) setAside(context, connection, row)
        }
        context.log(`${altered.length} journalled change(s) were altered outside the app.`)
        return readRows(connection).filter(fits)
      })
      return mended.map((row) => readEntry(row, environment))
    },
  }
}

const opposes = `later.workspace = own.workspace AND later.target_id = own.target_id
  AND later.kind IN ('linkMetric', 'unlinkMetric') AND later.kind <> own.kind
  AND EXISTS (SELECT 1 FROM json_each(own.body, '$.outcomeIds') AS mine
              JOIN json_each(later.body, '$.outcomeIds') AS theirs ON theirs.value = mine.value)`

/**
 * What is settled has no place in the journal any more, so it left its mark on what was made before it. What still waits
 * goes out after all that was made before it but for what failed.
 */
const opposedLater = `SELECT 1 AS found FROM journal AS own
  WHERE own.change_id = ? AND own.kind IN ('linkMetric', 'unlinkMetric') AND (
    own.is_superseded = 1
    OR own.state = 'failed' AND EXISTS (
      SELECT 1 FROM journal AS later WHERE later.row > own.row AND later.state <> 'failed' AND ${opposes}))`

/** Of a link or unlink that is done: those that were made before it and say the opposite. Gives their ids. */
export function undoEarlier(connection: Connection, changeId: string): readonly string[] {
  const earlier = connection.all(
    `SELECT own.change_id FROM journal AS own JOIN journal AS later ON later.change_id = ?
     WHERE own.row < later.row AND own.kind IN ('linkMetric', 'unlinkMetric') AND ${opposes}`,
    [changeId],
  )
  const ids = earlier.map((row) => String(row.change_id))
  for (const id of ids) connection.run('UPDATE journal SET is_superseded = 1 WHERE change_id = ?', [id])
  return ids
}

/**
 * The same, where the later one was made and done in another library, before this one was open: whatever is here is
 * older, and as it may have been meant to go out first, the person is asked.
 */
export function undoOlder(connection: Connection, doneId: string, seal: JournalMac): readonly string[] {
  const older = connection.all(
    `${journalRows} JOIN activity AS later ON later.change_id = ? AND later.outcome = 'done'
     WHERE journal.kind IN ('linkMetric', 'unlinkMetric') AND ${opposes.replaceAll('own.', 'journal.')}`,
    [doneId],
  )
  const whole = older.filter((row) => seal.fits(sealedFields(row), row.mac))
  for (const row of whole) {
    connection.run('UPDATE journal SET is_superseded = 1 WHERE row = ?', [Number(row.row)])
    askAbout(connection, row, seal)
  }
  return whole.map((row) => String(row.change_id))
}

function askAbout(connection: Connection, row: SqlRow, seal: JournalMac): void {
  const mac = seal.seal({ ...sealedFields(row), needsReview: true })
  connection.run('UPDATE journal SET needs_review = 1, version = version + 1, mac = ? WHERE row = ?', [
    mac,
    Number(row.row),
  ])
}

/** Nothing of it that is in it now is sent before the person says so. Within the caller's transaction. */
export function askAboutAll(
  connection: Connection,
  unsent: Pick<StoreContext['unsent'], 'touchChange'>,
  seal: JournalMac,
  isAsked: (changeId: string) => boolean = () => true,
): void {
  for (const row of readJournal(connection)) {
    const changeId = String(row.change_id)
    if (row.needs_review === 1 || !isAsked(changeId) || !seal.fits(sealedFields(row), row.mac)) continue
    unsent.touchChange(changeId)
    askAbout(connection, row, seal)
  }
}

const journalRows = `SELECT journal.*, organisation_id, workspace_id,
    EXISTS (SELECT 1 FROM activity WHERE activity.change_id = journal.change_id) AS is_ended
  FROM journal
  LEFT JOIN workspaces ON workspaces.row = journal.workspace`

export function readJournal(connection: Connection): SqlRow[] {
  return connection.all(`${journalRows} ORDER BY journal.row`)
}

function readSameTarget(connection: Connection, changeId: string): SqlRow[] {
  return connection.all(
    `${journalRows} JOIN journal AS own ON own.change_id = ? AND journal.target_id = own.target_id
       AND journal.workspace = own.workspace
     ORDER BY journal.row`,
    [changeId],
  )
}

function readDue(connection: Connection, dueAt: string): SqlRow[] {
  const latest = new Date(Date.parse(dueAt) + longestBackoffMs).toISOString()
  return connection.all(
    `${journalRows} WHERE journal.retry_at IS NULL OR journal.retry_at <= ? OR journal.retry_at > ? ORDER BY journal.row`,
    [dueAt, latest],
  )
}

/** Throws CONFLICT when the change was written since the caller read it. */
export function demandVersion(connection: Connection, changeId: string, version: number): void {
  const row = demandChange(connection, changeId)
  if (row.version === version) return
  throw new AppError('CONFLICT', 'This change was just edited, sent or discarded. Look at it again.')
}

export function demandChange(connection: Connection, changeId: string): SqlRow {
  const row = connection.get('SELECT * FROM journal WHERE change_id = ?', [changeId])
  if (row === undefined) throw new AppError('NOT_FOUND', 'This change is not waiting any more.')
  return row
}

/** Throws NOT_FOUND also for one that was altered: sealed anew it would look as if it were whole. */
function demandWhole(context: StoreContext, connection: Connection, changeId: string, seal: JournalMac) {
  const find = () => connection.get(`${journalRows} WHERE journal.change_id = ?`, [changeId])
  const found = find()
  const isWhole = found !== undefined && seal.fits(sealedFields(found), found.mac)
  const row = isWhole || (found && mendFromCopy(context, connection, found, seal)) ? find() : undefined
  if (row === undefined) throw new AppError('NOT_FOUND', 'This change is not waiting any more.')
  return sealedFields(row)
}

/** The second copy still says what the person wanted, unless it was begun from the altered row. */
function mendFromCopy({ unsent }: StoreContext, connection: Connection, row: SqlRow, seal: JournalMac): boolean {
  const good = unsent.changeOf(String(row.change_id))
  if (good === null || !seal.fits(sealedFields(good), good.mac) || readError(good.error) === altered) return false
  mendChange(connection, good)
  return true
}

/**
 * With a seal that covers all of it; null: it was altered. For rows that nobody could alter since an earlier version of
 * the app sealed them.
 */
export function sealedAnew(found: SqlRow, seal: JournalMac): SqlRow | null {
  const row = withCurrentColumns(found)
  const fields = sealedFields(row)
  if (seal.fits(fields, row.mac)) return row
  return seal.fittedBefore(fields, row.mac) ? { ...row, mac: seal.seal(fields) } : null
}

/**
 * Version 5 and earlier called two columns differently and did not store whether a creation was edited; logs and files
 * of theirs are read when a library is rebuilt. The same rules as in the migration to version 6.
 */
function withCurrentColumns({ needs_word: needsReview, is_undone: isSuperseded, ...row }: SqlRow): SqlRow {
  const mayBeEdited = row.kind === 'createInsight' && Number(row.attempts) >= 2
  return {
    is_edited: mayBeEdited ? 1 : 0,
    ...row,
    ...(needsReview !== undefined && { needs_review: needsReview }),
    ...(isSuperseded !== undefined && { is_superseded: isSuperseded }),
  }
}

/** Of a library that an earlier version wrote. Within the caller's transaction. */
export function sealOldRows(connection: Connection, seal: JournalMac): void {
  if (connection.get("SELECT 1 AS found FROM meta WHERE key = 'journal_seals'") === undefined) return
  for (const row of readJournal(connection)) {
    const renewed = sealedAnew(row, seal)
    if (renewed !== null) {
      connection.run('UPDATE journal SET mac = ? WHERE row = ?', [renewed.mac ?? null, Number(row.row)])
    }
  }
  connection.run("DELETE FROM meta WHERE key = 'journal_seals'")
}

export function sealedFields(row: SqlRow) {
  return {
    changeId: String(row.change_id),
    organisationId: String(row.organisation_id),
    workspaceId: String(row.workspace_id),
    kind: String(row.kind),
    targetId: String(row.target_id),
    body: String(row.body),
    createdAt: String(row.created_at),
    state: String(row.state),
    // Of an older version's row there is none.
    needsReview: row.needs_review === 1,
  }
}

function removeEnded({ unsent }: StoreContext, connection: Connection, row: SqlRow): void {
  unsent.touchChange(String(row.change_id))
  connection.run('DELETE FROM journal WHERE row = ?', [Number(row.row)])
}

/** One of a workspace that there is not would be shown nowhere. */
const knownWorkspace = `coalesce((SELECT row FROM workspaces WHERE row = journal.workspace),
  (SELECT min(row) FROM workspaces))`

function setAside({ unsent }: StoreContext, connection: Connection, row: SqlRow): void {
  const changeId = String(row.change_id)
  unsent.touchChange(changeId)
  connection.run(
    `INSERT INTO journal_rejected (change_id, workspace, kind, target_id, body, created_at, mac)
     SELECT change_id, ${knownWorkspace}, kind, target_id, body, created_at, mac FROM journal WHERE change_id = ?`,
    [changeId],
  )
  connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
}

/** It is again as it was, and has come as far. */
export function mendChange(connection: Connection, good: SqlRow): void {
  const { changeId, organisationId, workspaceId, kind, targetId, body, createdAt, state, needsReview } =
    sealedFields(good)
  const workspace = ensureWorkspace(connection, { organisationId, workspaceId })
  connection.run(
    `UPDATE journal SET workspace = ?, kind = ?, target_id = ?, body = ?, created_at = ?, state = ?, needs_review = ?,
       attempts = ?, error = ?, mac = ?
     WHERE change_id = ?`,
    [
      ...[workspace, kind, targetId, body, createdAt, state, needsReview ? 1 : 0],
      ...[good.attempts ?? 0, good.error ?? null, good.mac ?? null, changeId],
    ],
  )
}

function readEntry(row: SqlRow, environment: EnvironmentName): JournalEntry {
  const { changeId, organisationId, workspaceId, targetId, body, createdAt } = sealedFields(row)
  const entry = {
    changeId,
    workspace: { environment, organisationId, workspaceId },
    kind: row.kind,
    targetId,
    body: JSON.parse(body),
    state: row.state,
    version: Number(row.version),
    attempts: Number(row.attempts),
    createdAt,
    needsReview: row.needs_review === 1,
    isEdited: row.is_edited === 1,
    retryAt: typeof row.retry_at === 'string' ? row.retry_at : null,
    attempt: typeof row.attempt_run === 'string' ? { run: row.attempt_run, atMs: Number(row.attempt_ms) } : null,
    error: readError(row.error),
  }
  // Sealed by this app: kind and body are a pair that it wrote.
  return entry as JournalEntry
}
