// Reviewed, snoozed, notes and labels, in memory and in the file, and through all that happens to a library.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Decisions, type TriageDecision, TriagedKind, triage } from '../../contract/features/triage'
import { mostAtOnce, mostLabels } from '../../contract/limits'
import { generateInsight, insightId } from '../testing/generated-insights'
import { editChange, markChange, settleChange } from '../testing/moved-changes'
import {
  giveLabels,
  insightQuery,
  newChange,
  openTestLibrary,
  recordQuery,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { settledAt } from '../testing/service-changes'

const environment = 'sandbox'
const decidedAt = '2025-06-02T10:00:00.000Z'
const untouched = { status: 'open', decidedAt: null, until: null, note: '', labels: [] }
const reviewed = { status: 'reviewed' } as const
const snoozedUntil = (until: string | null) => ({ status: 'snoozed', until }) as const
const scored = (number: number, combinedScore: number | undefined, rest: object = {}) => ({
  ...generateInsight(number),
  ...{ seen: false, combinedScore, ...rest },
})

let test: TestLibrary
afterEach(() => test.remove())

const of = (number: number) => ({ workspace, kind: 'insight', id: insightId(number) }) as const
const decide = (number: number, decision: TriageDecision) =>
  test.library.decideTriage({ ...of(number), decision, decidedAt })
const get = (number: number) => test.library.getTriage(of(number))
const page = (...filter: Parameters<typeof insightQuery>) => test.library.queryInsights(insightQuery(...filter))
const ids = async (...filter: Parameters<typeof insightQuery>) =>
  (await page(...filter)).rows.map(({ id }) => id).sort()
const left = () => ids({ triage: 'left' })

describe.each(['memory', 'file'] as const)('triage in a library (%s)', (kind) => {
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3), scored(4, 4, { seen: true })])
  })

  it.each(TriagedKind.options)(
    'keeps the decision, note and labels of any %s, and drops them when they are cleared',
    async (each) => {
      const record = { workspace, kind: each, id: 'some id' } as const
      expect(await test.library.getTriage(record)).toEqual(untouched)
      await test.library.decideTriage({ ...record, decision: reviewed, decidedAt })
      await test.library.setNote({ ...record, note: 'Ask Anna\u0000' })
      await giveLabels(test.library, record, ['Q3', 'brakes', 'Q3'])
      const decided = { status: 'reviewed', decidedAt, until: null, note: 'Ask Anna\ufffd', labels: ['Q3', 'brakes'] }
      expect(await test.library.getTriage(record)).toEqual(decided)
      const until = '2025-06-09'
      await test.library.decideTriage({ ...record, decision: snoozedUntil(until), decidedAt })
      expect(await test.library.getTriage(record)).toEqual({ ...decided, status: 'snoozed', until })
      const elsewhere = { ...workspace, workspaceId: 'another' }
      expect(await test.library.getTriage({ ...record, workspace: elsewhere })).toEqual(untouched)
      await test.library.decideTriage({ ...record, decision: { status: 'open' }, decidedAt })
      await test.library.setNote({ ...record, note: '' })
      const remove = ['Q3', 'brakes']
      await test.library.labelAll({ workspace, kind: each, changes: [{ ids: ['some id'], add: [], remove }] })
      expect(await test.library.getTriage(record)).toEqual(untouched)
    },
  )

  it('names the records that the workspace still has', async () => {
    const asked = [insightId(1), insightId(3), 'no such id']
    const existing = (kind: TriagedKind, where = workspace) =>
      test.library.existingRecords({ workspace: where, kind, ids: asked })
    expect([...(await existing('insight'))].sort()).toEqual([insightId(1), insightId(3)])
    expect(await existing('insight', { ...workspace, workspaceId: 'another' })).toEqual([])
    await syncItems(test.library, [scored(2, 2), scored(3, 3)])
    expect(await existing('insight')).toEqual([insightId(3)])
    for (const kind of TriagedKind.options.filter((each) => each !== 'insight'))
      expect(await existing(kind)).toEqual([])
  })

  it.each([
    ['opportunity', 'opportunities'],
    ['solution', 'solutions'],
    ['outcome', 'outcomes'],
    ['feedback', 'feedback'],
  ] as const)('finds each %s by its own ids', async (kind, list) => {
    const own = new Set([1, 2, 3, 4].flatMap((number) => (generateInsight(number)[list] ?? []).map(({ id }) => id)))
    expect(own.size).toBeGreaterThan(1)
    const found = await test.library.existingRecords({ workspace, kind, ids: [...own, insightId(1)] })
    expect([...found].sort()).toEqual([...own].sort())
  })

  it('lists the labels of existing records with the number of records', async () => {
    await giveLabels(test.library, of(1), ['Q3', 'brakes'])
    await giveLabels(test.library, of(2), ['Q3', 'gone'])
    expect(await test.library.listLabels({ workspace: { ...workspace, workspaceId: 'another' } })).toEqual([])
    await syncItems(test.library, [scored(1, 1), scored(3, 3)])
    expect(await test.library.listLabels({ workspace })).toEqual([
      { label: 'brakes', records: 1 },
      { label: 'Q3', records: 1 },
    ])
    await syncItems(test.library, [scored(1, 1), scored(2, 2)])
    expect(await test.library.listLabels({ workspace })).toContainEqual({ label: 'Q3', records: 2 })
    const changes = [{ ids: [insightId(1), insightId(2)], add: [], remove: ['Q3', 'brakes', 'gone'] }]
    await test.library.labelAll({ workspace, kind: 'insight', changes })
    expect(await test.library.listLabels({ workspace })).toEqual([])
  })

  it.each(TriagedKind.options)('does not list the labels of a missing %s', async (each) => {
    await giveLabels(test.library, { workspace, kind: each, id: 'some id' }, ['Q3'])
    expect(await test.library.listLabels({ workspace })).toEqual([])
  })

  it('leaves to triage unseen insights that are open and were not created on this computer', async () => {
    await test.library.addChange(newChange(1))
    await test.library.addChange(newChange(2))
    await settleChange(test.library, { environment, changeId: 'change-2', state: 'done', insight: null, settledAt })
    expect(await left()).toEqual([insightId(1), insightId(2), insightId(3)])
    await decide(1, reviewed)
    await decide(2, snoozedUntil('2999-01-01'))
    expect(await left()).toEqual([insightId(3)])
    expect(await ids({ triage: 'reviewed' })).toEqual([insightId(1)])
    expect(await ids({ triage: 'snoozed' })).toEqual([insightId(2)])
    expect(await page()).toMatchObject({ left: 1, unseen: 5 })
    await decide(1, { status: 'open' })
    expect(await left()).toEqual([insightId(1), insightId(3)])
    expect(await page()).toMatchObject({ left: 2 })
  })

  it('shows status, notes and labels in rows and details', async () => {
    await decide(1, reviewed)
    await test.library.setNote({ ...of(2), note: 'Ask Anna' })
    await giveLabels(test.library, of(2), ['Q3'])
    const marks = Object.fromEntries((await page()).rows.map(({ id, triage }) => [id, triage]))
    expect(marks).toEqual({
      [insightId(1)]: { status: 'reviewed', hasNote: false, labels: [] },
      [insightId(2)]: { status: 'open', hasNote: true, labels: ['Q3'] },
      [insightId(3)]: null,
      [insightId(4)]: null,
    })
    expect(await test.library.getInsight({ workspace, id: insightId(2) })).toMatchObject({
      triage: { status: 'open', hasNote: true, labels: ['Q3'] },
    })
  })

  it('filters insights by any of several labels and by having a note', async () => {
    await giveLabels(test.library, of(1), ['Q3', 'brakes'])
    await giveLabels(test.library, of(2), ['Q4'])
    await giveLabels(test.library, of(3), ['q3'])
    expect(await ids({ labels: ['Q3'] })).toEqual([insightId(1)])
    expect(await ids({ labels: ['Q3', 'Q4'] })).toEqual([insightId(1), insightId(2)])
    expect(await ids({ labels: ['Q3', 'Q4'], triage: 'reviewed' })).toEqual([])
    await test.library.setNote({ ...of(2), note: 'Ask Anna' })
    expect(await ids({ hasNote: true })).toEqual([insightId(2)])
    expect(await ids({ hasNote: true, labels: ['Q3'] })).toEqual([])
    expect(await ids({ labels: ['none'] })).toEqual([])
  })

  it('finds records by the words of notes and labels, combined with their own text', async () => {
    const [opportunity] = generateInsight(1).opportunities
    await test.library.setNote({ ...of(1), note: 'Ask the quokka' })
    await giveLabels(test.library, of(1), ['Bilby "2"'])
    if (opportunity)
      await test.library.setNote({ workspace, kind: 'opportunity', id: opportunity.id, note: 'A quokka' })
    const [title = ''] = generateInsight(1).title.split(' ')
    expect(await ids({ text: 'quok' })).toEqual([insightId(1)])
    expect(await ids({ text: 'bilby quokka' })).toEqual([insightId(1)])
    expect(await ids({ text: `quokka ${title}` })).toEqual([insightId(1)])
    expect(await ids({ text: 'quokka wombat' })).toEqual([])
    const { found } = await test.library.searchEverything({ workspace, text: 'quokka', limit: 5 })
    expect(found.map(({ kind, foundIn }) => `${kind} ${foundIn}`)).toEqual([
      'insight text',
      ...(opportunity ? ['opportunity text'] : []),
    ])
    const { rows } = await test.library.queryOpportunities({ ...recordQuery(), statuses: [], text: 'quokka' })
    expect(rows.map(({ id }) => id)).toEqual(opportunity ? [opportunity.id] : [])
    await test.library.setNote({ ...of(1), note: 'Ask the wombat' })
    expect(await ids({ text: 'quok' })).toEqual([])
    expect(await ids({ text: 'womb' })).toEqual([insightId(1)])
  })

  it('finds a record by each word of a label with a tab or a line break', async () => {
    await giveLabels(test.library, of(1), ['wombat\tquokka', 'bilby\nnumbat'])
    for (const text of ['wombat', 'quokka', 'bilby', 'numbat']) expect(await ids({ text })).toEqual([insightId(1)])
  })

  it('moves with a refused creation that is edited to another ID', async () => {
    const change = newChange(1)
    const { targetId } = newChange(2)
    const refused = { workspace, kind: 'insight', id: change.targetId } as const
    await test.library.addChange(change)
    await test.library.setNote({ ...refused, note: 'Ask the quokka' })
    await giveLabels(test.library, refused, ['Q3'])
    await test.library.decideTriage({ ...refused, decision: reviewed, decidedAt })
    await markChange(test.library, { environment, changeId: change.changeId, state: 'failed', error: null })
    await editChange(test.library, { ...change, targetId, body: { ...change.body, id: targetId } })
    expect(await test.library.getTriage({ ...refused, id: targetId })).toEqual({
      ...{ status: 'reviewed', decidedAt, until: null, note: 'Ask the quokka', labels: ['Q3'] },
    })
    expect(await test.library.getTriage(refused)).toEqual(untouched)
    expect(await ids({ triage: 'reviewed' })).toEqual([targetId])
    expect(await ids({ text: 'quokka' })).toEqual([targetId])
  })

  it('ends a snooze at its date', async () => {
    await decide(1, snoozedUntil('2025-06-03'))
    await decide(2, snoozedUntil('2025-06-04'))
    await decide(3, snoozedUntil(null))
    const end = (today: string) => test.library.endSnoozes({ workspace, today })
    expect(await end('2025-06-02')).toEqual({ ended: 0 })
    expect(await end('2025-06-03')).toEqual({ ended: 1 })
    expect(await get(1)).toEqual(untouched)
    expect(await left()).toEqual([insightId(1)])
    expect(await end('2999-01-01')).toEqual({ ended: 1 })
    expect(await left()).toEqual([insightId(1), insightId(2)])
  })

  it.each([
    ['its score moves noticeably', 'open', { combinedScore: 1.2 }],
    ['its score moves too little to be a score change', 'snoozed', { combinedScore: 1.04 }],
    ['its score is gone', 'open', { combinedScore: undefined }],
    ['feedback arrives', 'open', { feedback: [...generateInsight(1).feedback, ...generateInsight(9).feedback] }],
    ['feedback goes', 'open', { feedback: [] }],
    ['its title changes', 'snoozed', { title: 'Another' }],
  ] as const)('when %s in a sync, an insight snoozed until it changes is %s afterwards', async (_, status, changes) => {
    await syncItems(test.library, [scored(1, 1), scored(2, 2)])
    await test.library.setNote({ ...of(1), note: 'Stays' })
    await decide(1, snoozedUntil(null))
    await decide(2, snoozedUntil('2999-01-01'))
    await syncItems(test.library, [scored(1, 1, changes), scored(2, 9)])
    expect(await get(1)).toMatchObject({ status, note: 'Stays' })
    expect(await get(2)).toMatchObject({ status: 'snoozed' })
    expect(await left()).toEqual(status === 'open' ? [insightId(1)] : [])
  })

  it('keeps the status and note of an insight that leaves the list and comes back', async () => {
    await decide(1, reviewed)
    await test.library.setNote({ ...of(1), note: 'Ask Anna' })
    await syncItems(test.library, [scored(2, 2)])
    expect(await get(1)).toMatchObject({ status: 'reviewed', note: 'Ask Anna' })
    await syncItems(test.library, [scored(1, 1), scored(2, 2)])
    expect(await ids({ triage: 'reviewed' })).toEqual([insightId(1)])
    expect(await left()).toEqual([insightId(2)])
    expect(await ids({ text: 'anna' })).toEqual([insightId(1)])
  })
})

