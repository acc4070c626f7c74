import { expect, test } from 'vitest'
import { rebuiltNotice } from './rebuilt-notice'

const rebuilt = { state: 'rebuilt', reason: 'corrupt', keptChanges: 0, mayHaveLostChanges: false } as const

test('says nothing about a library that was opened as it was', () => {
  const opened = { state: 'opened', reason: null, keptChanges: 0, mayHaveLostChanges: false } as const
  expect(rebuiltNotice('staging', opened)).toBeNull()
})

test('says what became of what was not sent', () => {
  expect(rebuiltNotice('staging', rebuilt)).toMatch(/staging was damaged\..*filled from the service\.$/)
  expect(rebuiltNotice('staging', { ...rebuilt, keptChanges: 1 })).toMatch(/ 1 unsent change was kept\.$/)
  expect(rebuiltNotice('staging', { ...rebuilt, keptChanges: 2 })).toMatch(/ 2 unsent changes were kept\.$/)
  expect(rebuiltNotice('staging', { ...rebuilt, mayHaveLostChanges: true })).toMatch(
    / Unsent insights and drafts in it could not be read\.$/,
  )
  expect(rebuiltNotice('staging', { ...rebuilt, keptChanges: 2, mayHaveLostChanges: true })).toMatch(
    /2 unsent changes were kept\. Other unsent insights and drafts in it could not be read\.$/,
  )
})
