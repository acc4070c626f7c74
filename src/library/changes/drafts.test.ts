import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { mostDrafts, tooManyDrafts } from '../../contract/features/insights'
import { settleChange } from '../testing/moved-changes'
import { newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const at = (minute: number) => `2025-06-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const refusal = new AppError('REFUSED', 'No.', { status: 400 }).report

let test: TestLibrary
afterEach(() => test.remove())

const save = (draftId: string, title: string, minute: number) =>
  test.library.saveDraft({ workspace, draftId, values: { title }, savedAt: at(minute) })
const titles = async () => (await test.library.listDrafts({ workspace })).map(({ values }) => values.title)

describe.each(['memory', 'file'] as const)('drafts in a library in %s', (kind) => {
  beforeEach(async () => {
    test = await openTestLibrary(kind)
  })

  it('keeps several drafts by ID, last saved first, each until it is discarded', async () => {
    expect(await test.library.listDrafts({ workspace })).toEqual([])
    await save('a', 'First', 1)
    await save('b', 'Second', 2)
    await save('', 'Of an older version', 3)
    await save('a', 'First again', 4)
    expect(await test.library.listDrafts({ workspace })).toEqual([
      { draftId: 'a', values: { title: 'First again' }, savedAt: at(4) },
      { draftId: '', values: { title: 'Of an older version' }, savedAt: at(3) },
      { draftId: 'b', values: { title: 'Second' }, savedAt: at(2) },
    ])
    expect(await test.library.listDrafts({ workspace: { ...workspace, workspaceId: 'other' } })).toEqual([])
    await test.library.discardDraft({ workspace, draftId: 'a' })
    expect(await titles()).toEqual(['Of an older version', 'Second'])
  })

  it('removes only the draft of a submitted insight, and restores it when the creation is discarded', async () => {
    await save('a', 'Sent', 1)
    await save('b', 'Stays', 2)
    await test.library.addChange({ ...newChange(1, 'Sent'), draftId: 'a' })
    expect(await titles()).toEqual(['Stays'])
    await settleChange(test.library, {
      ...{ environment: 'sandbox', changeId: 'change-1', state: 'discarded' },
      ...{ error: refusal, settledAt: at(5), restoresDraft: true },
    })
    const [first, ...rest] = await test.library.listDrafts({ workspace })
    expect(first).toMatchObject({ draftId: 'a', values: { title: 'Sent' } })
    expect(rest).toMatchObject([{ draftId: 'b' }])
  })

  it('refuses a draft over the limit, and still saves existing ones', async () => {
    for (let number = 0; number < mostDrafts; number += 1) await save(`draft ${number}`, `${number}`, 1)
    await expect(save('another', 'x', 2)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: tooManyDrafts })
    await save('draft 3', 'Goes on', 3)
    expect((await titles())[0]).toBe('Goes on')
  })

  it('still saves a restored draft when the others already reach the limit', async () => {
    for (let number = 0; number < mostDrafts; number += 1) await save(`draft ${number}`, `${number}`, 1)
    await test.library.addChange({ ...newChange(1, 'Sent'), draftId: 'draft 0' })
    await save('another', 'Begun since', 2)
    await settleChange(test.library, {
      ...{ environment: 'sandbox', changeId: 'change-1', state: 'discarded' },
      ...{ error: refusal, settledAt: at(3), restoresDraft: true },
    })
    await save('draft 0', 'Sent, mended', 4)
    expect((await titles())[0]).toBe('Sent, mended')
  })
})

describe('drafts on disk', () => {
  beforeEach(async () => {
    test = await openTestLibrary('file')
    await save('a', 'First', 1)
    await save('b', 'Second', 2)
  })

  it('survive a restart', async () => {
    await test.reopen()
    expect(await titles()).toEqual(['Second', 'First'])
  })

  it('are recovered from the log when the database is rebuilt', async () => {
    await test.library.discardDraft({ workspace, draftId: 'a' })
    await save('c', 'Third', 3)
    await test.library.addChange({ ...newChange(1, 'Sent'), draftId: 'b' })
    test.library.closeAllNow()
    truncateSync(String(test.file), 100)
    expect(await test.reopen({ hadFile: true })).toMatchObject({ state: 'rebuilt' })
    expect(await titles()).toEqual(['Third'])
    await settleChange(test.library, {
      ...{ environment: 'sandbox', changeId: 'change-1', state: 'discarded' },
      ...{ error: refusal, settledAt: at(5), restoresDraft: true },
    })
    expect(await test.library.listDrafts({ workspace })).toMatchObject([
      { draftId: 'b', values: { title: 'Sent' } },
      { draftId: 'c' },
    ])
  })

  it('are read from the database when the log is lost', async () => {
    test.library.closeAllNow()
    writeFileSync(`${test.file}.unsent`, '')
    await test.reopen()
    expect(await titles()).toEqual(['Second', 'First'])
  })

  it('are not stored as plain text in any file', async () => {
    await save('a', 'A secret title', 3)
    for (const suffix of ['', '-wal', '.unsent']) {
      expect(readFileSync(`${test.file}${suffix}`).includes('A secret title')).toBe(false)
    }
  })
})
