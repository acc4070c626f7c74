// Changes of a person that the service has not confirmed. A change is here before it is sent and leaves only with a
// definite end; a row whose signature does not verify was altered outside the app and is never handed out to be sent.
//
// Every write of a change raises its version, and a write that was decided elsewhere names the version that it was decided
// from: of two decisions about one change the second gets CONFLICT.
import { canMove } from '../../contract/change-transitions'
import { AppError } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import { mustBeReviewed } from '../../contract/must-be-reviewed'
import type { EnvironmentName } from '../../contract/workspace'
import { addOwnInsight } from '../ingest/own-insight'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { readError, tampered } from './error-column'
import type { JournalMac } from './journal-mac'
import { describeTarget } from './target'

type Journal = Pick<
  StoreApi,
  'addChange' | 'moveChange' | 'editChange' | 'requireReview' | 'retryNow' | 'pendingChanges' | 'isSuperseded'
>

export function createJournal(context: StoreContext, mac: JournalMac, environment: EnvironmentName): Journal {
  const { unsent } = context
  return {
    addChange: (change) =>
      context.write((connection) => {
        const { changeId, workspace, kind, targetId, createdAt } = change
        const body = JSON.stringify(change.body)
        const signature = mac.sign({
          ...{ ...workspace, changeId, kind, targetId, body, createdAt },
          ...{ state: 'waiting', needsReview: true },
        })
        const row = ensureWorkspace(connection, workspace)
        unsent.touchChange(changeId)
        const { title, content } = describeTarget(connection, row, change)
        // Asked again because the first answer was lost: it is there already.
        connection.run(
          `INSERT INTO journal
             (change_id, workspace, kind, target_id, body, created_at, title, content, state, needs_review, attempts, mac)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 1, 0, ?) ON CONFLICT (change_id) DO NOTHING`,
          [changeId, row, kind, targetId, body, createdAt, title, content, signature],
        )
        if (change.kind !== 'createInsight') return null
        // What is journalled is not to be typed again: together with the change, so that no crash leaves both. A draft
        // that was begun since the change was first asked for stays.
        const isAdded = connection.get('SELECT changes() AS rows')?.rows !== 0
        if (isAdded) {
          unsent.touchDraft(workspace)
          connection.run('DELETE FROM drafts WHERE workspace = ?', [row])
        }
        addOwnInsight(connection, row, change)
        return null
      }),

    moveChange: ({ changeId, version, state, needsReview, error, retryAt, attempt }) =>
      context.write((connection) => {
        const row = findVerified(context, connection, changeId, mac, version)
        if (!canMove(String(row.state), state)) {
          throw new Error(`A change cannot go from ${String(row.state)} to ${state}.`)
        }
        return updateChange(connection, unsent, mac, row, {
          ...{ state, needs_review: needsReview ? 1 : 0, error: error === null ? null : JSON.stringify(error) },
          ...{ retry_at: retryAt, attempt_run: attempt?.run ?? null, attempt_ms: attempt?.atMs ?? null },
          attempts: Number(row.attempts) + (state === 'sending' ? 1 : 0),
        })
      }),

    // One transaction, so that a crash leaves either the refused wording or the edited one.
    editChange: ({ version, ...change }) =>
      context.write((connection) => {
        const { changeId, kind, targetId, createdAt } = change
        const row = findVerified(context, connection, changeId, mac)
        if (row.kind !== kind || row.state !== 'failed') {
          throw new AppError('INVALID_INPUT', 'Only rejected changes can be edited.')
        }
        assertVersion(row, version)
        unsent.touchChangeDraft(changeId)
        updateChange(connection, unsent, mac, row, {
          ...{ target_id: targetId, body: JSON.stringify(change.body), created_at: createdAt },
          ...{ state: 'waiting', needs_review: 1, is_edited: 1, retry_at: null, error: null },
        })
        connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
        connection.run('DELETE FROM insights WHERE own_change = ?', [changeId])
        addOwnInsight(connection, Number(row.workspace), change)
        return null
      }),

    retryNow: ({ ofWorkspace, isAfterRestart }) =>
      context.write((connection) => {
        for (const row of connection.all(`${journalRows} WHERE retry_at IS NOT NULL`)) {
          const isTarget =
            ofWorkspace === null ||
            (row.organisation_id === ofWorkspace.organisationId && row.workspace_id === ofWorkspace.workspaceId)
          const isPaused = isAfterRestart && (readError(row.error)?.retryAfterMs ?? 0) > 0
          // A tampered row must not reach the second copy, which still has the good one.
          if (isTarget && !isPaused && isAuthentic(row, mac)) {
            updateChange(connection, unsent, mac, row, { retry_at: null })
          }
        }
        return null
      }),

    requireReview: ({ changeIds }) =>
      context.write((connection) => {
        const asked = new Set(changeIds)
        requireReviewOfAll(connection, unsent, mac, (changeId) => asked.has(changeId))
        return null
      }),

    isSuperseded: ({ changeId }) =>
      context.read((connection) => connection.get(isSupersededSql, [changeId]) !== undefined),

    async pendingChanges({ sameTargetAs, isDue }) {
      const readRows = (connection: Connection) => {
        if (sameTargetAs !== undefined) return readSameTarget(connection, sameTargetAs)
        return isDue ? readDue(connection, environment) : readJournal(connection)
      }
      const mayBeSent = (row: SqlRow) => row.is_ended === 0 && isAuthentic(row, mac)
      const rows = await context.read(readRows)
      if (rows.every(mayBeSent)) return rows.map((row) => readEntry(row, environment))
      const restored = await context.write((connection) => {
        const others = readJournal(connection).filter((row) => !mayBeSent(row))
        for (const row of others) {
          // It has ended, and was put back: what became of it is in the activity.
          if (row.is_ended !== 0) removeEnded(context, connection, row)
          else if (!restoreFromCopy(context, connection, row, mac)) quarantine(context, connection, row)
        }
        context.log(`${others.length} journalled change(s) were modified outside the app.`)
        return readRows(connection).filter(mayBeSent)
      })
      return restored.map((row) => readEntry(row, environment))
    },
  }
}