describe('triage in a file', () => {
  const listed = [scored(1, 1), scored(2, 2), scored(3, 3)]
  beforeEach(async () => {
    test = await openTestLibrary('file')
    await syncItems(test.library, listed)
    await decide(1, reviewed)
    await decide(2, snoozedUntil(null))
    await test.library.setNote({ ...of(1), note: 'Ask Anna' })
    await giveLabels(test.library, of(3), ['Q3'])
  })

  const all = async () => ({
    states: await Promise.all([1, 2, 3].map(get)),
    labels: await test.library.listLabels({ workspace }),
    left: await left(),
    reviewed: await ids({ triage: 'reviewed' }),
    byNote: await ids({ text: 'anna' }),
  })

  it('survives a restart, which ends snoozes that are due', async () => {
    const before = await all()
    await test.reopen()
    expect(await all()).toEqual(before)
    await decide(3, snoozedUntil('2025-06-03'))
    expect(await left()).toEqual([])
    await test.reopen()
    expect(await left()).toEqual([insightId(3)])
  })

  it('survives the rebuild of a damaged library and applies to the next synced list', async () => {
    const change = newChange(1)
    await test.library.addChange(change)
    await test.library.decideTriage({ workspace, kind: 'insight', id: change.targetId, decision: reviewed, decidedAt })
    const before = await all()
    await test.library.close({ environment })
    writeFileSync(`${test.file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    expect(await ids({ triage: 'reviewed' })).toEqual([change.targetId])
    await syncItems(test.library, listed)
    expect(await all()).toEqual(before)
    await syncItems(test.library, [scored(1, 1), scored(2, 8), scored(3, 3)])
    expect(await left()).toEqual([insightId(2), insightId(3)])
  })

  it.each(TriagedKind.options)('keeps review, note and labels of a %s when a library is rebuilt', async (kind) => {
    const record = { workspace, kind, id: 'some id' } as const
    await test.library.decideTriage({ ...record, decision: reviewed, decidedAt })
    await test.library.setNote({ ...record, note: 'Ask Anna' })
    await giveLabels(test.library, record, ['Winter', 'Q3'])
    const before = await test.library.getTriage(record)
    expect(before).toMatchObject({ status: 'reviewed', note: 'Ask Anna', labels: ['Winter', 'Q3'] })
    await test.library.close({ environment })
    writeFileSync(`${test.file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    expect(await test.library.getTriage(record)).toEqual(before)
  })

  it('loses at most one note to a damaged page anywhere in the file when the private copy is gone, and reports it', async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => index + 1)
    for (const number of numbers) {
      await test.library.setNote({ ...of(number), note: `${number} ${'word '.repeat(600)}` })
    }
    await test.library.close({ environment })
    const file = test.file ?? ''
    const whole = join(test.folder, 'whole')
    rmSync(`${file}.private`)
    cpSync(dirname(file), whole, { recursive: true })
    const lost: number[] = []
    for (const share of [0.3, 0.5, 0.7, 0.9, 1]) {
      rmSync(dirname(file), { recursive: true })
      cpSync(whole, dirname(file), { recursive: true })
      const bytes = readFileSync(file)
      const page = Math.floor((bytes.length / 4096 - 1) * share)
      bytes.fill(0x5a, 4096 * page, 4096 * (page + 1))
      writeFileSync(file, bytes)
      writeFileSync(`${file}.run`, 'checking 1')
      const { state, mayHaveLostNotes = false } = await test.reopen()
      const kept = (await Promise.all(numbers.map(get))).filter(({ note }) => note !== '').length
      // Also reported without a loss: the page may be the only one of an empty table, of which nothing is known then.
      const found = {
        state,
        isMost: kept >= numbers.length - 1,
        isReported: kept === numbers.length || mayHaveLostNotes,
      }
      expect(found, `damaged at ${share}`).toEqual({ state: 'rebuilt', isMost: true, isReported: true })
      lost.push(numbers.length - kept)
      await test.library.close({ environment })
    }
    expect(lost).toContain(1)
  })

  it('merges with decisions, notes and labels made in memory while the file could not be opened', async () => {
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await decide(3, reviewed)
    await decide(2, snoozedUntil(null))
    await test.library.setNote({ ...of(1), note: 'Anna said yes' })
    await giveLabels(test.library, of(3), ['Q4'])
    await test.reopen()
    expect(await get(1)).toMatchObject({ status: 'reviewed', note: 'Ask Anna\n\nAnna said yes' })
    expect(await get(3)).toMatchObject({ status: 'reviewed', labels: ['Q3', 'Q4'] })
    expect(await ids({ triage: 'reviewed' })).toEqual([insightId(1), insightId(3)])
    // Snoozed without the insight: the next list has the score and feedback that it waits for a change of.
    await syncItems(test.library, listed)
    expect(await ids({ triage: 'snoozed' })).toEqual([insightId(2)])
    await syncItems(test.library, [scored(1, 1), scored(2, 8), scored(3, 3)])
    expect(await left()).toEqual([insightId(2)])
  })
  const inMemory = async (work: () => Promise<unknown>) => {
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await work()
    await test.reopen()
  }

  it('can be edited when notes and labels merged from file and memory exceed the input limits', async () => {
    const labels = (prefix: string) => Array.from({ length: 20 }, (_, number) => `${prefix}${number}`)
    await giveLabels(test.library, of(1), labels('a'))
    await test.library.setNote({ ...of(1), note: 'x'.repeat(9_000) })
    await inMemory(async () => {
      await giveLabels(test.library, of(1), labels('b'))
      await test.library.setNote({ ...of(1), note: 'y'.repeat(9_000) })
    })
    const joined = await get(1)
    expect([joined.labels.length, joined.note.length]).toEqual([40, 18_002])
    const changes = [{ ids: [insightId(1)], add: [], remove: joined.labels }]
    expect(triage.labelAll.input.safeParse({ workspace, kind: 'insight', changes }).success).toBe(true)
    expect(triage.setNote.input.safeParse({ ...of(1), note: joined.note.slice(1), began: joined.note }).success).toBe(
      true,
    )
  })

  it('keeps a stored note that was not shown when another one is typed', async () => {
    // "Ask Anna" is in the file, and the field was empty.
    await test.library.setNote({ ...of(1), began: '', note: 'Ask T' })
    expect(await get(1)).toMatchObject({ note: 'Ask Anna\n\nAsk T' })
    // The person types on before the field shows both.
    await test.library.setNote({ ...of(1), began: 'Ask T', note: 'Ask Tom' })
    expect(await get(1)).toMatchObject({ note: 'Ask Anna\n\nAsk Tom' })
    await test.library.setNote({ ...of(1), began: 'Ask Anna\n\nAsk Tom', note: 'Ask both' })
    expect(await get(1)).toMatchObject({ note: 'Ask both' })
    await test.library.setNote({ ...of(1), began: 'Ask both', note: '' })
    expect(await get(1)).toMatchObject({ note: '' })
  })

  it('does not mistake a note with a replaced NUL for a different note', async () => {
    await test.library.setNote({ ...of(1), began: 'Ask Anna', note: 'Ask \0' })
    await test.library.setNote({ ...of(1), began: 'Ask \0', note: 'Call' })
    expect(await get(1)).toMatchObject({ note: 'Call' })
  })

  it('does not duplicate a note merged from memory twice', async () => {
    for (const _ of [1, 2]) await inMemory(() => test.library.setNote({ ...of(1), note: 'Anna said yes' }))
    expect(await get(1)).toMatchObject({ note: 'Ask Anna\n\nAnna said yes' })
    await inMemory(() => test.library.setNote({ ...of(1), note: 'Anna' }))
    expect(await get(1)).toMatchObject({ note: 'Ask Anna\n\nAnna said yes\n\nAnna' })
  })
})

