// The person's changes that the service has not confirmed. A change is here before it is sent and leaves only with a
// definite end; a row whose signature does not verify was tampered with and is never handed out to be sent.
//
// Every write of a change raises its version, and a write decided elsewhere names the version that it was based on: the
// second of two decisions about a change gets CONFLICT.
import { assertTransition, statusOf } from '../../contract/change-transitions'
import { AppError } from '../../contract/errors'
import type { JournalEntry, NewChange } from '../../contract/library'
import { requiresReview } from '../../contract/requires-review'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { addOwnInsight } from '../ingest/own-insight'
import { moveOwn } from '../local/move-own'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { type ColumnType, column, columnName, rowOf } from '../store/row'
import { readError, tampered } from './error-column'
import type { JournalMac } from './journal-mac'
import { describeTarget } from './target'

/** Accepts any value: only the signature shows that a row was tampered with, and such a row must not stop the others. */
const isSet: ColumnType<boolean> = (value) => value === 1
const idOrNone = column.orElse(column.text, '')

const storedRow = rowOf({
  ...{ row: column.number, changeId: column.text, workspace: column.number },
  ...{ organisationId: idOrNone, workspaceId: idOrNone },
  ...{ kind: column.textOf<NewChange['kind']>(), targetId: column.text, body: column.text, createdAt: column.text },
  ...{ title: column.textOrNull, content: column.textOrNull },
  ...{ state: column.textOf<JournalEntry['state']>(), version: column.number, attempts: column.number },
  ...{ needsReview: isSet, isEdited: isSet, isSuperseded: isSet, isEnded: isSet },
  ...{ error: readError, retryAt: column.textOrNull, attemptRun: column.textOrNull, attemptMs: column.numberOrNull },
  mac: column.bytes,
})

/** A row of the journal, with the ids of its workspace. */
export type JournalRow = ReturnType<typeof storedRow.read>

type Written = Omit<
  JournalRow,
  'row' | 'changeId' | 'workspace' | 'organisationId' | 'workspaceId' | 'kind' | 'isEnded'
>

type Journal = Pick<
  StoreApi,
  | 'addChange'
  | 'moveChange'
  | 'editChange'
  | 'requireReview'
  | 'retryNow'
  | 'pendingChanges'
  | 'countChanges'
  | 'isSuperseded'
>