/** No signature covers the error, so one that this app did not write is a sign of its own. */
const isAuthentic = (row: SqlRow, mac: JournalMac) =>
  mac.verify(signedFields(row), row.mac) && readError(row.error) !== tampered

type Touched = Pick<StoreContext['unsent'], 'touchChange'>

/**
 * The one way to write a change that stays in the journal: signed, and as the next version. `row` is authentic, and was
 * read in this transaction with the ids of its workspace.
 */
function updateChange(
  connection: Connection,
  unsent: Touched,
  mac: JournalMac,
  row: SqlRow,
  columns: Readonly<Record<string, SqlValue>>,
): { readonly version: number } {
  const version = Number(row.version) + 1
  unsent.touchChange(String(row.change_id))
  writeColumns(connection, row, { ...columns, version, mac: mac.sign(signedFields({ ...row, ...columns })) })
  return { version }
}

function writeColumns(connection: Connection, row: SqlRow, columns: Readonly<Record<string, SqlValue>>): void {
  const assignments = Object.keys(columns).map((name) => `${name} = ?`)
  const values = [...Object.values(columns), Number(row.row)]
  connection.run(`UPDATE journal SET ${assignments.join(', ')} WHERE row = ?`, values)
}

const opposes = `later.workspace = own.workspace AND later.target_id = own.target_id
  AND later.kind IN ('linkMetric', 'unlinkMetric') AND later.kind <> own.kind
  AND EXISTS (SELECT 1 FROM json_each(own.body, '$.outcomeIds') AS mine
              JOIN json_each(later.body, '$.outcomeIds') AS theirs ON theirs.value = mine.value)`

/**
 * A settled change is not in the journal any more, so it marked what was made before it. One that still waits is sent
 * after all that was made before it, except for what failed.
 */
const isSupersededSql = `SELECT 1 AS found FROM journal AS own
  WHERE own.change_id = ? AND own.kind IN ('linkMetric', 'unlinkMetric') AND (
    own.is_superseded = 1
    OR own.state = 'failed' AND EXISTS (
      SELECT 1 FROM journal AS later WHERE later.row > own.row AND later.state <> 'failed' AND ${opposes}))`

/** Of a link or unlink that is done: marks those that were made before it and say the opposite. */
export function supersedeEarlier(connection: Connection, unsent: Touched, mac: JournalMac, doneId: string): void {
  const earlier = connection.all(
    `${journalRows} JOIN journal AS later ON later.change_id = ?
     WHERE own.row < later.row AND own.kind IN ('linkMetric', 'unlinkMetric') AND ${opposes}`,
    [doneId],
  )
  supersede(connection, unsent, mac, earlier, {})
}

/**
 * The same, where the later one was made and done in another library, before this one was open: whatever is here is
 * older, and as it may have been meant to go out first, it needs review.
 */
export function supersedeOlder(connection: Connection, unsent: Touched, mac: JournalMac, doneId: string): void {
  const older = connection.all(
    `${journalRows} JOIN activity AS later ON later.change_id = ? AND later.outcome = 'done'
     WHERE own.kind IN ('linkMetric', 'unlinkMetric') AND ${opposes}`,
    [doneId],
  )
  supersede(connection, unsent, mac, older, { needs_review: 1 })
}

function supersede(
  connection: Connection,
  unsent: Touched,
  mac: JournalMac,
  rows: readonly SqlRow[],
  columns: Readonly<Record<string, SqlValue>>,
): void {
  for (const row of rows.filter((one) => isAuthentic(one, mac))) {
    updateChange(connection, unsent, mac, row, { ...columns, is_superseded: 1 })
  }
}

/** None of the changes that are in the journal now is sent before the person approves it. */
export function requireReviewOfAll(
  connection: Connection,
  unsent: Touched,
  mac: JournalMac,
  isTarget: (changeId: string) => boolean = () => true,
): void {
  for (const row of readJournal(connection)) {
    if (row.needs_review === 1 || !isTarget(String(row.change_id)) || !mac.verify(signedFields(row), row.mac)) continue
    updateChange(connection, unsent, mac, row, { needs_review: 1 })
  }
}

