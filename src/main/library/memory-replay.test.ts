// The person's work in a library in memory, before and after it crashed. The real library answers in this process, as
// every test would start two otherwise; changes/unconfirmed.test.ts kills real ones.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { mostDrafts } from '../../contract/features/insights'
import { noWeights } from '../../contract/features/priorities'
import { defaultViews } from '../../contract/features/saved-views'
import {
  type LibraryMethod,
  type LibraryRequest,
  libraryCalls,
  type NewChange,
  type OpenLibrary,
} from '../../contract/library'
import { answerRequest, createLibrary } from '../../library/library'
import { generateInsight, insightId } from '../../library/testing/generated-insights'
import { addConfirmed, editChange, markChange, settleChange } from '../../library/testing/moved-changes'
import { giveLabels } from '../../library/testing/opened-library'
import { systemClock } from '../clock'
import { createFakeProcess } from '../testing/fake-process'
import { createLibraryClient, type LibraryClient } from './library-client'
import { createMemoryReplay, mostEndedChanges } from './memory-replay'

const workspace = { environment: 'sandbox', organisationId: 'o', workspaceId: 'w' } as const
const { environment } = workspace
const at = '2025-06-01T10:00:00.000Z'
const memory: OpenLibrary = { environment, file: null, key: null, generation: 'memory' }
const done = { environment, state: 'done', insight: null, settledAt: at } as const
const discarded = { environment, changeId: 'creation', state: 'discarded', error: null, settledAt: at } as const
const creation = {
  ...({ changeId: 'creation', workspace, createdAt: at, kind: 'createInsight', targetId: 'i' } as const),
  body: { id: 'i', type: 'Bug', title: 'T', description: '', organisationId: 'o', workspaceId: 'w' },
} satisfies NewChange

/** The workspace of the generated insights. */
const listed = {
  environment,
  organisationId: '11111111-1111-4111-8111-111111111111',
  workspaceId: '22222222-2222-4222-8222-222222222222',
} as const
const insightOfList = (combinedScore: number) => ({ ...generateInsight(1), seen: false, combinedScore })

function deletion(changeId: string): NewChange {
  return { changeId, workspace, createdAt: at, kind: 'deleteOutcome', targetId: changeId, body: null }
}

/** Ends as a process that is killed: nothing in memory is left, and calls in flight are never answered. */
let crash: () => void
let client: LibraryClient
let library: LibraryClient['library']
let reopened: number[]

function forkHere() {
  const here = createLibrary({ now: () => new Date(), log: () => {} })
  const forked = createFakeProcess((request, self) => {
    void answerRequest(here, request as LibraryRequest, () => {}).then((reply) => self.answer(reply))
  })
  forked.on('exit', () => here.closeAllNow())
  crash = () => forked.exit(137)
  return forked
}

beforeEach(async () => {
  reopened = []
  client = createLibraryClient({
    fork: forkHere,
    clock: systemClock,
    log: { info: () => {}, defect: () => 'id' },
    onReopened: (_, { recoveredChanges }) => reopened.push(recoveredChanges),
  })
  library = client.library
  await library.open(memory)
})
afterEach(() => client.dispose())

const mark = (changeId: string, state: 'sending' | 'unknown' | 'failed') =>
  markChange(library, { environment, changeId, state, error: null })

const saveDraft = (title: string, changeId: string | null = null) =>
  library.saveDraft({ workspace, changeId, values: { title }, savedAt: at })

async function state() {
  return {
    pending: await library.pendingChanges({ environment }),
    activity: await library.queryActivity({ environment, workspace, text: '', offset: 0, limit: 500 }),
    metrics: await library.listMetrics({ workspace }),
    draft: await library.readDraft({ workspace }),
    edit: await library.readDraft({ workspace, changeId: 'creation' }),
  }
}

/** Compares the state before and after a crash, and returns the latter. */
async function compareAcrossCrash() {
  const before = await state()
  crash()
  const after = await state()
  expect(after).toEqual(before)
  return after
}

const draftTitle = (draft: Awaited<ReturnType<typeof state>>['draft']) => draft?.values.title ?? null

