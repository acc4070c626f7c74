import { expect, test } from 'vitest'
import { emptiedMemoryNotice, rebuiltNotice } from './rebuilt-notice'

const from = { environment: 'staging', folder: '/profile/library', isKeyNew: false } as const
const rebuilt = { state: 'rebuilt', reason: 'corrupt', keptChanges: 0, mayHaveLostChanges: false } as const

test('says nothing about a library that was opened as it was', () => {
  const opened = { state: 'opened', reason: null, keptChanges: 0, mayHaveLostChanges: false } as const
  expect(rebuiltNotice(from, opened)).toBeNull()
})

test('says where the old file is, and nothing of losses where there are none', () => {
  expect(rebuiltNotice(from, rebuilt)).toBe(
    'The local library of staging was damaged. A new one is filled from the service. The old file is kept as staging.db.unusable-… in /profile/library.',
  )
})

test('says what became of unsent changes', () => {
  expect(rebuiltNotice(from, { ...rebuilt, keptChanges: 1 })).toContain(' 1 unsent change was kept. ')
  expect(rebuiltNotice(from, { ...rebuilt, keptChanges: 2 })).toContain(' 2 unsent changes were kept. ')
  expect(rebuiltNotice(from, { ...rebuilt, keptChanges: 1 })).toContain(' before you choose Review and send ')
  expect(rebuiltNotice(from, rebuilt)).not.toContain('Review and send')
  expect(rebuiltNotice(from, { ...rebuilt, mayHaveLostChanges: true })).toContain(
    ' Unsent changes and drafts may have been lost: they could not be read. ',
  )
  expect(rebuiltNotice(from, { ...rebuilt, keptChanges: 2, mayHaveLostChanges: true })).toContain(
    '2 unsent changes were kept. Other unsent changes and drafts may have been lost',
  )
})

test('tells a missing key, another key and damage apart', () => {
  expect(rebuiltNotice(from, { ...rebuilt, reason: 'wrong-key' })).toContain('with the key in the keychain')
  const isKeyNew = true
  expect(rebuiltNotice({ ...from, isKeyNew }, { ...rebuilt, reason: 'wrong-key' })).toContain('is no longer in')
  expect(rebuiltNotice({ ...from, isKeyNew }, rebuilt)).toContain('was damaged')
  const isIdNew = true
  expect(rebuiltNotice({ ...from, isKeyNew, isIdNew }, { ...rebuilt, reason: 'wrong-key' })).toContain(
    'because the settings that say which key',
  )
  expect(rebuiltNotice(from, { ...rebuilt, reason: 'emptied' })).toContain('emptied or replaced')
})

test('says that the file is gone, and where it was', () => {
  expect(rebuiltNotice(from, { ...rebuilt, reason: 'missing', mayHaveLostChanges: true })).toBe(
    'The local library of staging was not found: its file was moved or deleted outside the app. A new one is filled from the service. Unsent changes and drafts may have been lost: they were in it. It was staging.db in /profile/library.',
  )
})

test('says what was put back and what was lost with a library in memory', () => {
  const opened = { ...rebuilt, state: 'created', reason: null, keptChanges: 2 } as const
  expect(emptiedMemoryNotice('staging', opened)).toBe(
    'The local library of staging was only in memory and stopped. Another one is filled from the service. 2 unsent changes were put back. Kept topics, scores over time and the content of what was deleted are gone from it.',
  )
  expect(emptiedMemoryNotice('staging', { ...opened, keptChanges: 0 })).not.toContain('put back')
})

test('says that changes may be lost from a library that is not rebuilt', () => {
  const opened = { state: 'opened', reason: null, keptChanges: 1, mayHaveLostChanges: true } as const
  expect(rebuiltNotice(from, opened)).toBe(
    'Some unsent changes and drafts of staging may be lost: the end of both its files was damaged. What is left is not sent before you choose Review and send in the sync status.',
  )
})