describe.each(['memory', 'file'] as const)('bulk triage in a library (%s)', (kind) => {
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3)])
  })

  const all = (numbers: readonly number[]) => numbers.map(insightId)
  const decideAll = (decision: TriageDecision, numbers: readonly number[]) =>
    test.library.decideAll({
      ...{ workspace, kind: 'insight', decidedAt },
      decisions: [{ ids: all(numbers), decision, from: null }],
    })
  const undoDecisions = (decisions: Decisions) =>
    test.library.decideAll({ workspace, kind: 'insight', decisions, decidedAt: settledAt })

  it('decides about all records, and undoes exactly that, except for decisions made since', async () => {
    const until = '2025-06-09'
    await decide(2, snoozedUntil(until))
    await decide(3, reviewed)
    const { undo } = await decideAll(reviewed, [1, 2, 3, 1])
    expect(await ids({ triage: 'reviewed' })).toEqual(all([1, 2, 3]))
    expect(await left()).toEqual([])
    await decide(1, snoozedUntil(null))
    await undoDecisions(undo)
    expect(await get(1)).toMatchObject({ status: 'snoozed', until: null })
    expect(await get(2)).toMatchObject({ status: 'snoozed', until })
    expect(await get(3)).toMatchObject({ status: 'reviewed', decidedAt })
    expect((await undoDecisions(undo)).undo).toEqual([])
  })

  it('snoozes each record until its own score changes', async () => {
    await decideAll(snoozedUntil(null), [1, 2])
    await syncItems(test.library, [scored(1, 1.9), scored(2, 2), scored(3, 3)])
    expect(await get(1)).toEqual(untouched)
    expect(await get(2)).toMatchObject({ status: 'snoozed' })
  })

  it('restores the original snooze until a change when a review is undone, not a new one', async () => {
    await decide(1, snoozedUntil(null))
    await syncItems(test.library, [scored(1, 1.06), scored(2, 2), scored(3, 3)])
    const { undo } = await decideAll(reviewed, [1])
    await undoDecisions(undo)
    expect(await get(1)).toMatchObject({ status: 'snoozed', decidedAt })
    // The difference is noticeable since the snooze, not since the review was taken back.
    await syncItems(test.library, [scored(1, 1.12), scored(2, 2), scored(3, 3)])
    expect(await get(1)).toEqual(untouched)
  })

  it('leaves no trace of decisions that are undone', async () => {
    const { undo } = await decideAll(reviewed, [1, 2])
    await undoDecisions(undo)
    expect(await get(1)).toEqual(untouched)
    expect(await left()).toEqual(all([1, 2, 3]))
  })

  it.each(TriagedKind.options)(
    'adds and removes labels of %s records, and undoes what each gained and lost',
    async (each) => {
      const label = (id: string, labels: readonly string[]) =>
        giveLabels(test.library, { workspace, kind: each, id }, labels)
      const labelsOf = async (id: string) => (await test.library.getTriage({ workspace, kind: each, id })).labels
      await label('a', ['Q3', 'brakes'])
      await label('b', ['Q4'])
      const { undo, full } = await test.library.labelAll({
        ...{ workspace, kind: each },
        changes: [{ ids: ['a', 'b', 'c'], add: ['Q4', 'new\u0000'], remove: ['brakes'] }],
      })
      expect(full).toBe(0)
      expect(await labelsOf('a')).toEqual(['Q3', 'Q4', 'new\ufffd'])
      expect(await labelsOf('b')).toEqual(['Q4', 'new\ufffd'])
      expect(await labelsOf('c')).toEqual(['Q4', 'new\ufffd'])
      await label('b', ['given since'])
      await test.library.labelAll({ workspace, kind: each, changes: undo })
      expect(await labelsOf('a')).toEqual(['Q3', 'brakes'])
      expect(await labelsOf('b')).toEqual(['Q4', 'given since'])
      expect(await labelsOf('c')).toEqual([])
    },
  )

  it('adds no label to a record at the label limit, and counts such records', async () => {
    const most = Array.from({ length: mostLabels }, (_, place) => `label ${place}`)
    await giveLabels(test.library, of(1), most)
    const changes = [{ ids: all([1, 2]), add: ['Q3'], remove: [] }]
    expect(await test.library.labelAll({ workspace, kind: 'insight', changes })).toMatchObject({ full: 1 })
    expect((await get(1)).labels).toEqual(most)
    expect(await ids({ labels: ['Q3'] })).toEqual(all([2]))
    expect(await ids({ text: 'Q3' })).toEqual(all([2]))
  })

  it('applies all decisions or none', async () => {
    const broken = { ids: all([2]), decision: { status: 'nonsense' } as unknown as TriageDecision, from: null }
    const decisions = [{ ids: all([1]), decision: reviewed, from: null }, broken]
    await expect(test.library.decideAll({ workspace, kind: 'insight', decisions, decidedAt })).rejects.toThrow()
    expect(await left()).toEqual(all([1, 2, 3]))
  })
})