test('restores changes with their states, the activity and drafts after each crash', async () => {
  for (const id of ['waits', 'sent', 'lost', 'ended']) await addConfirmed(library, deletion(id))
  await library.addChange(deletion('unconfirmed'))
  for (const id of ['sent', 'lost']) await mark(id, 'sending')
  await mark('lost', 'unknown')
  await settleChange(library, { ...done, changeId: 'ended' })
  await saveDraft('Typed')
  const { pending, activity, draft } = await compareAcrossCrash()
  expect(pending.map(({ changeId, state, needsReview }) => [changeId, state, needsReview])).toEqual([
    ['waits', 'waiting', false],
    ['sent', 'sending', false],
    ['lost', 'unknown', false],
    ['unconfirmed', 'waiting', true],
  ])
  expect(activity.rows.map(({ changeId }) => changeId)).toContain('ended')
  expect(draftTitle(draft)).toBe('Typed')
  await compareAcrossCrash()
  expect(reopened).toEqual([4, 4])
})

test('restores a change that was updated after its retry time was cleared', async () => {
  await addConfirmed(library, creation)
  const [entry] = await library.pendingChanges({ environment })
  if (!entry) throw new Error('The change is not in the journal.')
  await library.moveChange({ environment, ...entry, retryAt: at })
  await library.retryNow({ environment, ofWorkspace: null, isAfterRestart: false })
  await mark('creation', 'sending')
  const { pending } = await compareAcrossCrash()
  expect(pending).toMatchObject([{ state: 'sending', retryAt: null, version: 5 }])
})

test('does not restore a draft that became a change or was discarded', async () => {
  await saveDraft('T')
  await library.addChange(creation)
  expect(draftTitle((await compareAcrossCrash()).draft)).toBeNull()
  await saveDraft('Another')
  await library.discardDraft({ workspace })
  expect(draftTitle((await compareAcrossCrash()).draft)).toBeNull()
})

test('restores a failed change and then its edit, with attempts and review, without the draft of the edit', async () => {
  await addConfirmed(library, creation)
  for (const state of ['sending', 'sending', 'failed'] as const) await mark('creation', state)
  await library.requireReview({ environment, changeIds: ['creation', 'gone'] })
  await saveDraft('Edited', 'creation')
  const failed = await compareAcrossCrash()
  expect(failed.pending).toMatchObject([{ state: 'failed', attempts: 2, needsReview: true }])
  expect(draftTitle(failed.edit)).toBe('Edited')
  await editChange(library, { ...creation, body: { ...creation.body, title: 'Edited' } })
  const edited = await compareAcrossCrash()
  expect(edited.pending).toMatchObject([
    { state: 'waiting', body: { title: 'Edited' }, needsReview: true, isEdited: true },
  ])
  expect(edited.edit).toBeNull()
})

test('restores the text of a discarded creation as the draft, until that draft is discarded', async () => {
  await library.addChange(creation)
  await settleChange(library, { ...discarded, restoresDraft: true })
  expect(draftTitle((await compareAcrossCrash()).draft)).toBe('T')
  await library.discardDraft({ workspace })
  expect(draftTitle((await compareAcrossCrash()).draft)).toBeNull()
})

test('restores the registered metrics, without the removed ones', async () => {
  for (const metricId of ['a', 'b']) await library.saveMetric({ workspace, metricId, label: metricId, addedAt: at })
  await library.removeMetric({ workspace, metricId: 'a' })
  expect((await compareAcrossCrash()).metrics).toMatchObject([{ metricId: 'b' }])
})

test('restores the last decision, note and labels of each record', async () => {
  const record = { workspace, kind: 'insight', id: 'i' } as const
  const decide = (status: 'reviewed' | 'open') =>
    library.decideTriage({ ...record, decision: { status }, decidedAt: at })
  await decide('open')
  await decide('reviewed')
  for (const note of ['First', 'Second']) await library.setNote({ ...record, note })
  await giveLabels(library, record, ['Q3'])
  await library.setNote({ ...record, kind: 'topic', note: 'Another' })
  await compareAcrossCrash()
  expect(await library.getTriage(record)).toEqual({
    ...{ status: 'reviewed', decidedAt: at, until: null },
    ...{ note: 'Second', labels: ['Q3'] },
  })
  expect(await library.getTriage({ ...record, kind: 'topic' })).toMatchObject({ status: 'open', note: 'Another' })
})

