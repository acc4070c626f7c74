import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../store/connection'
import { activityRows, newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const environment = 'sandbox'

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
  await test.library.addChange(newChange(1))
  await test.library.addChange(newChange(2))
})
afterEach(() => test.remove())

/** What somebody with the key, but without this app, could do to the file. */
async function alter(sql: string, { hasSecondCopy = false } = {}): Promise<void> {
  await test.library.close({ environment })
  if (!hasSecondCopy) rmSync(`${test.file}.unsent`)
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(sql)
  connection.close()
  await test.reopen()
}

const waiting = async () => (await test.library.pendingChanges({ environment })).map(({ changeId }) => changeId)

const alterations = [
  `body = replace(body, 'Change 1', 'Change 7')`,
  `target_id = '99999999-0000-4000-8000-000000000009'`,
  `kind = 'deleteInsight'`,
  `created_at = '2020-01-01T00:00:00.000Z'`,
  `mac = x'00'`,
  `mac = (SELECT mac FROM journal WHERE change_id = 'change-2')`,
]

it.each(alterations)('never hands out a change whose %s', async (assignment) => {
  await alter(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`)
  expect(await waiting()).toEqual(['change-2'])
  expect(await waiting()).toEqual(['change-2'])
  expect(test.lines).toHaveLength(1)
  const shown = (await activityRows(test.library)).map(({ changeId, state, error }) => [changeId, state, error?.code])
  expect(shown).toHaveLength(2)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['change-1', 'failed', 'ALTERED'],
      ['change-2', 'waiting', undefined],
    ]),
  )
})

it.each([...alterations, `kind = 'x'`, `body = '{'`])('has it read and discarded when its %s', async (assignment) => {
  await alter(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`)
  await waiting()
  const changeId = 'change-1'
  const { error, body } = await test.library.getActivity({ workspace, changeId })
  expect([error?.code, body === null]).toEqual(['ALTERED', false])
  // Also by a library that takes the place of this one.
  await test.library.close({ environment })
  writeFileSync(`${test.file}.run`, 'damaged')
  expect(await test.reopen()).toMatchObject({ state: 'rebuilt', keptChanges: 1 })
  expect((await activityRows(test.library)).map(({ state }) => state).sort()).toEqual(['failed', 'waiting'])
  const settledAt = '2025-06-03T00:00:00.000Z'
  await test.library.settleChange({ environment, changeId, state: 'discarded', error, settledAt })
  const after = (await activityRows(test.library)).map((row) => [row.changeId, row.state, row.error?.code])
  expect(after).toEqual([
    ['change-2', 'waiting', undefined],
    [changeId, 'discarded', 'ALTERED'],
  ])
  await test.reopen()
  expect(await waiting()).toEqual(['change-2'])
})

it('never hands out a change that was moved to another workspace', async () => {
  await alter(`UPDATE workspaces SET workspace_id = 'elsewhere'`)
  expect(await waiting()).toEqual([])
})

it.each(alterations)('has the second copy say again what a change is whose %s', async (assignment) => {
  const typed = await test.library.pendingChanges({ environment })
  await alter(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`, { hasSecondCopy: true })
  expect(await test.library.pendingChanges({ environment })).toEqual(typed)
  await alter(`UPDATE workspaces SET workspace_id = 'elsewhere'`, { hasSecondCopy: true })
  expect(await test.library.pendingChanges({ environment })).toEqual(typed)
})

it('has it say so too while the library is open', async () => {
  const typed = await test.library.pendingChanges({ environment })
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(`UPDATE journal SET body = replace(body, 'Change 1', 'Change 7')`)
  connection.close()
  expect(await test.library.pendingChanges({ environment })).toEqual(typed)
  expect(test.lines).toEqual([expect.stringContaining('1 journalled')])
})

it('lets the state of a change be another', async () => {
  await alter(`UPDATE journal SET state = 'unknown', attempts = 4`)
  expect(await waiting()).toEqual(['change-1', 'change-2'])
})
