// One change as the database has it and as the second copy has it. Either may have lost its last steps, and neither can
// say so: so of two states the one counts that is further from being sent once more.
import type { Connection, SqlRow } from '../store/connection'
import { sealedFields } from './journal'
import type { JournalMac } from './journal-mac'

/** The same is wanted. */
export const isSame = (one: SqlRow, other: SqlRow) => one.body === other.body && one.target_id === other.target_id

/** `own` is what the person mended `row` to: only what was not accepted can be mended. Not when nothing tells. */
export function isMendedSince(own: SqlRow, row: SqlRow): boolean {
  if ((own.state === 'failed') !== (row.state === 'failed')) return row.state === 'failed'
  return Number(own.attempts) > Number(row.attempts)
}

/**
 * Of two of the same change, sealed. Where one of them may have been sent again after it had failed, whether it arrived is
 * not known, and the person decides.
 */
export function furthest(own: SqlRow, row: SqlRow, seal: JournalMac): SqlRow {
  const states = [own.state, row.state]
  const hasFailed = states.includes('failed')
  const state = furthestState(states)
  const isInDoubt = hasFailed && state !== 'failed'
  const needsReview = isInDoubt || own.needs_word === 1 || row.needs_word === 1
  const from = row.state === state || own.state !== state ? row : own
  const merged = {
    ...from,
    state,
    attempts: Math.max(Number(own.attempts), Number(row.attempts)),
    needs_word: needsReview ? 1 : 0,
  }
  return { ...merged, mac: seal.seal(sealedFields(merged)) }
}

function furthestState(states: readonly unknown[]): string {
  if (states.every((state) => state === 'failed')) return 'failed'
  if (states.includes('unknown')) return 'unknown'
  if (states.includes('sending')) return states.includes('failed') ? 'unknown' : 'sending'
  return states.includes('failed') ? 'failed' : 'waiting'
}

/** How far the change has come. A log that was not written anew after a rebuild does not know that it is to be asked about. */
export function writeProgress(connection: Connection, own: SqlRow, row: SqlRow, seal: JournalMac): void {
  const { state, attempts, error, needs_word: needsReview, mac } = furthest(own, row, seal)
  if (row.is_undone === 1) connection.run('UPDATE journal SET is_undone = 1 WHERE row = ?', [Number(own.row)])
  // Nothing is written where nothing differs: a full disk must not keep a library from being opened.
  connection.run(
    `UPDATE journal SET state = ?1, attempts = ?2, error = ?3, needs_word = ?4, mac = ?5
     WHERE change_id = ?6 AND (state IS NOT ?1 OR attempts IS NOT ?2 OR error IS NOT ?3 OR mac IS NOT ?5)`,
    [state ?? null, attempts ?? null, error ?? null, needsReview ?? null, mac ?? null, row.change_id ?? null],
  )
}