test('restores notes and a brief with the text they were joined to', async () => {
  const record = { workspace, kind: 'insight', id: 'i' } as const
  await library.setNote({ ...record, note: 'Unseen' })
  await library.setNote({ ...record, note: 'Typed', began: '' })
  await library.setPriorityNote({ ...opportunity, note: 'Unseen' })
  await library.setPriorityNote({ ...opportunity, note: 'Typed', began: '' })
  await library.keepBrief({ ...brief, keptAt: at })
  const began = { claim: null, reason: null, quotes: null }
  await library.keepBrief({ ...brief, edit: { ...began, claim: 'Typed' }, began, keptAt: at })
  const before = await ranked()
  expect(JSON.stringify(before)).toContain('Unseen\\n\\nTyped')
  await compareAcrossCrash()
  expect(await ranked()).toEqual(before)
  expect(await library.getTriage(record)).toMatchObject({ note: 'Unseen\n\nTyped' })
  expect(await library.keptBrief(brief)).toMatchObject({ edit: { claim: 'Riders want range\n\nTyped' } })
})

test('restores saved views, in their order and without the deleted ones', async () => {
  const [first] = defaultViews
  if (first === undefined) throw new Error('there is no default view')
  const save = (id: string, name: string) => library.saveSavedView({ workspace, view: { ...first, id, name } })
  await save('a', 'First')
  await save('b', 'Second')
  await library.removeSavedView({ workspace, id: 'rising' })
  await library.orderSavedViews({ workspace, ids: ['b', 'a'] })
  await save('a', 'Renamed')
  await compareAcrossCrash()
  const names = (await library.listSavedViews({ workspace })).map(({ name }) => name)
  expect(names).toEqual(['Second', 'Renamed', 'Top unseen', 'No opportunity yet'])
})

const ofInsight = { workspace: listed, kind: 'insight', id: insightId(1) } as const
const withOpportunity = Array.from({ length: 40 }, (_, number) => generateInsight(number + 1)).find(
  ({ opportunities }) => opportunities.length > 0,
)
const opportunity = { workspace: listed, kind: 'opportunity', id: withOpportunity?.opportunities[0]?.id ?? '' } as const
const brief = {
  ...{ workspace: listed, subject: { kind: 'opportunity', id: opportunity.id } as const },
  edit: { claim: 'Riders want range', reason: null, quotes: null },
  figures: {
    ...{ insights: 1, unseen: 0, unscored: 0, unproven: 0, hidden: 0, strongest: null, feedback: 0, sentiment: null },
    ...{
      positive: 0,
      neutral: 0,
      negative: 0,
      otherSentiments: [],
      sources: [],
      oldest: null,
      newest: null,
      recent: 0,
    },
  },
} as const
const scoringModel = { id: 'mine', name: 'Mine', weights: { ...noWeights, feedback: 60 } }
const [savedView] = defaultViews

async function syncInsights(items: readonly object[]) {
  const { syncId } = await library.beginSync({ workspace: listed, resource: 'insights', startedAt: at })
  await library.appendSync({ syncId, bytes: new Uint8Array(Buffer.from(JSON.stringify({ data: items }))) })
  await library.commitSync({ syncId, validators: null })
}

async function ranked() {
  await syncInsights([withOpportunity ?? {}])
  return library.listDecisions({ workspace: listed, kind: 'opportunity' })
}

const twins = [1, 2].map((number) => ({ ...generateInsight(number), topicEmbeddings: [1, number] }))
const dismissal = { workspace: listed, ids: [insightId(1), insightId(2)] as [string, string], dismissedAt: at }
async function pairs() {
  await syncInsights(twins)
  for (;;) {
    const found = await library.findDuplicates({ workspace: listed })
    if (found.progress === 1) return found.pairs
  }
}

interface Saving {
  readonly save: () => Promise<unknown>
  readonly read: () => Promise<unknown>
}

const triaged = () => library.getTriage(ofInsight)
const views = () => library.listSavedViews({ workspace: listed })
const topics = () => library.listTopics({ workspace: listed })
const topicId = (number: number) => `00000008-0000-4000-8000-00000000000${number}`
const keepTopic = (number: number, title = 'Brakes') =>
  library.keepTopic({ workspace: listed, topic: { id: topicId(number), title }, readAt: at })
