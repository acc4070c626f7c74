import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { connect } from '../store/connection'
import { generateInsight } from '../testing/generated-insights'
import { editChange, entryOf, markChange, settleChange } from '../testing/moved-changes'
import {
  activityRows,
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { serviceChange, settleDone } from '../testing/service-changes'

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
})
afterEach(() => test.remove())

const environment = 'sandbox'
const error = new AppError('REFUSED', 'The title is too long.').report
const refused = newChange(1, 'Far too long')
const edited = { ...refused, body: { ...refused.body, title: 'Short', description: 'Edited.' } }

async function refuse(change = refused) {
  await test.library.addChange(change)
  await markChange(test.library, { environment, changeId: change.changeId, state: 'sending', error: null })
  await markChange(test.library, { environment, changeId: change.changeId, state: 'failed', error })
}
const titles = async (text = '') =>
  (await test.library.queryInsights(insightQuery({ text }))).rows.map((row) => row.title)

it('stores the edit of a failed creation, shows it in the list and sets it back to waiting', async () => {
  await syncItems(test.library, [generateInsight(5)])
  await refuse()
  await editChange(test.library, edited)
  await test.reopen()
  // A signature of the old body would not verify any more.
  expect(await test.library.pendingChanges({ environment })).toEqual([
    entryOf(edited, { version: 4, attempts: 1, isEdited: true }),
  ])
  expect(await titles('short')).toEqual(['Short'])
  expect(await titles('far long')).toEqual([])
  expect(await test.library.queryInsights(insightQuery())).toMatchObject({ all: 2 })
  await settleChange(test.library, {
    environment,
    changeId: edited.changeId,
    state: 'discarded',
    error: null,
    settledAt: '',
  })
  expect(await titles('short')).toEqual([])
})

it('lets an edit give the new insight another ID, in case its own is taken, with all that was written about it', async () => {
  const { library } = test
  await refuse()
  const subject = { kind: 'insight', id: refused.targetId } as const
  const other = newChange(2).targetId
  const between = `${refused.targetId}5`
  await library.setNote({ workspace, ...subject, note: 'Ask Anna' })
  await library.decidePriority({ workspace, kind: 'insight', ids: [subject.id], decision: 'now', decidedAt: 'today' })
  const { figures } = await library.getBrief({ workspace, subject, includesHidden: false })
  const edit = { claim: 'Riders want range', reason: null, quotes: null }
  await library.keepBrief({ workspace, subject, edit, figures, keptAt: 'today' })
  const dismissed = { workspace, isDismissed: true, dismissedAt: 'today' }
  await library.dismissDuplicate({ ...dismissed, ids: [subject.id, between] })
  await editChange(library, { ...edited, targetId: other, body: { ...edited.body, id: other } })
  await settleDone(library, edited.changeId)
  expect((await library.queryInsights(insightQuery())).rows.map(({ id }) => id)).toEqual([other])

  expect(await library.getTriage({ workspace, ...subject, id: other })).toMatchObject({ note: 'Ask Anna' })
  const decisions = (await activityRows(library)).filter(({ kind }) => kind === 'decide')
  expect(decisions).toMatchObject([{ targetId: other, decided: { decision: 'now' } }])
  expect(await library.keptBrief({ workspace, subject: { ...subject, id: other } })).toMatchObject({ edit })
  expect(await library.keptBrief({ workspace, subject })).toBeNull()
  await library.close({ environment })
  const connection = connect({ file: test.file, key: test.key })
  const pairs = connection.all('SELECT insight_id AS id, other_id AS other FROM not_duplicates', [])
  connection.close()
  expect(pairs).toEqual([{ id: between, other }])
})

it('keeps the service’s version when the insight has arrived after all', async () => {
  await refuse()
  await syncItems(test.library, [{ ...generateInsight(5), id: refused.targetId, title: 'As it arrived' }])
  await editChange(test.library, edited)
  expect(await titles()).toEqual(['As it arrived'])
})

it.each([
  ['waiting', ['waiting']],
  ['sending', ['sending']],
  ['unknown', ['sending', 'unknown']],
] as const)('refuses to edit a change that became %s, and leaves it as it is', async (became, states) => {
  await test.library.addChange(refused)
  for (const state of states) {
    await markChange(test.library, { environment, changeId: refused.changeId, state, error: null })
  }
  const before = await test.library.pendingChanges({ environment })
  expect(before).toMatchObject([{ state: became }])
  await expect(editChange(test.library, edited)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await test.library.pendingChanges({ environment })).toEqual(before)
  expect(await titles()).toEqual(['Far too long'])
})

it('accepts only the first of two edits based on the same version', async () => {
  await refuse()
  const [{ version } = { version: 0 }] = await test.library.pendingChanges({ environment })
  await test.library.editChange({ ...edited, version })
  await expect(test.library.editChange({ ...edited, version })).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('refuses to edit a change of another kind or one that does not exist', async () => {
  await test.library.addChange(serviceChange(refused.changeId, { kind: 'deleteOutcome', targetId: 'g', body: null }))
  await markChange(test.library, { environment, changeId: refused.changeId, state: 'failed', error })
  await expect(editChange(test.library, edited)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(editChange(test.library, { ...edited, changeId: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('keeps an edit’s draft apart from a new insight’s until the edit is stored or discarded or the change settles', async () => {
  const { changeId } = refused
  const draft = { workspace, changeId, values: { title: 'Half edited' }, savedAt: 'now' }
  await test.library.saveDraft(draft)
  expect(await test.library.readDraft({ workspace, changeId })).toBeNull()
  await refuse()
  await test.library.saveDraft(draft)
  await test.library.saveDraft({ workspace, values: { title: 'Something new' }, savedAt: 'then' })
  await test.reopen()
  expect(await test.library.readDraft({ workspace, changeId })).toEqual({ values: draft.values, savedAt: 'now' })
  await editChange(test.library, edited)
  expect(await test.library.readDraft({ workspace, changeId })).toBeNull()
  expect(await test.library.readDraft({ workspace })).toMatchObject({ values: { title: 'Something new' } })
  await markChange(test.library, { environment, changeId, state: 'failed', error })
  await test.library.saveDraft(draft)
  await test.library.discardDraft({ workspace, changeId })
  expect(await test.library.readDraft({ workspace, changeId })).toBeNull()
  await test.library.saveDraft(draft)
  await settleDone(test.library, changeId)
  expect(await test.library.readDraft({ workspace, changeId })).toBeNull()
  expect(await test.library.readDraft({ workspace })).toMatchObject({ values: { title: 'Something new' } })
})
