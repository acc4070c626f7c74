import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { connect } from '../store/connection'
import { markChange, settleChange } from '../testing/moved-changes'
import { activityRows, newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const environment = 'sandbox'

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
  await test.library.addChange(newChange(1))
  await test.library.addChange(newChange(2))
})
afterEach(() => test.remove())

/** Tampers with the file as somebody with the key, but without this app, could. */
async function tamper(sql: string, { hasLog = false } = {}): Promise<void> {
  await test.library.close({ environment })
  if (!hasLog) rmSync(`${test.file}.unsent`)
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(sql)
  connection.close()
  await test.reopen()
}

const waiting = async () => (await test.library.pendingChanges({ environment })).map(({ changeId }) => changeId)

const assignments = [
  `body = replace(body, 'Change 1', 'Change 7')`,
  `target_id = '99999999-0000-4000-8000-000000000009'`,
  `kind = 'deleteInsight'`,
  `created_at = '2020-01-01T00:00:00.000Z'`,
  `state = 'unknown'`,
  `needs_review = 0`,
  `mac = x'00'`,
  `mac = (SELECT mac FROM journal WHERE change_id = 'change-2')`,
]

it.each(assignments)('never returns a change after it was tampered with: %s', async (assignment) => {
  await tamper(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`)
  expect(await waiting()).toEqual(['change-2'])
  expect(await waiting()).toEqual(['change-2'])
  expect(test.lines).toHaveLength(1)
  const shown = (await activityRows(test.library)).map(({ changeId, state, error }) => [changeId, state, error?.code])
  expect(shown).toHaveLength(2)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['change-1', 'failed', 'TAMPERED'],
      ['change-2', 'waiting', undefined],
    ]),
  )
})

it.each([...assignments, `kind = 'x'`, `body = '{'`])(
  'shows and discards a tampered change: %s',
  async (assignment) => {
    await tamper(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`)
    await waiting()
    const changeId = 'change-1'
    const { error, body } = await test.library.getActivity({ workspace, changeId })
    expect([error?.code, body === null]).toEqual(['TAMPERED', false])
    // A library that takes the place of this one keeps it too.
    await test.library.close({ environment })
    writeFileSync(`${test.file}.run`, 'damaged')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', recoveredChanges: 1 })
    expect((await activityRows(test.library)).map(({ state }) => state).sort()).toEqual(['failed', 'waiting'])
    const settledAt = '2025-06-03T00:00:00.000Z'
    await settleChange(test.library, { environment, changeId, state: 'discarded', error, settledAt })
    const after = (await activityRows(test.library)).map((row) => [row.changeId, row.state, row.error?.code])
    expect(after).toEqual([
      ['change-2', 'waiting', undefined],
      [changeId, 'discarded', 'TAMPERED'],
    ])
    await test.reopen()
    expect(await waiting()).toEqual(['change-2'])
  },
)

it('never hands out a change that was moved to another workspace', async () => {
  await tamper(`UPDATE workspaces SET workspace_id = 'elsewhere'`)
  expect(await waiting()).toEqual([])
})