const models = () => library.listScoringModels({ workspace: listed })
const pending = () => library.pendingChanges({ environment })
/** Keyed by the call that saves. */
const saving: Partial<Record<LibraryMethod, Saving>> = {
  saveMetric: {
    save: () => library.saveMetric({ workspace: listed, metricId: 'm', label: 'Churn', addedAt: at }),
    read: () => library.listMetrics({ workspace: listed }),
  },
  decideTriage: {
    save: () => library.decideTriage({ ...ofInsight, decision: { status: 'reviewed' }, decidedAt: at }),
    read: triaged,
  },
  decideAll: {
    save: () => {
      const decisions = [{ ids: [ofInsight.id], decision: { status: 'reviewed' } as const, from: null }]
      return library.decideAll({ workspace: listed, kind: 'insight', decisions, decidedAt: at })
    },
    read: triaged,
  },
  labelAll: {
    save: () => {
      const changes = [{ ids: [ofInsight.id], add: ['Q3'], remove: [] }]
      return library.labelAll({ workspace: listed, kind: 'insight', changes })
    },
    read: triaged,
  },
  setNote: { save: () => library.setNote({ ...ofInsight, note: 'Call back' }), read: triaged },
  saveSavedView: {
    save: async () =>
      savedView && library.saveSavedView({ workspace: listed, view: { ...savedView, id: 'mine', name: 'Mine' } }),
    read: views,
  },
  removeSavedView: {
    save: async () => savedView && library.removeSavedView({ workspace: listed, id: savedView.id }),
    read: views,
  },
  orderSavedViews: {
    save: () => library.orderSavedViews({ workspace: listed, ids: defaultViews.map(({ id }) => id).reverse() }),
    read: views,
  },
  pinTopic: {
    save: async () => {
      await keepTopic(1)
      await library.pinTopic({ workspace: listed, id: topicId(1), isPinned: true })
      await keepTopic(1, 'Renamed')
    },
    read: topics,
  },
  keepBrief: {
    save: () => library.keepBrief({ ...brief, keptAt: at }),
    read: () => library.keptBrief({ workspace: listed, subject: brief.subject }),
  },
  saveScoringModel: { save: () => library.saveScoringModel({ workspace: listed, model: scoringModel }), read: models },
  decidePriority: {
    save: () => library.decidePriority({ ...opportunity, ids: [opportunity.id], decision: 'now', decidedAt: at }),
    read: ranked,
  },
  restorePriorities: {
    save: async () => {
      await library.decidePriority({ ...opportunity, ids: [opportunity.id], decision: 'now', decidedAt: at })
      const later = { ids: [opportunity.id], decidedAt: '2026-02-01T00:00:00.000Z' }
      const { undo } = await library.decidePriority({ ...opportunity, ...later, decision: 'later' })
      await library.restorePriorities({ ...opportunity, ...undo })
    },
    read: ranked,
  },
  setPriorityNote: { save: () => library.setPriorityNote({ ...opportunity, note: 'Ask legal' }), read: ranked },
  dismissDuplicate: { save: () => library.dismissDuplicate({ ...dismissal, isDismissed: true }), read: pairs },
  addChange: { save: () => library.addChange(creation), read: pending },
  saveDraft: { save: () => saveDraft('Typed'), read: () => library.readDraft({ workspace }) },
}
/** Tested above and below. */
const others = ['editChange', 'removeScoringModel']

test('has an entry for every call that saves what a person typed', () => {
  const methods = (Object.keys(libraryCalls) as LibraryMethod[]).filter((method) => libraryCalls[method].savesInput)
  expect([...Object.keys(saving), ...others].sort()).toEqual(methods.sort())
})

test.each(Object.entries(saving))('restores the data saved by %s', async (_, { save, read }) => {
  const unsaved = await read()
  await save()
  const saved = await read()
  expect(saved).not.toEqual(unsaved)
  crash()
  expect(await read()).toEqual(saved)
})

