// One change as the database has it and as the second copy has it. Either may have lost its last steps, and neither can
// say so: so of two states the one counts that is further from being sent once more.
import type { SqlRow } from '../store/connection'
import { sealedFields } from './journal'
import type { JournalSeal } from './journal-mac'

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
export function furthest(own: SqlRow, row: SqlRow, seal: JournalSeal): SqlRow {
  const states = [own.state, row.state]
  const hasFailed = states.includes('failed')
  const state = furthestState(states)
  const isInDoubt = hasFailed && state !== 'failed'
  const needsWord = isInDoubt || own.needs_word === 1 || row.needs_word === 1
  const from = row.state === state || own.state !== state ? row : own
  const merged = {
    ...from,
    state,
    attempts: Math.max(Number(own.attempts), Number(row.attempts)),
    needs_word: needsWord ? 1 : 0,
  }
  return { ...merged, mac: seal.seal(sealedFields(merged)) }
}

function furthestState(states: readonly unknown[]): string {
  if (states.every((state) => state === 'failed')) return 'failed'
  if (states.includes('unknown')) return 'unknown'
  if (states.includes('sending')) return states.includes('failed') ? 'unknown' : 'sending'
  return states.includes('failed') ? 'failed' : 'waiting'
}