it.each(assignments)('restores a tampered change from the log: %s', async (assignment) => {
  const typed = await test.library.pendingChanges({ environment })
  await tamper(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`, { hasLog: true })
  expect(await test.library.pendingChanges({ environment })).toEqual(typed)
  await tamper(`UPDATE workspaces SET workspace_id = 'elsewhere'`, { hasLog: true })
  expect(await test.library.pendingChanges({ environment })).toEqual(typed)
})

it('restores a change tampered with while the library is open, and logs it', async () => {
  const typed = await test.library.pendingChanges({ environment })
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(`UPDATE journal SET body = replace(body, 'Change 1', 'Change 7')`)
  connection.close()
  expect(await test.library.pendingChanges({ environment })).toEqual(typed)
  expect(test.lines).toEqual([expect.stringContaining('1 journalled')])
})

it('does not return a failed or sending change as waiting after its state was set back', async () => {
  const error = new AppError('REFUSED', 'Too long.').report
  await markChange(test.library, { environment, changeId: 'change-1', state: 'failed', error })
  await markChange(test.library, { environment, changeId: 'change-2', state: 'sending', error: null })
  const before = await test.library.pendingChanges({ environment })
  const setBack = `UPDATE journal SET state = 'waiting', attempts = 0, error = NULL`
  await tamper(setBack, { hasLog: true })
  expect(await test.library.pendingChanges({ environment })).toEqual(before)
  await tamper(setBack)
  expect(await waiting()).toEqual([])
  expect(await test.library.countChanges({ workspace })).toMatchObject({ tampered: 2 })
})

it('does not return a settled change that was put back into the journal', async () => {
  await tamper('CREATE TABLE aside AS SELECT * FROM journal')
  const end = { environment, changeId: 'change-1', state: 'done', insight: null } as const
  await settleChange(test.library, { ...end, settledAt: '2025-06-03T00:00:00.000Z' })
  await tamper(`INSERT INTO journal SELECT * FROM aside WHERE change_id = 'change-1'`)
  expect(await waiting()).toEqual(['change-2'])
  expect((await activityRows(test.library)).map(({ state }) => state)).toEqual(['waiting', 'done'])
})

const sending = {
  environment,
  changeId: 'change-1',
  version: 1,
  state: 'sending',
  needsReview: false,
  error: null,
  retryAt: null,
  attempt: null,
} as const

it('does not sign a tampered change when it is moved to sending', async () => {
  await tamper(`UPDATE journal SET body = replace(body, 'Change 1', 'Change 7') WHERE change_id = 'change-1'`)
  // Without reading the journal before, which would quarantine it.
  await expect(test.library.moveChange(sending)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await waiting()).toEqual(['change-2'])
})

it('moves the intact copy of a change that was tampered with while the library is open', async () => {
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(`UPDATE journal SET body = replace(body, 'Change 1', 'Change 7')`)
  connection.close()
  await test.library.moveChange(sending)
  const [first] = await test.library.pendingChanges({ environment })
  expect(first).toMatchObject({ state: 'sending', body: { title: 'Change 1' } })
})

it('counts a tampered change until it is discarded', async () => {
  expect(await test.library.countChanges({ workspace })).toMatchObject({ tampered: 0 })
  await tamper(`UPDATE journal SET target_id = 'x' WHERE change_id = 'change-1'`)
  expect(await test.library.countChanges({ workspace })).toEqual({ waiting: 1, toReview: 1, failed: 0, tampered: 1 })
  const elsewhere = { ...workspace, workspaceId: '33333333-3333-4333-8333-333333333333' }
  expect(await test.library.countChanges({ workspace: elsewhere })).toMatchObject({ waiting: 0, tampered: 0 })
  const end = { state: 'discarded', error: null, settledAt: '2025-06-03T00:00:00.000Z' } as const
  await settleChange(test.library, { environment, changeId: 'change-1', ...end })
  expect(await test.library.countChanges({ workspace })).toMatchObject({ tampered: 0 })
})

it.each([`error = '{'`, `error = '{"code":7}'`, `error = 'null'`, `workspace = 999`])(
  'shows and counts a change with %s as tampered, and still returns the others',
  async (assignment) => {
    const sql = `UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`
    await tamper(`PRAGMA foreign_keys = OFF; ${sql}`)
    expect(await waiting()).toEqual(['change-2'])
    expect(await test.library.countChanges({ workspace })).toMatchObject({ tampered: 1 })
    const shown = (await activityRows(test.library)).map(({ changeId, state, error }) => [changeId, state, error?.code])
    expect(shown).toContainEqual(['change-1', 'failed', 'TAMPERED'])
  },
)

it('shows a settled change with a damaged error as tampered, and a damaged draft as none', async () => {
  const settledAt = '2025-06-03T00:00:00.000Z'
  const error = new AppError('REFUSED', 'Too long.').report
  await settleChange(test.library, { environment, changeId: 'change-1', state: 'discarded', error, settledAt })
  await test.library.saveDraft({ workspace, values: { title: 'typed' }, savedAt: settledAt })
  await tamper(`UPDATE activity SET error = 'x' || substr(error, 2); UPDATE drafts SET field_values = '{'`)
  const shown = (await activityRows(test.library)).map(({ changeId, state, error }) => [changeId, state, error?.code])
  expect(shown).toContainEqual(['change-1', 'discarded', 'TAMPERED'])
  expect(await test.library.readDraft({ workspace })).toBeNull()
})

it('accounts for every journal column, as signed or deliberately unsigned', async () => {
  await test.library.close({ environment })
  const connection = connect({ file: test.file, key: test.key })
  const columns = connection.all("SELECT name FROM pragma_table_info('journal')").map(({ name }) => String(name))
  connection.close()
  const signed = ['change_id', 'workspace', 'kind', 'target_id', 'body', 'created_at', 'state', 'needs_review', 'mac']
  // A new column belongs into the signature, or into the list of reasons in journal-mac.ts.
  const others = ['row', 'title', 'content', 'attempts', 'error', 'is_superseded', 'is_edited', 'version', 'retry_at']
  expect(columns.sort()).toEqual([...signed, ...others, 'attempt_run', 'attempt_ms', 'draft_id'].sort())
})

it('restores every column of a tampered change from the log while the library is open', async () => {
  const retryAt = '2099-01-01T00:00:00.000Z'
  await test.library.moveChange({ ...sending, state: 'waiting', retryAt, attempt: { run: 'run', atMs: 1.5 } })
  const before = await test.library.pendingChanges({ environment })
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(`UPDATE journal SET needs_review = 1, is_edited = 1, is_superseded = 1, version = 7, retry_at = NULL,
    attempts = 9, attempt_run = NULL WHERE change_id = 'change-1'`)
  connection.close()
  expect(await test.library.pendingChanges({ environment })).toEqual(before)
})

it('does not let an edit sign a change that was tampered with', async () => {
  await tamper(`UPDATE journal SET state = 'failed' WHERE change_id = 'change-1'`)
  const { kind: _, ...change } = newChange(1, 'Edited')
  const edit = test.library.editChange({ kind: 'createInsight', ...change, version: 1 })
  await expect(edit).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await waiting()).toEqual(['change-2'])
})