export function createJournal(context: StoreContext, mac: JournalMac, environment: EnvironmentName): Journal {
  const { unsent } = context
  const journalOver = (connection: Connection): JournalWrite => ({ connection, unsent, mac, environment })

  /** Restores or quarantines rows that were tampered with. */
  async function readAuthentic(readRows: (connection: Connection) => readonly JournalRow[]) {
    const mayBeSent = (row: JournalRow) => !row.isEnded && isAuthentic(row, mac)
    const rows = await context.read(readRows)
    if (rows.every(mayBeSent)) return rows
    return context.write((connection) => {
      const others = readJournal(connection).filter((row) => !mayBeSent(row))
      for (const row of others) {
        // It was settled and then put back: the activity says how it ended.
        if (row.isEnded) removeEnded(context, connection, row)
        else if (!restoreFromLog(context, connection, row, mac)) quarantine(context, connection, row)
      }
      context.log(`${others.length} journalled change(s) were modified outside the app.`)
      return readRows(connection).filter(mayBeSent)
    })
  }

  return {
    addChange: (change) =>
      context.write((connection) => {
        assertTransition('new', 'needsReview')
        const { changeId, workspace, kind, targetId, createdAt } = change
        const body = JSON.stringify(change.body)
        const signature = mac.sign({
          ...{ ...workspace, changeId, kind, targetId, body, createdAt },
          ...{ state: 'waiting', needsReview: true },
        })
        const row = ensureWorkspace(connection, workspace)
        const draftId = change.kind === 'createInsight' ? (change.draftId ?? '') : null
        unsent.touchChange(changeId)
        const { title, content } = describeTarget(connection, row, change)
        // If the change is added again because the first answer was lost, the row exists already.
        connection.run(
          `INSERT INTO journal
             (change_id, workspace, kind, target_id, body, created_at, title, content, draft_id, state, needs_review,
              attempts, mac)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 1, 0, ?) ON CONFLICT (change_id) DO NOTHING`,
          [changeId, row, kind, targetId, body, createdAt, title, content, draftId, signature],
        )
        if (change.kind !== 'createInsight' || draftId === null) return null
        // The journalled text must not be typed again: its draft goes with the change, so that no crash leaves both. A
        // draft that was begun since the change was first asked for stays.
        const isAdded = connection.get('SELECT changes() AS rows')?.rows !== 0
        if (isAdded) {
          unsent.touchDraft(workspace, draftId)
          connection.run('DELETE FROM drafts WHERE workspace = ? AND draft_id = ?', [row, draftId])
        }
        addOwnInsight(connection, row, change)
        return null
      }),

    moveChange: ({ changeId, version, state, needsReview, error, retryAt, attempt }) =>
      context.write((connection) => {
        const row = findVerified(context, connection, changeId, mac, version)
        return updateChange(journalOver(connection), row, {
          ...{ state, needsReview, error, retryAt },
          ...{ attemptRun: attempt?.run ?? null, attemptMs: attempt?.atMs ?? null },
          attempts: row.attempts + (state === 'sending' ? 1 : 0),
        })
      }),

    // One transaction, so that a crash leaves either the rejected wording or the edited one.
    editChange: ({ version, ...change }) =>
      context.write((connection) => {
        const { changeId, kind, targetId, createdAt } = change
        const row = findVerified(context, connection, changeId, mac, version)
        if (row.kind !== kind || row.state !== 'failed') {
          throw new AppError('INVALID_INPUT', 'Only rejected changes can be edited.')
        }
        unsent.touchChangeDraft(changeId)
        updateChange(journalOver(connection), row, {
          ...{ targetId, body: JSON.stringify(change.body), createdAt },
          ...{ state: 'waiting', needsReview: true, isEdited: true, retryAt: null, error: null },
        })
        connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
        connection.run('DELETE FROM insights WHERE own_change = ?', [changeId])
        moveOwn(connection, row.workspace, row.targetId, targetId)
        addOwnInsight(connection, row.workspace, change)
        return null
      }),

    retryNow: ({ ofWorkspace, isAfterRestart }) =>
      context.write((connection) => {
        const written = new Map<number, JournalRow>()
        for (const row of connection.all(`${journalRows} WHERE retry_at IS NOT NULL`, [], storedRow)) {
          const isTarget =
            ofWorkspace === null ||
            (row.organisationId === ofWorkspace.organisationId && row.workspaceId === ofWorkspace.workspaceId)
          const isPaused = isAfterRestart && (row.error?.retryAfterMs ?? 0) > 0
          // A tampered row must not reach the log, which still has the good one.
          if (isTarget && !isPaused && isAuthentic(row, mac)) {
            updateChange(journalOver(connection), row, { retryAt: null })
            written.set(row.workspace, row)
          }
        }
        return [...written.values()].map((row) => workspaceOf(row, environment))
      }),

    requireReview: ({ changeIds }) =>
      context.write((connection) => {
        const asked = new Set(changeIds)
        requireReviewOfAll(journalOver(connection), (changeId) => asked.has(changeId))
        return null
      }),

    isSuperseded: ({ changeId }) =>
      context.read((connection) => connection.get(isSupersededSql, [changeId]) !== undefined),

    async pendingChanges({ sameTargetAs, isDue }) {
      const rows = await readAuthentic((connection) => {
        if (sameTargetAs !== undefined) return readSameTarget(connection, sameTargetAs)
        return isDue ? readDue(connection, environment) : readJournal(connection)
      })
      return rows.map((row) => readEntry(row, environment))
    },

    async countChanges({ workspace }) {
      const all = await readAuthentic(readJournal)
      const key = workspaceKey(workspace)
      const rows = all.filter((row) => workspaceKey(workspaceOf(row, environment)) === key)
      const failed = rows.filter(({ state }) => state === 'failed').length
      const sql = 'SELECT count(*) FROM journal_quarantine WHERE workspace = ?'
      return {
        waiting: rows.length - failed,
        toReview: rows.filter((row) => statusOf({ ...row, workspace }) === 'needsReview').length,
        failed,
        // After the journal was read, which is when rows with a wrong signature are found.
        tampered: await context.read(
          (connection) => connection.value(sql, [findWorkspace(connection, workspace)], column.number) ?? 0,
        ),
      }
    },
  }
}

