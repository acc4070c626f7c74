// The freshness of the data on screen in one short line. Unsent changes are always mentioned: they are the person's own
// work, and not safe yet.
import type { SyncStatus } from '../../../contract/features/sync'
import { counted, notSyncedYet } from '../../records/record-words'
import { assertNever } from '../../ui/assert-never'
import { clockTime, readTime, relativeTime } from '../../ui/relative-time'

export type SyncTone = 'good' | 'busy' | 'quiet' | 'bad'

export function changesWords(status: SyncStatus): string | null {
  const { waitingChanges, failedChanges, changesToReview, tamperedChanges } = status
  const count = (changes: number, words: string) => `${counted(changes, 'change', 'changes')} ${words}`
  const parts = [
    ...(failedChanges > 0 ? [count(failedChanges, 'rejected')] : []),
    ...(tamperedChanges > 0 ? [count(tamperedChanges, 'modified outside the app, not sent')] : []),
    ...(changesToReview > 0 ? [count(changesToReview, 'to review')] : []),
    ...(waitingChanges > changesToReview ? [count(waitingChanges - changesToReview, 'waiting')] : []),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** By the name of the rule. */
const problems: Readonly<Record<string, string>> = {
  invalid_type: 'missing or of an unexpected type',
  invalid_value: 'an unexpected value',
  invalid_format: 'in an unexpected format',
  too_big: 'too large',
  too_small: 'too small',
  nested_too_deep: 'nested too deep',
}

function reasonWords(reason: string): string {
  const [field = '', rule = ''] = reason.split(': ')
  return `${field === 'item' ? 'the item' : field}: ${problems[rule] ?? rule}`
}

export function unreadableWords({ quarantined, unreadableBecause }: SyncStatus): string {
  const reasons = unreadableBecause.length === 0 ? '' : ` (${unreadableBecause.map(reasonWords).join(', ')})`
  const rest = quarantined === 1 ? 'It isn’t treated as deleted.' : 'They aren’t treated as deleted.'
  return `${counted(quarantined, 'item', 'items')} in the last response couldn’t be read${reasons}. ${rest}`
}

/** The clock on screen lags by this at most. */
const clockToleranceMs = 60_000

function freshness({ state, syncedAt }: SyncStatus, now: number): string {
  const time = syncedAt === null ? null : readTime(syncedAt)
  const dataFrom = time === null ? 'no data yet' : `data from ${clockTime(time, now)}`
  switch (state) {
    case 'never':
      return notSyncedYet
    case 'syncing':
      return time === null ? 'Syncing…' : `Syncing… – ${dataFrom}`
    case 'synced':
      // After the clock was set back, the sync is in the future, so its age is unknown.
      if (time !== null && time - now > clockToleranceMs) return `Synced – ${dataFrom}`
      return time === null ? 'Synced' : `Synced ${relativeTime(Math.min(time, now), now)}`
    case 'offline':
      return `Offline – ${dataFrom}`
    case 'failed':
      return `Sync failed – ${dataFrom}`
    case 'sign-in-needed':
      return `Sign-in needed – ${dataFrom}`
    default:
      return assertNever(state)
  }
}

export function syncWords(status: SyncStatus, now: number): string {
  const changes = changesWords(status)
  if (changes === null) return freshness(status, now)
  return `${freshness(status, now)} · ${changes}`
}

export function syncTone({ state, failedChanges, tamperedChanges }: SyncStatus): SyncTone {
  if (failedChanges + tamperedChanges > 0 || state === 'failed' || state === 'sign-in-needed') return 'bad'
  if (state === 'syncing') return 'busy'
  return state === 'synced' ? 'good' : 'quiet'
}
