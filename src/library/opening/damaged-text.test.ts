// Text that is no UTF-8 any more makes the driver abort the process that reads it. These tests leave a real encrypted
// file as such a process does; a test in main shows that a process really ends by it.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../store/connection'
import { generateInsights } from '../testing/generated-insights'
import { addConfirmed, settleChange } from '../testing/moved-changes'
import {
  activityRows,
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

const environment = 'sandbox'
const settledAt = '2025-06-03T00:00:00.000Z'
let open: TestLibrary
let file: string
beforeEach(async () => {
  open = await openTestLibrary('file')
  file = open.file ?? ''
  await syncItems(open.library, generateInsights(20))
  for (const number of [1, 2, 3]) await addConfirmed(open.library, newChange(number))
  await settleChange(open.library, { environment, changeId: 'change-3', state: 'discarded', error: null, settledAt })
  await open.library.saveDraft({ workspace, values: { title: 'typed' }, savedAt: settledAt })
})
afterEach(() => open.remove())

/** Closes the library, damages text in it, and leaves it as a process that ended over it does. */
async function damage(sql: string, mark = 'open 0 r'): Promise<void> {
  await open.library.close({ environment })
  const connection = connect({ file, key: open.key })
  connection.exec(sql)
  connection.close()
  writeFileSync(`${file}.run`, mark)
}

const garbled = (column: string) => `CAST(x'ff' || CAST(${column} AS BLOB) AS TEXT)`

test.each([
  ['an insight', `UPDATE insights SET description = ${garbled('description')} WHERE row = 3`],
  ['a waiting change', `UPDATE journal SET body = ${garbled('body')} WHERE change_id = 'change-2'`],
  ['a draft', `UPDATE drafts SET field_values = ${garbled('field_values')}`],
  ['the workspace', `UPDATE workspaces SET workspace_id = ${garbled('workspace_id')}`],
])('damaged text in %s: the library is rebuilt on the next start with everything unsent', async (_, sql) => {
  await damage(sql)
  const kept = { recoveredChanges: 2, mayHaveLostChanges: false }
  expect(await open.reopen()).toEqual({ state: 'rebuilt', reason: 'corrupt', ...kept })
  const changes = await open.library.pendingChanges({ environment })
  expect(changes.map(({ changeId, needsReview }) => [changeId, needsReview])).toEqual([
    ['change-1', true],
    ['change-2', true],
  ])
  expect((await open.library.readDraft({ workspace }))?.values.title).toBe('typed')
  expect((await open.library.queryInsights(insightQuery())).rows.every(({ pending }) => pending !== null)).toBe(true)
})

test('recovers the rest of the activity when one row cannot be read', async () => {
  await open.library.addChange(newChange(4))
  await settleChange(open.library, { environment, changeId: 'change-4', state: 'discarded', error: null, settledAt })
  // The log begins anew, without what has ended.
  await open.reopen()
  await damage(`UPDATE activity SET body = ${garbled('body')} WHERE change_id = 'change-3'`)
  expect(await open.reopen()).toMatchObject({ state: 'rebuilt' })
  const rows = await activityRows(open.library)
  expect(rows.map(({ changeId }) => changeId)).toContain('change-4')
})

test.each([
  ['ended while it did nothing with the file', 'open 0 -', 'opened'],
  ['ended three times in a row while it read the file', 'open 2 r', 'opened'],
  ['ended four times in a row while it read the file', 'open 3 r', 'rebuilt'],
  ['ended often while it read, and then while it wrote', 'open 3 w', 'opened'],
])('after a process that %s (%s), the library is %s', async (_, mark, state) => {
  await damage('SELECT 1', mark)
  expect(await open.reopen()).toMatchObject({ state })
  expect(readFileSync(`${file}.run`, 'utf8')).toBe(mark === 'open 2 r' ? 'open 3 -' : 'open 0 -')
  expect(await open.library.pendingChanges({ environment })).toHaveLength(2)
})

test('the mark tells whether the process is reading the file, writing it or neither', async () => {
  const marks: string[] = []
  const noting = Object.defineProperty({ ...workspace }, 'organisationId', {
    get() {
      marks.push(readFileSync(`${file}.run`, 'utf8'))
      return workspace.organisationId
    },
  })
  await open.library.readDraft({ workspace: noting })
  await open.library.saveDraft({ workspace: noting, values: {}, savedAt: settledAt })
  marks.push(readFileSync(`${file}.run`, 'utf8'))
  expect([...new Set(marks)]).toEqual(['open 0 r', 'open 0 w', 'open 0 -'])
})