/** No signature covers the error, so an error that this app did not write counts as tampered with. */
const isAuthentic = (row: JournalRow, mac: JournalMac) => mac.verify(row, row.mac) && row.error !== tampered

/** The dependencies for writing changes of an environment, within the caller's transaction. */
export interface JournalWrite {
  readonly connection: Connection
  readonly unsent: Pick<StoreContext['unsent'], 'touchChange'>
  readonly mac: JournalMac
  readonly environment: EnvironmentName
}

/**
 * The one way to write a change that stays in the journal: by the table of transitions, signed, and as the next version.
 * `row` is authentic, and was read in this transaction.
 */
function updateChange(
  { connection, unsent, mac, environment }: JournalWrite,
  row: JournalRow,
  written: Partial<Written>,
): { readonly version: number } {
  const next = { ...row, ...written }
  assertTransition(statusIn(environment, row), statusIn(environment, next))
  const version = row.version + 1
  unsent.touchChange(row.changeId)
  const columns = Object.entries({ ...written, version, mac: mac.sign(next) })
  writeColumns(connection, row, Object.fromEntries(columns.map(([field, value]) => [columnName(field), stored(value)])))
  return { version }
}

/** Status of a change in the table of transitions. */
export const statusIn = (
  environment: EnvironmentName,
  { state, needsReview }: Pick<JournalRow, 'state' | 'needsReview'>,
) => statusOf({ workspace: { environment }, state, needsReview })

function stored(value: Written[keyof Written]): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === null || typeof value !== 'object' || Buffer.isBuffer(value) ? value : JSON.stringify(value)
}

function writeColumns(
  connection: Connection,
  { row }: Pick<JournalRow, 'row'>,
  columns: Readonly<Record<string, SqlValue>>,
): void {
  const assignments = Object.keys(columns).map((name) => `${name} = ?`)
  connection.run(`UPDATE journal SET ${assignments.join(', ')} WHERE row = ?`, [...Object.values(columns), row])
}

const opposes = `later.workspace = own.workspace AND later.target_id = own.target_id
  AND later.kind IN ('linkMetric', 'unlinkMetric') AND later.kind <> own.kind
  AND EXISTS (SELECT 1 FROM json_each(own.body, '$.outcomeIds') AS mine
              JOIN json_each(later.body, '$.outcomeIds') AS theirs ON theirs.value = mine.value)`

/**
 * A settled change has left the journal, so it marked the changes made before it. A waiting change is sent after all
 * changes made before it, except for failed ones.
 */
const isSupersededSql = `SELECT 1 AS found FROM journal AS own
  WHERE own.change_id = ? AND own.kind IN ('linkMetric', 'unlinkMetric') AND (
    own.is_superseded = 1
    OR own.state = 'failed' AND EXISTS (
      SELECT 1 FROM journal AS later WHERE later.row > own.row AND later.state <> 'failed' AND ${opposes}))`

/** Marks the links and unlinks that were made before a finished opposite one. */
export function supersedeEarlier(journal: JournalWrite, doneId: string): void {
  const earlier = journal.connection.all(
    `${journalRows} JOIN journal AS later ON later.change_id = ?
     WHERE own.row < later.row AND own.kind IN ('linkMetric', 'unlinkMetric') AND ${opposes}`,
    [doneId],
    storedRow,
  )
  supersede(journal, earlier, {})
}

