// Thins the score history. A service may calculate its scores every hour, which adds a row for each insight each time. Of
// days that are over two weeks old, the last scores of each day are kept, and those that something is compared with: the
// first sync, reviews and decisions. A figure of a moment within such a day is that of the evening before, and the first one
// of an insight that came later is that of its first evening. Of the syncs of such a day, the same ones are kept, and those
// that the history refers to.
import { localDate, startOfDay } from '../../contract/weeks'
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'
import { endOfSync, firstSyncResource, type SyncScope } from './change-log'

const wholeDays = 14
/** At once, as a sync is one transaction. The next sync goes on. */
const mostDays = 7
/** Some 25 ms. */
const rowsInStep = 2_500

const syncRow = rowOf({ row: column.number, startedAt: column.text, endedAt: column.text })
type SyncRow = ReturnType<typeof syncRow.read>

type Scope = Pick<SyncScope, 'connection' | 'workspace'>

/** The days that are left to thin, as instants; null: none. */
function spanToThin({ connection, workspace }: Scope, now: string): { from: string; until: string } | null {
  const whole = new Date(now)
  whole.setDate(whole.getDate() - wholeDays)
  const until = startOf(localDate(whole))
  const from =
    connection.value('SELECT scores_thinned_until FROM workspaces WHERE row = ?', [workspace], column.textOrNull) ?? ''
  // One of the future is of a clock that was ahead, and begins anew.
  return from >= until && from <= now ? null : { from, until }
}

/** @param now start of this sync */
export const isThinningDue = (scope: Scope, now: string): boolean => spanToThin(scope, now) !== null

/**
 * Does something once a day only, in steps between which others may read.
 * @param now start of this sync
 */
export function* thinScores({ connection, workspace }: Scope, now: string): Generator<undefined> {
  const span = spanToThin({ connection, workspace }, now)
  if (span === null) return
  const { from, until } = span
  const found = connection.all(
    `SELECT row, started_at, ${endOfSync} AS ended_at FROM syncs
     WHERE workspace = ? AND resource <> 'knowledge' AND started_at >= ? AND started_at < ? ORDER BY row`,
    [workspace, from, until],
    syncRow,
  )
  const firstLeft = [...new Set(found.map(dayOf))].sort()[mostDays]
  const end = firstLeft === undefined ? until : startOf(firstLeft)
  const syncs = found.filter(({ startedAt }) => startedAt < end)
  for (const group of comparedAlike({ connection, workspace }, syncs)) {
    const last = group.at(-1) ?? 0
    for (const sync of group.slice(0, -1)) yield* thinSync({ connection, workspace }, sync, last)
    forgetSyncs(connection, group.slice(0, -1))
  }
  // Of knowledge only the last sync is read, and the history refers to none.
  connection.run(
    `DELETE FROM syncs WHERE row IN (SELECT row FROM syncs WHERE workspace = ?1 AND resource = 'knowledge' AND started_at < ?2
       AND row < (SELECT max(row) FROM syncs WHERE workspace = ?1 AND resource = 'knowledge') LIMIT ${rowsInStep})`,
    [workspace, end],
  )
  connection.run('UPDATE workspaces SET scores_thinned_until = ? WHERE row = ?', [end, workspace])
}

const startOf = (day: string) => startOfDay(day).toISOString()
const dayOf = ({ startedAt }: SyncRow) => localDate(new Date(startedAt))

/** Splits syncs into those of one day between which nothing was reviewed or decided. */
function comparedAlike({ connection, workspace }: Scope, syncs: readonly SyncRow[]): readonly number[][] {
  const marks = connection
    .all(
      `SELECT min(row) AS mark FROM syncs WHERE workspace = ?1 AND resource IN ('insights', '${firstSyncResource}')
       UNION SELECT sync FROM review_marks WHERE workspace = ?1
       UNION SELECT previous_sync FROM review_marks WHERE workspace = ?1`,
      [workspace],
      rowOf({ mark: column.numberOrNull }),
    )
    .flatMap(({ mark }) => mark ?? [])
  const decided = connection
    .all(
      'SELECT decided_at FROM decisions WHERE workspace = ? AND decided_at IS NOT NULL',
      [workspace],
      rowOf({ decidedAt: column.text }),
    )
    .map(({ decidedAt }) => decidedAt)
  const isApart = (one: SyncRow, next: SyncRow) =>
    dayOf(one) !== dayOf(next) ||
    marks.some((mark) => one.row <= mark && mark < next.row) ||
    decided.some((at) => one.endedAt <= at && at < next.endedAt)
  const groups: number[][] = []
  for (const [place, sync] of syncs.entries()) {
    const before = syncs[place - 1]
    if (before === undefined || isApart(before, sync)) groups.push([])
    groups.at(-1)?.push(sync.row)
  }
  return groups
}

/** Those whose scores are all gone and that changed nothing else. */
function forgetSyncs(connection: Connection, syncs: readonly number[]): void {
  connection.run(
    `DELETE FROM syncs WHERE row IN (SELECT value FROM json_each(?))
     AND NOT EXISTS (SELECT 1 FROM score_history AS kept WHERE kept.workspace = syncs.workspace AND kept.sync = syncs.row)
     AND NOT EXISTS (SELECT 1 FROM change_log AS kept WHERE kept.workspace = syncs.workspace AND kept.sync = syncs.row)`,
    [JSON.stringify(syncs)],
  )
}

/** An insight that was reviewed by itself within the group keeps its scores until then. */
function* thinSync({ connection, workspace }: Scope, sync: number, last: number): Generator<undefined> {
  const boundary = `SELECT insight_id FROM score_history WHERE workspace = ? AND sync = ? AND insight_id > ?
    ORDER BY insight_id LIMIT 1 OFFSET ${rowsInStep - 1}`
  const isReviewedWithin = (mark: string) => `EXISTS (SELECT 1 FROM reviewed_changes
    WHERE workspace = ?1 AND insight_id = score_history.insight_id AND ${mark} >= ?2 AND ${mark} < ?3)`
  for (let after: string | null = ''; after !== null; ) {
    const end: string | null = connection.value(boundary, [workspace, sync, after], column.text) ?? null
    connection.run(
      `DELETE FROM score_history WHERE workspace = ?1 AND sync = ?2 AND insight_id > ?4 AND insight_id <= ?5
       AND EXISTS (SELECT 1 FROM score_history AS later WHERE later.workspace = ?1
         AND later.insight_id = score_history.insight_id AND later.sync > ?2 AND later.sync <= ?3)
       AND NOT ${isReviewedWithin('sync')} AND NOT ${isReviewedWithin('previous_sync')}`,
      [workspace, sync, last, after, end ?? '\u{10ffff}'],
    )
    yield
    after = end
  }
}