const journalRows = `SELECT own.*, organisation_id, workspace_id,
    EXISTS (SELECT 1 FROM activity WHERE activity.change_id = own.change_id) AS is_ended
  FROM journal AS own
  LEFT JOIN workspaces ON workspaces.row = own.workspace`

function readJournal(connection: Connection): SqlRow[] {
  return connection.all(`${journalRows} ORDER BY own.row`)
}

function readSameTarget(connection: Connection, changeId: string): SqlRow[] {
  return connection.all(
    `${journalRows} JOIN journal AS asked ON asked.change_id = ? AND own.target_id = asked.target_id
       AND own.workspace = asked.workspace
     ORDER BY own.row`,
    [changeId],
  )
}

/**
 * What the queue may go on with by itself. Its schedule decides when, on a clock that no date moves; `retry_at` is for the
 * next run.
 */
function readDue(connection: Connection, environment: EnvironmentName): SqlRow[] {
  const isReviewed = mustBeReviewed({ workspace: { environment }, needsReview: false }) ? 1 : 0
  return connection.all(
    `${journalRows} WHERE own.state <> 'failed' AND (own.state <> 'waiting' OR max(own.needs_review, ?) = 0)
     ORDER BY own.row`,
    [isReviewed],
  )
}

/** Throws CONFLICT when the change was written since the caller read it. */
function assertVersion(row: SqlRow, version: number | null): void {
  if (version === null || row.version === version) return
  throw new AppError('CONFLICT', 'This change was just edited, sent or discarded. Check it again.')
}

/**
 * The change as this app wrote it, from the second copy where it was tampered with: signed again it would look authentic.
 * Throws NOT_FOUND, and CONFLICT for another version.
 */
export function findVerified(
  context: StoreContext,
  connection: Connection,
  changeId: string,
  mac: JournalMac,
  version: number | null = null,
): SqlRow {
  const find = () => connection.get(`${journalRows} WHERE own.change_id = ?`, [changeId])
  const found = find()
  const isVerified = found !== undefined && mac.verify(signedFields(found), found.mac)
  const row = isVerified || (found && restoreFromCopy(context, connection, found, mac)) ? find() : undefined
  if (row === undefined) throw new AppError('NOT_FOUND', 'This change is no longer waiting.')
  assertVersion(row, version)
  return row
}

/** The second copy still says what the person wanted, unless it was begun from the tampered row. */
function restoreFromCopy({ unsent }: StoreContext, connection: Connection, row: SqlRow, mac: JournalMac): boolean {
  const good = unsent.changeOf(String(row.change_id))
  if (good === null || !isAuthentic(good, mac)) return false
  const { row: _, change_id: __, organisation_id: organisationId, workspace_id: workspaceId, ...columns } = good
  const ids = { organisationId: String(organisationId), workspaceId: String(workspaceId) }
  // Its version too: it is what was last written, and no write of its own.
  writeColumns(connection, row, { ...columns, workspace: ensureWorkspace(connection, ids) })
  return true
}

/**
 * With a signature over all signed columns; null: it was tampered with. For rows that nobody could alter since an earlier
 * version of the app signed them.
 */
export function withCurrentSignature(found: SqlRow, mac: JournalMac): SqlRow | null {
  const row = withCurrentColumns(found)
  const fields = signedFields(row)
  if (mac.verify(fields, row.mac)) return row
  return mac.verifyVersion1(fields, row.mac) ? { ...row, mac: mac.sign(fields) } : null
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
export function signOldRows(connection: Connection, mac: JournalMac): void {
  if (connection.get("SELECT 1 AS found FROM meta WHERE key = 'journal_seals'") === undefined) return
  for (const row of readJournal(connection)) {
    const signed = withCurrentSignature(row, mac)
    if (signed !== null) writeColumns(connection, row, { mac: signed.mac ?? null })
  }
  connection.run("DELETE FROM meta WHERE key = 'journal_seals'")
}

export function signedFields(row: SqlRow) {
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

/** A change of a workspace that does not exist would be shown nowhere. */
const knownWorkspace = `coalesce((SELECT row FROM workspaces WHERE row = journal.workspace),
  (SELECT min(row) FROM workspaces))`

function quarantine({ unsent }: StoreContext, connection: Connection, row: SqlRow): void {
  const changeId = String(row.change_id)
  unsent.touchChange(changeId)
  connection.run(
    `INSERT INTO journal_rejected (change_id, workspace, kind, target_id, body, created_at, mac)
     SELECT change_id, ${knownWorkspace}, kind, target_id, body, created_at, mac FROM journal WHERE change_id = ?`,
    [changeId],
  )
  connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
}

function readEntry(row: SqlRow, environment: EnvironmentName): JournalEntry {
  const { changeId, organisationId, workspaceId, targetId, body, createdAt } = signedFields(row)
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
  // Signed by this app: kind and body are a pair that it wrote.
  return entry as JournalEntry
}
