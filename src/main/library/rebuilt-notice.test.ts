import { expect, test } from 'vitest'
import { emptiedMemoryNotice, rebuiltNotice } from './rebuilt-notice'

const from = { environment: 'staging', folder: '/profile/library', isKeyNew: false } as const
const rebuilt = { state: 'rebuilt', reason: 'corrupt', recoveredChanges: 0, mayHaveLostChanges: false } as const

test('gives no notice for a library that was opened unchanged', () => {
  const opened = { state: 'opened', reason: null, recoveredChanges: 0, mayHaveLostChanges: false } as const
  expect(rebuiltNotice(from, opened)).toBeNull()
})

test('says where the old file is, and mentions no losses when there are none', () => {
  expect(rebuiltNotice(from, rebuilt)).toBe(
    'Staging’s library was damaged and is being rebuilt. The old file is in /profile/library.',
  )
})

test('says what happened to unsent changes', () => {
  expect(rebuiltNotice(from, { ...rebuilt, recoveredChanges: 1 })).toContain(
    ' 1 unsent change was kept. Choose Review and send to send it.',
  )
  expect(rebuiltNotice(from, { ...rebuilt, recoveredChanges: 2 })).toContain(
    ' 2 unsent changes were kept. Choose Review and send to send them.',
  )
  expect(rebuiltNotice(from, rebuilt)).not.toContain('Review')
  expect(rebuiltNotice(from, { ...rebuilt, mayHaveLostChanges: true })).toContain(
    ' Unsent changes and drafts may be lost. ',
  )
  expect(rebuiltNotice(from, { ...rebuilt, recoveredChanges: 2, mayHaveLostChanges: true })).toContain(
    '2 unsent changes were kept. Choose Review and send to send them. Other unsent changes and drafts may be lost.',
  )
})

test('says that notes may be lost', () => {
  expect(rebuiltNotice(from, { ...rebuilt, mayHaveLostNotes: true })).toContain(
    ' Reviews, snoozes, notes, labels, saved views, evidence briefs, scoring models, decisions, pairs marked as not duplicates, metrics and topics may be lost. ',
  )
})

test('distinguishes a missing key, a wrong key, lost settings, damage and an emptied file', () => {
  expect(rebuiltNotice(from, { ...rebuilt, reason: 'wrong-key' })).toContain('with its key')
  const isKeyNew = true
  expect(rebuiltNotice({ ...from, isKeyNew }, { ...rebuilt, reason: 'wrong-key' })).toContain('is missing from')
  expect(rebuiltNotice({ ...from, isKeyNew }, rebuilt)).toContain('was damaged')
  const isIdNew = true
  expect(rebuiltNotice({ ...from, isKeyNew, isIdNew }, { ...rebuilt, reason: 'wrong-key' })).toContain(
    'because the settings needed to find its key',
  )
  expect(rebuiltNotice(from, { ...rebuilt, reason: 'emptied' })).toContain('emptied or replaced')
})

test('says that the file is gone, and where it was', () => {
  expect(rebuiltNotice(from, { ...rebuilt, reason: 'missing', mayHaveLostChanges: true })).toBe(
    'Staging’s library was moved or deleted outside the app and is being rebuilt. Unsent changes and drafts may be lost. Its file was staging.db in /profile/library.',
  )
})

test('says what was restored and what was lost with an in-memory library', () => {
  const opened = { ...rebuilt, state: 'created', reason: null, recoveredChanges: 2 } as const
  expect(emptiedMemoryNotice('staging', opened)).toBe(
    'Staging’s library was in memory only and stopped. A new one is syncing. 2 unsent changes were restored. Score history and the content of deleted items are gone.',
  )
  expect(emptiedMemoryNotice('staging', { ...opened, recoveredChanges: 0 })).not.toContain('restored')
})

test('says that changes may be lost even if the library was not rebuilt', () => {
  const opened = { state: 'opened', reason: null, recoveredChanges: 1, mayHaveLostChanges: true } as const
  expect(rebuiltNotice(from, opened)).toBe(
    'Some unsent changes and drafts in Staging may be lost because both copies on this computer were damaged. Choose Review and send to send the rest.',
  )
})
