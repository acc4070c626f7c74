import { expect, it } from 'vitest'
import { testSyncStatus } from '../../testing/places'
import { syncTone, syncWords } from './sync-words'

const now = new Date(2025, 5, 15, 15, 0).getTime()
const at = (hour: number, minute: number) => new Date(2025, 5, 15, hour, minute).toISOString()
const status = { ...testSyncStatus, syncedAt: at(14, 58) }

it.each([
  [{}, 'Synced 2 min ago'],
  [{ syncedAt: at(15, 0) }, 'Synced just now'],
  [{ state: 'syncing' }, 'Syncing… – data from 14:58'],
  [{ state: 'syncing', syncedAt: null }, 'Syncing…'],
  [{ syncedAt: at(18, 0) }, 'Synced – data from 18:00'],
  [{ syncedAt: at(15, 1) }, 'Synced just now'],
  [{ state: 'never', syncedAt: null }, 'Not synced yet'],
  [{ state: 'offline', syncedAt: at(14, 32) }, 'Offline – data from 14:32'],
  [{ state: 'offline', syncedAt: null }, 'Offline – no data yet'],
  [{ state: 'failed', syncedAt: at(14, 32) }, 'Sync failed – data from 14:32'],
  [{ state: 'sign-in-needed', syncedAt: at(14, 32) }, 'Sign-in needed – data from 14:32'],
  [{ state: 'sign-in-needed', syncedAt: null }, 'Sign-in needed – no data yet'],
  [{ waitingChanges: 3 }, 'Synced 2 min ago · 3 changes waiting'],
  [{ waitingChanges: 1 }, 'Synced 2 min ago · 1 change waiting'],
  [{ waitingChanges: 3, changesToReview: 2 }, 'Synced 2 min ago · 2 changes to review, 1 change waiting'],
  [{ tamperedChanges: 1 }, 'Synced 2 min ago · 1 change modified outside the app, not sent'],
  [{ failedChanges: 1, waitingChanges: 2 }, 'Synced 2 min ago · 1 change rejected, 2 changes waiting'],
  [{ state: 'offline', syncedAt: at(14, 32), waitingChanges: 3 }, 'Offline – data from 14:32 · 3 changes waiting'],
] as const)('%o reads "%s"', (changes, words) => {
  expect(syncWords({ ...status, ...changes }, now)).toBe(words)
})

it('includes the date of data that is not from today', () => {
  const yesterday = new Date(2025, 5, 14, 9, 5).toISOString()
  expect(syncWords({ ...status, state: 'offline', syncedAt: yesterday }, now)).toMatch(/2025, 09:05$/)
})

it.each([
  [{}, 'good'],
  [{ waitingChanges: 1 }, 'good'],
  [{ state: 'syncing' }, 'busy'],
  [{ state: 'never' }, 'quiet'],
  [{ state: 'offline' }, 'quiet'],
  [{ state: 'failed' }, 'bad'],
  [{ state: 'sign-in-needed' }, 'bad'],
  [{ failedChanges: 1 }, 'bad'],
  [{ tamperedChanges: 1 }, 'bad'],
] as const)('%o has the tone "%s"', (changes, tone) => {
  expect(syncTone({ ...status, ...changes })).toBe(tone)
})