test('restores the topics that were not forgotten, with their last pin state', async () => {
  for (const number of [1, 2, 3]) await keepTopic(number)
  for (const number of [1, 2]) await library.pinTopic({ workspace: listed, id: topicId(number), isPinned: true })
  await library.forgetTopic({ workspace: listed, id: topicId(1) })
  await library.pinTopic({ workspace: listed, id: topicId(2), isPinned: false })
  await library.pinTopic({ workspace: listed, id: topicId(3), isPinned: true })
  crash()
  expect((await topics()).map(({ id, isPinned }) => [id, isPinned])).toEqual([
    [topicId(3), true],
    [topicId(2), false],
  ])
})

test('does not restore a deleted scoring model or an older edit of a brief', async () => {
  await library.saveScoringModel({ workspace: listed, model: scoringModel })
  await library.removeScoringModel({ workspace: listed, id: scoringModel.id })
  await library.keepBrief({ ...brief, keptAt: at })
  const edit = { ...brief.edit, reason: 'They say so.' }
  await library.keepBrief({ ...brief, edit, keptAt: at })
  await library.keepBrief({ ...brief, subject: { kind: 'solution', id: opportunity.id }, keptAt: at })
  crash()
  expect(await models()).toEqual([])
  expect(await library.keptBrief({ workspace: listed, subject: brief.subject })).toMatchObject({ edit })
})

test.each([
  ['alone', 'before'],
  ['alone', 'after'],
  ['with others', 'before'],
  ['with others', 'after'],
] as const)('reopens an insight snoozed %s if its score changed %s the crash', async (how, moment) => {
  const record = { workspace: listed, kind: 'insight', id: insightId(1) } as const
  const sync = (combinedScore: number) => syncInsights([insightOfList(combinedScore)])
  await sync(1)
  const decision = { status: 'snoozed', until: null } as const
  const { id, ...ofList } = record
  if (how === 'alone') await library.decideTriage({ ...record, decision, decidedAt: at })
  else await library.decideAll({ ...ofList, decisions: [{ ids: [id], decision, from: null }], decidedAt: at })
  if (moment === 'before') await sync(5)
  crash()
  await sync(5)
  expect(await library.getTriage(record)).toMatchObject({ status: 'open' })
})