it('decides about and labels 10,000 insights in less than four times the time of ten calls for 1,000', async () => {
  test = await openTestLibrary('memory')
  const numbers = Array.from({ length: mostAtOnce }, (_, place) => place)
  const insight = { ...scored(1, 1), opportunities: [], solutions: [], outcomes: [], feedback: [] }
  await syncItems(
    test.library,
    numbers.map((number) => ({ ...insight, id: insightId(number), description: 'Short.' })),
  )
  const many = numbers.map(insightId)
  const decideAndLabel = async (ids: string[]) => {
    const before = process.cpuUsage()
    const decisions = [{ ids, decision: reviewed, from: null }]
    const { undo } = await test.library.decideAll({ workspace, kind: 'insight', decisions, decidedAt })
    await test.library.labelAll({ workspace, kind: 'insight', changes: [{ ids, add: ['Q3'], remove: [] }] })
    const { user, system } = process.cpuUsage(before)
    expect((await page({ triage: 'reviewed', labels: ['Q3'] })).total).toBe(ids.length)
    expect(undo).toMatchObject([{ decision: { status: 'open' }, from: reviewed }])
    await test.library.decideAll({ workspace, kind: 'insight', decisions: undo, decidedAt })
    await test.library.labelAll({ workspace, kind: 'insight', changes: [{ ids, add: [], remove: ['Q3'] }] })
    return user + system
  }
  const [ofOneCall, ofTenCalls]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    ofOneCall.push(await decideAndLabel(many))
    let sum = 0
    for (let from = 0; from < many.length; from += 1000) sum += await decideAndLabel(many.slice(from, from + 1000))
    ofTenCalls.push(sum)
  }
  // Were it to grow with the square, it would be ten times.
  expect(Math.min(...ofOneCall) / Math.min(...ofTenCalls)).toBeLessThan(4)
})