/**
 * The same for a later change that was made and done in another library, before this one was open: every change here is
 * older. It may have been meant to go out first, so it needs review.
 */
export function supersedeOlder(journal: JournalWrite, doneId: string): void {
  const older = journal.connection.all(
    `${journalRows} JOIN activity AS later ON later.change_id = ? AND later.outcome = 'done'
     WHERE own.kind IN ('linkMetric', 'unlinkMetric') AND ${opposes}`,
    [doneId],
    storedRow,
  )
  supersede(journal, older, { needsReview: true })
}

function supersede(journal: JournalWrite, rows: readonly JournalRow[], written: Partial<Written>): void {
  for (const row of rows.filter((one) => isAuthentic(one, journal.mac))) {
    updateChange(journal, row, { ...written, isSuperseded: true })
  }
}

/** Requires the person's approval of each targeted change that is in the journal now, by default of all. */
export function requireReviewOfAll(journal: JournalWrite, isTarget: (changeId: string) => boolean = () => true): void {
  for (const row of readJournal(journal.connection)) {
    if (row.needsReview || !isTarget(row.changeId) || !journal.mac.verify(row, row.mac)) continue
    updateChange(journal, row, { needsReview: true })
  }
}

const journalRows = `SELECT own.*, organisation_id, workspace_id,
    EXISTS (SELECT 1 FROM activity WHERE activity.change_id = own.change_id) AS is_ended
  FROM journal AS own
  LEFT JOIN workspaces ON workspaces.row = own.workspace`

function readJournal(connection: Connection): JournalRow[] {
  return connection.all(`${journalRows} ORDER BY own.row`, [], storedRow)
}

function readSameTarget(connection: Connection, changeId: string): JournalRow[] {
  return connection.all(
    `${journalRows} JOIN journal AS asked ON asked.change_id = ? AND own.target_id = asked.target_id
       AND own.workspace = asked.workspace
     ORDER BY own.row`,
    [changeId],
    storedRow,
  )
}

/**
 * Reads the changes that the queue may go on with by itself. Its schedule decides when, on a clock that no date moves;
 * `retry_at` is for the next run.
 */
function readDue(connection: Connection, environment: EnvironmentName): JournalRow[] {
  const isReviewed = requiresReview({ workspace: { environment }, needsReview: false }) ? 1 : 0
  return connection.all(
    `${journalRows} WHERE own.state <> 'failed' AND (own.state <> 'waiting' OR max(own.needs_review, ?) = 0)
     ORDER BY own.row`,
    [isReviewed],
    storedRow,
  )
}

/** Throws CONFLICT when the change was written since the caller read it. */
function assertVersion(row: JournalRow, version: number | null): void {
  if (version === null || row.version === version) return
  throw new AppError('CONFLICT', 'This change was updated. Check it again.')
}

/**
 * Returns the change as this app wrote it, from the log if it was tampered with: signed again, a tampered row
 * would look authentic. Throws NOT_FOUND, and CONFLICT for another version.
 */
export function findVerified(
  context: StoreContext,
  connection: Connection,
  changeId: string,
  mac: JournalMac,
  version: number | null = null,
): JournalRow {
  const find = () => connection.get(`${journalRows} WHERE own.change_id = ?`, [changeId], storedRow)
  const found = find()
  const isVerified = found !== undefined && mac.verify(found, found.mac)
  const row = isVerified || (found && restoreFromLog(context, connection, found, mac)) ? find() : undefined
  if (row === undefined) throw new AppError('NOT_FOUND', 'This change is no longer waiting.')
  assertVersion(row, version)
  return row
}

