// A library that had to begin in memory goes on in its file as soon as there is a key: with the data of the file, and
// with all that a person did meanwhile.

import { truncateSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addConfirmed, editChange, markChange, settleChange } from '../testing/moved-changes'
import {
  activityRows,
  insightQuery,
  newChange,
  openTestLibrary,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

const environment = 'sandbox'
const inMemory = { environment, file: null, key: null, generation: 'memory' } as const
const earlier = { workspace, values: { title: 'Typed last week' }, savedAt: '2025-06-01T11:00:00.000Z' }
const later = { workspace, values: { title: 'Typed just now' }, savedAt: '2025-06-08T11:00:00.000Z' }

let now: () => Date
let test: TestLibrary
beforeEach(async () => {
  now = () => new Date()
  test = await openTestLibrary('file', () => now())
  await addConfirmed(test.library, newChange(1))
  await test.library.close({ environment })
})
afterEach(() => test.remove())

const ids = async () => (await test.library.pendingChanges({ environment })).map(({ changeId }) => changeId)
const draft = async () => (await test.library.readDraft({ workspace }))?.values.title

it('moves changes, their states, activity and drafts into the file and into its log', async () => {
  await test.library.open(inMemory)
  for (const number of [2, 3, 4]) await test.library.addChange(newChange(number))
  await markChange(test.library, { environment, changeId: 'change-2', state: 'sending', error: null })
  const end = { state: 'done', insight: null, settledAt: '2025-06-03T00:00:00.000Z' } as const
  await settleChange(test.library, { environment, changeId: 'change-4', ...end })
  await test.library.saveDraft(later)
  const [carried] = await test.library.pendingChanges({ environment })

  expect(await test.reopen()).toMatchObject({ state: 'opened', reason: null })
  expect(await ids()).toEqual(['change-1', 'change-2', 'change-3'])
  expect(await test.library.pendingChanges({ environment })).toContainEqual(carried)
  expect((await activityRows(test.library)).map(({ changeId }) => changeId)).toContain('change-4')
  expect(await draft()).toBe('Typed just now')
  await settleChange(test.library, { environment, changeId: 'change-2', ...end })

  await test.library.close({ environment })
  truncateSync(test.file ?? '', 0)
  expect(await test.reopen()).toMatchObject({ state: 'rebuilt', recoveredChanges: 2, mayHaveLostChanges: false })
  expect(await ids()).toEqual(['change-1', 'change-3'])
  expect(await draft()).toBe('Typed just now')
})

it.each([
  ['', earlier, later],
  [', though the clock was set back', { ...earlier, savedAt: later.savedAt }, { ...later, savedAt: earlier.savedAt }],
])('keeps the draft typed in memory%s, and the one in the file as a discarded change', async (_, inFile, typed) => {
  await test.reopen()
  await test.library.saveDraft(inFile)
  await test.library.close({ environment })
  await test.library.open(inMemory)
  await test.library.saveDraft(typed)
  await test.reopen()
  expect(await draft()).toBe('Typed just now')
  expect((await activityRows(test.library)).filter(({ state }) => state === 'discarded')).toMatchObject([
    { kind: 'createInsight', title: 'Typed last week' },
  ])
})

it('requires review of a link in the file that a later one in memory superseded, whatever the clock said', async () => {
  const link = (changeId: string, kind: 'linkMetric' | 'unlinkMetric', goal = 'goal') =>
    ({ ...{ changeId, kind, workspace, targetId: 'metric' }, body: { outcomeIds: [goal] }, createdAt: '' }) as const
  await test.reopen()
  await addConfirmed(test.library, { ...link('older', 'linkMetric'), createdAt: '2025-06-02T00:00:00.000Z' })
  await addConfirmed(test.library, link('of another goal', 'linkMetric', 'another'))
  await test.library.close({ environment })
  await test.library.open(inMemory)
  await test.library.addChange({ ...link('newer', 'unlinkMetric'), createdAt: '2025-06-01T00:00:00.000Z' })
  await settleChange(test.library, { environment, changeId: 'newer', state: 'done', insight: null, settledAt: '' })
  await addConfirmed(test.library, link('newest', 'linkMetric'))
  await test.reopen()
  const told = async () =>
    (await test.library.pendingChanges({ environment })).map(({ changeId, needsReview }) => [changeId, needsReview])
  const expected = [
    ['change-1', false],
    ['older', true],
    ['of another goal', false],
    ['newest', false],
  ]
  expect(await told()).toEqual(expected)
  expect(await test.library.isSuperseded({ environment, changeId: 'older' })).toBe(true)
  expect(await test.library.isSuperseded({ environment, changeId: 'of another goal' })).toBe(false)
  // The same from the log.
  await test.library.close({ environment })
  truncateSync(test.file ?? '', 0)
  expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
  expect(await test.library.isSuperseded({ environment, changeId: 'older' })).toBe(true)
})

it('requiresReview marks the pending changes in the file for review, not later ones or those from memory', async () => {
  const told = async () => (await test.library.pendingChanges({ environment })).map(({ needsReview }) => needsReview)
  await test.library.open(inMemory)
  await addConfirmed(test.library, newChange(2))
  await test.reopen({ requiresReview: true })
  await addConfirmed(test.library, newChange(3))
  expect(await told()).toEqual([true, false, false])
  await test.reopen()
  expect(await told()).toEqual([true, false, false])
})

it('stays in memory with all changes when the file cannot be opened', async () => {
  await test.library.open(inMemory)
  await test.library.addChange(newChange(2))
  const nowhere = { environment, file: '/dev/null/sandbox.db', key: 'ab'.repeat(32), generation: 'first' } as const
  await expect(test.library.open(nowhere)).rejects.toThrow()
  expect(await ids()).toEqual(['change-2'])
})

it('leaves nothing of a move in the file when it fails after the changes were written', async () => {
  await test.library.open(inMemory)
  await addConfirmed(test.library, newChange(2))
  // Asked for last, for the snoozes that have ended.
  now = () => {
    throw new Error('It failed.')
  }
  await expect(test.reopen({ requiresReview: true })).rejects.toThrow('It failed.')
  now = () => new Date()
  const end = { state: 'discarded', error: null, settledAt: '2025-06-03T00:00:00.000Z' } as const
  await settleChange(test.library, { environment, changeId: 'change-2', ...end })
  await test.library.close({ environment })
  await test.reopen()
  expect(await test.library.pendingChanges({ environment })).toMatchObject([
    { changeId: 'change-1', needsReview: false },
  ])
})

it('replaces the changes that a move left in the file when it was cut off by those in memory', async () => {
  const rejected = { environment, changeId: 'change-2', state: 'failed', error: null } as const
  const editing = { workspace, changeId: 'change-2', values: { title: 'Edited' }, savedAt: '' }
  const begin = async () => {
    await test.library.open(inMemory)
    for (const number of [2, 3, 4]) await addConfirmed(test.library, newChange(number))
    await markChange(test.library, rejected)
    await test.library.saveDraft(editing)
  }
  await begin()
  await test.reopen()
  // The process ended before it could say so, and what was done in memory was done again in another one.
  await test.library.close({ environment })
  await begin()
  await editChange(test.library, newChange(2, 'Edited'))
  for (const state of ['sending', 'unknown'] as const) {
    await markChange(test.library, { environment, changeId: 'change-3', state, error: null })
  }
  const end = { state: 'discarded', error: null, settledAt: '2025-06-03T00:00:00.000Z' } as const
  await settleChange(test.library, { environment, changeId: 'change-4', ...end })
  const inMemoryOnly = await test.library.pendingChanges({ environment })

  const shown = async () => {
    const [first, ...others] = await test.library.pendingChanges({ environment })
    const { rows } = await test.library.queryInsights(insightQuery())
    const draft = await test.library.readDraft({ workspace, changeId: 'change-2' })
    return { first: first?.changeId, others, titles: rows.map(({ title }) => title), draft }
  }
  const expected = {
    ...{ first: 'change-1', others: inMemoryOnly, draft: null },
    titles: ['Change 1', 'Change 3', 'Edited'],
  }
  await test.reopen()
  expect(await shown()).toEqual(expected)
  // Opening it once more compares it with its log.
  expect(await test.reopen()).toMatchObject({ state: 'opened', mayHaveLostChanges: false })
  expect(await shown()).toEqual(expected)
})

it('has the links of metrics as the changes done in memory left them', async () => {
  const done = async (changeId: string, kind: 'linkMetric' | 'unlinkMetric', outcomeIds: string[]) => {
    await addConfirmed(test.library, {
      changeId,
      kind,
      workspace,
      targetId: 'metric',
      body: { outcomeIds },
      createdAt: '',
    })
    await settleChange(test.library, { environment, changeId, state: 'done', insight: null, settledAt: '' })
  }
  await test.reopen()
  await test.library.saveMetric({ workspace, metricId: 'metric', label: '', addedAt: '' })
  await done('linked', 'linkMetric', ['a', 'b'])
  await test.library.close({ environment })
  await test.library.open(inMemory)
  await done('unlinked', 'unlinkMetric', ['a'])
  await done('linked later', 'linkMetric', ['c'])
  await test.reopen()
  const [metric] = await test.library.listMetrics({ workspace })
  expect(metric?.links.map(({ outcomeId }) => outcomeId)).toEqual(['b', 'c'])
})

it('keeps the label of a metric and the pin of a topic from memory, which are newer than those in the file', async () => {
  const readAt = (minute: number) => `2025-06-01T10:0${minute}:00.000Z`
  const id = '00000008-0000-4000-8000-000000000001'
  await test.reopen()
  await test.library.saveMetric({ workspace, metricId: 'metric', label: 'Last week', addedAt: readAt(1) })
  await test.library.keepTopic({ workspace, topic: { id, title: 'Old' }, readAt: readAt(1) })
  await test.library.close({ environment })
  await test.library.open(inMemory)
  await test.library.saveMetric({ workspace, metricId: 'metric', label: 'Just now', addedAt: readAt(2) })
  await test.library.keepTopic({ workspace, topic: { id, title: 'New' }, readAt: readAt(2) })
  await test.library.pinTopic({ workspace, id, isPinned: true })
  await test.reopen()
  expect(await test.library.listMetrics({ workspace })).toMatchObject([{ label: 'Just now', addedAt: readAt(1) }])
  expect(await test.library.listTopics({ workspace })).toMatchObject([{ title: 'New', isPinned: true }])
})