test('replays nothing that was moved to disk, and nothing after the library was closed', async () => {
  await library.addChange(deletion('waits'))
  const folder = await mkdtemp(path.join(tmpdir(), 'discovery-desk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'sandbox.db')
  await library.open({ environment, file, key: 'ab'.repeat(32), generation: 'g' })
  await library.addChange(deletion('in the file'))
  await compareAcrossCrash()
  await library.close({ environment })
  await library.open(memory)
  expect((await compareAcrossCrash()).pending).toEqual([])
  expect(reopened).toEqual([0, 0])
})

test('keeps only the last retryNow of each kind, after the changes whose retry times it cleared', async () => {
  const replay = createMemoryReplay()
  const other = { ...workspace, workspaceId: 'other' }
  replay.note(environment, 'addChange', deletion('waits'), null)
  for (let number = 0; number < 100; number += 1) {
    for (const ofWorkspace of [workspace, other, null]) {
      replay.note(environment, 'retryNow', { environment, ofWorkspace, isAfterRestart: false }, null)
    }
  }
  replay.note(environment, 'retryNow', { environment, ofWorkspace: null, isAfterRestart: true }, null)
  replay.note(environment, 'moveChange', { environment, changeId: 'waits', retryAt: at }, null)
  replay.note(environment, 'retryNow', { environment, ofWorkspace: workspace, isAfterRestart: false }, null)
  const calls: string[] = []
  await replay.replay(environment, async (method, input) => {
    const { ofWorkspace } = input as { readonly ofWorkspace?: typeof workspace | null }
    calls.push(ofWorkspace === undefined ? method : `${method} ${ofWorkspace?.workspaceId ?? 'all'}`)
  })
  const [all, once] = ['retryNow all', 'retryNow w']
  expect(calls).toEqual(['addChange', 'retryNow other', all, all, 'moveChange', once])
})

test('keeps only the last note of each record', async () => {
  const replay = createMemoryReplay()
  for (const note of ['A', 'As', 'Ask'])
    for (const id of ['one', 'two']) replay.note(environment, 'setPriorityNote', { ...opportunity, id, note }, note)
  const notes: unknown[] = []
  await replay.replay(environment, async (_, input) => notes.push(input))
  expect(notes).toEqual(['one', 'two'].map((id) => ({ ...opportunity, id, note: 'Ask' })))
})

test('keeps only the last of many drafts, and the calls of open changes and the newest ended ones', async () => {
  const replay = createMemoryReplay()
  const note = (method: 'addChange' | 'moveChange' | 'requireReview' | 'settleChange', input: object) =>
    replay.note(environment, method, input, null)
  replay.note(environment, 'addChange', deletion('waits'), null)
  for (let number = 0; number < mostEndedChanges + 500; number += 1) {
    const changeId = `change-${number}`
    note('addChange', deletion(changeId))
    note('requireReview', { environment, changeIds: [changeId] })
    note('settleChange', { ...done, changeId })
    replay.note(environment, 'saveDraft', { workspace, values: { title: `${number}` }, savedAt: at }, null)
  }
  const calls: { readonly method: string; readonly input: unknown }[] = []
  await replay.replay(environment, async (method, input) => calls.push({ method, input }))
  expect(calls).toHaveLength(1 + 3 * mostEndedChanges + 1)
  expect(calls[0]).toEqual({ method: 'addChange', input: deletion('waits') })
  expect(calls[1]).toEqual({ method: 'addChange', input: deletion('change-500') })
  expect(calls.at(-1)).toMatchObject({ method: 'saveDraft', input: { values: { title: '1499' } } })
})

test('does not restore drafts of creations that ended too long ago to be replayed', async () => {
  const replay = createMemoryReplay()
  const note = (method: 'saveDraft' | 'addChange' | 'settleChange', input: object) =>
    replay.note(environment, method, input, null)
  const count = mostDrafts + 1
  for (let number = 1; number <= count; number += 1) {
    const [changeId, draftId] = [`creation ${number}`, `draft ${number}`]
    note('saveDraft', { workspace, draftId, values: { title: 'Sent' }, savedAt: at })
    note('addChange', { ...creation, changeId, draftId })
    note('settleChange', { ...done, changeId })
  }
  for (let number = 1; number <= mostEndedChanges; number += 1) note('settleChange', { ...done, changeId: `${number}` })
  const saved: unknown[] = []
  await replay.replay(environment, async (method, input) => {
    if (method === 'saveDraft') saved.push(input)
  })
  // More of them than the library takes, so it would not come back at all.
  expect(saved).toEqual([])
})

test('keeps a discarded creation until the draft restored from it is sent', async () => {
  const replay = createMemoryReplay()
  const note = (method: 'saveDraft' | 'addChange' | 'settleChange', input: object) =>
    replay.note(environment, method, input, null)
  const endOthers = (prefix: string) => {
    for (let number = 0; number < mostEndedChanges; number += 1)
      note('settleChange', { ...done, changeId: `${prefix}${number}` })
  }
  const creations = async () => {
    const found: unknown[] = []
    await replay.replay(environment, async (method, input) => {
      if (method === 'addChange') found.push((input as NewChange).changeId)
    })
    return found
  }
  note('saveDraft', { workspace, draftId: 'd', values: { title: 'T' }, savedAt: at })
  note('addChange', { ...creation, draftId: 'd' })
  note('settleChange', { ...discarded, restoresDraft: true })
  endOthers('a')
  expect(await creations()).toEqual(['creation'])
  note('addChange', { ...creation, changeId: 'again', draftId: 'd' })
  note('settleChange', { ...done, changeId: 'again' })
  endOthers('b')
  expect(await creations()).toEqual([])
})

test('restores every draft, even if a discarded creation brought back one more than the limit', async () => {
  const save = (draftId: string) => library.saveDraft({ workspace, draftId, values: { title: draftId }, savedAt: at })
  for (let number = 0; number < mostDrafts; number += 1) await save(`${number}`)
  await library.addChange({ ...creation, draftId: '0' })
  await save('another')
  await settleChange(library, { ...discarded, restoresDraft: true })
  await save('5')
  crash()
  expect(await library.listDrafts({ workspace })).toHaveLength(mostDrafts + 1)
})