/** Restores the row from the log, which has the person's change unless it was begun from the tampered row. */
function restoreFromLog({ unsent }: StoreContext, connection: Connection, row: JournalRow, mac: JournalMac): boolean {
  const good = unsent.changeOf(row.changeId)
  if (good === null || !isAuthentic(storedRow.read(good), mac)) return false
  const { row: _, change_id: __, organisation_id: organisationId, workspace_id: workspaceId, ...columns } = good
  const ids = { organisationId: String(organisationId), workspaceId: String(workspaceId) }
  // The version is restored too: this repeats the last write and is no write of its own.
  writeColumns(connection, row, { ...columns, workspace: ensureWorkspace(connection, ids) })
  return true
}

/**
 * Returns the row with a signature over all signed columns; null: it was tampered with. For rows that nobody could
 * tamper with since an earlier version of the app signed them.
 */
export function withCurrentSignature(found: SqlRow, mac: JournalMac): SqlRow | null {
  const row = withCurrentColumns(found)
  const fields = signedFields(row)
  if (mac.verify(fields, row.mac)) return row
  return mac.verifyVersion1(fields, row.mac) ? { ...row, mac: mac.sign(fields) } : null
}

/**
 * Version 5 and earlier called two columns differently and did not store whether a creation was edited; their logs and
 * files are read when a library is rebuilt. The rules are those of the migration to version 6.
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

/** Signs the rows of a library that an earlier version wrote. Runs within the caller's transaction. */
export function signOldRows(connection: Connection, mac: JournalMac): void {
  if (connection.get("SELECT 1 AS found FROM meta WHERE key = 'journal_seals'") === undefined) return
  for (const row of connection.all(journalRows)) {
    const signed = withCurrentSignature(row, mac)
    if (signed !== null) writeColumns(connection, { row: Number(row.row) }, { mac: signed.mac ?? null })
  }
  connection.run("DELETE FROM meta WHERE key = 'journal_seals'")
}

const anyText: ColumnType<string> = String
const signedColumns = rowOf({
  ...{ changeId: anyText, organisationId: anyText, workspaceId: anyText, kind: anyText, targetId: anyText },
  ...{ body: anyText, createdAt: anyText, state: anyText, needsReview: isSet },
})

/** Reads the signed fields of a row that may be damaged or written by an older version. */
export const signedFields = (row: SqlRow) => signedColumns.read(row)

function removeEnded({ unsent }: StoreContext, connection: Connection, { changeId, row }: JournalRow): void {
  unsent.touchChange(changeId)
  connection.run('DELETE FROM journal WHERE row = ?', [row])
}

/** A change of a workspace that does not exist would be shown nowhere. */
const knownWorkspace = `coalesce((SELECT row FROM workspaces WHERE row = journal.workspace),
  (SELECT min(row) FROM workspaces))`

function quarantine({ unsent }: StoreContext, connection: Connection, { changeId }: JournalRow): void {
  unsent.touchChange(changeId)
  connection.run(
    `INSERT INTO journal_quarantine (change_id, workspace, kind, target_id, body, created_at, mac)
     SELECT change_id, ${knownWorkspace}, kind, target_id, body, created_at, mac FROM journal WHERE change_id = ?`,
    [changeId],
  )
  connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
}

function workspaceOf({ organisationId, workspaceId }: JournalRow, environment: EnvironmentName): WorkspaceRef {
  return { environment, organisationId, workspaceId }
}

function readEntry(row: JournalRow, environment: EnvironmentName): JournalEntry {
  const { body, attemptRun, attemptMs } = row
  const { changeId, kind, targetId, state, version, attempts, createdAt, needsReview, isEdited, retryAt, error } = row
  const entry = {
    ...{ changeId, workspace: workspaceOf(row, environment), kind, targetId, body: JSON.parse(body) },
    ...{ state, version, attempts, createdAt, needsReview, isEdited, retryAt, error },
    attempt: attemptRun === null ? null : { run: attemptRun, atMs: attemptMs ?? 0 },
  }
  // Signed by this app: kind and body are a pair that it wrote.
  return entry as JournalEntry
}
