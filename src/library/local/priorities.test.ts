// Scoring models and decisions, in memory and in the file, and through all that happens to a library.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mostModels, noWeights, presets, priorities, type ScoringModel } from '../../contract/features/priorities'
import { migrations } from '../migrations/all'
import { connect } from '../store/connection'
import { migrate, runMigrations } from '../store/migrate'
import { activityRows, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { variedInsights } from '../testing/varied-insights'

let test: TestLibrary
afterEach(() => test.remove())

const insights = variedInsights(40)
const [one, other] = [...new Set(insights.flatMap(({ opportunities }) => opportunities.map(({ id }) => id)))] as [
  string,
  string,
]
const model = (id: string, name = `Model ${id}`): ScoringModel => ({
  id,
  name,
  weights: { ...noWeights, feedback: 60 },
})
const save = (id: string, name?: string) => test.library.saveScoringModel({ workspace, model: model(id, name) })
const models = () => test.library.listScoringModels({ workspace })
const names = async () => (await models()).map(({ name }) => name)
const madeAt = '2025-08-01T10:00:00.000Z'
const decide = (ids: string[], decision: 'now' | 'notNow' | null, decidedAt = madeAt) =>
  test.library.decidePriority({ workspace, kind: 'opportunity', ids, decision, decidedAt })
const note = (id: string, text: string) =>
  test.library.setPriorityNote({ workspace, kind: 'opportunity', id, note: text })
async function decisionOf(id: string) {
  const rows = await test.library.listDecisions({ workspace, kind: 'opportunity' })
  const row = rows.find((each) => each.id === id)
  return [row?.decision ?? null, row?.note ?? '']
}

describe.each(['memory', 'file'] as const)('priorities in a library (%s)', (kind) => {
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, insights)
  })

  it('stores a scoring model in full, per workspace, updates it and deletes it', async () => {
    await save('a')
    expect(await models()).toEqual([model('a')])
    expect(await test.library.listScoringModels({ workspace: { ...workspace, workspaceId: 'another' } })).toEqual([])
    await save('a', 'Renamed')
    expect(await models()).toEqual([model('a', 'Renamed')])
    await test.library.removeScoringModel({ workspace, id: 'a' })
    expect(await models()).toEqual([])
  })

  it('refuses a name taken by another model or a preset, a preset’s ID, and models above the limit', async () => {
    const refused = { report: { code: 'INVALID_INPUT', fields: [{ path: ['name'] }] } }
    await save('a', 'Churn')
    await expect(save('b', ' CHURN ')).rejects.toMatchObject(refused)
    await expect(save('b', 'evidence first')).rejects.toMatchObject(refused)
    await expect(save(presets[0].id, 'Mine')).rejects.toMatchObject(refused)
    for (let number = 1; number < mostModels; number += 1) await save(`n${number}`)
    await expect(save('more')).rejects.toMatchObject(refused)
  })

  it('keeps a decision with its note, and the note when the decision is withdrawn', async () => {
    await decide([one, other], 'now')
    await note(one, 'Ask legal')
    expect([await decisionOf(one), await decisionOf(other)]).toEqual([
      ['now', 'Ask legal'],
      ['now', ''],
    ])
    await decide([one, other], null)
    expect([await decisionOf(one), await decisionOf(other)]).toEqual([
      [null, 'Ask legal'],
      [null, ''],
    ])
  })
})

it('lists decisions in the activity with their dates, and hides the titles of hidden records', async () => {
  test = await openTestLibrary('memory')
  const hide = (each: (typeof insights)[number]) => ({
    ...each,
    opportunities: each.opportunities.map((own) => ({ ...own, hideContent: own.id === other })),
  })
  await syncItems(test.library, insights.map(hide))
  await decide([one], 'notNow', '2025-08-01T10:00:00.000Z')
  await decide([other], 'now', '2025-08-02T10:00:00.000Z')
  // The same decision again confirms it by what is known now.
  await decide([one], 'notNow', '2025-08-03T10:00:00.000Z')
  const title = insights.flatMap(({ opportunities }) => opportunities).find(({ id }) => id === one)?.title
  const decidedOn = { kind: 'decide', state: 'done', error: null }
  expect(await activityRows(test.library)).toMatchObject([
    { ...decidedOn, targetId: one, title, settledAt: '2025-08-03T10:00:00.000Z' },
    { ...decidedOn, targetId: other, title: '', decided: { kind: 'opportunity', decision: 'now' } },
  ])
  const [, row] = await activityRows(test.library)
  const detail = await test.library.findActivity({ environment: 'sandbox', changeId: row?.changeId ?? '' })
  expect(JSON.parse(detail.body ?? '')).toMatchObject({ decision: 'now', note: '' })
  const all = { environment: 'sandbox', workspace, offset: 0, limit: 9 } as const
  expect((await test.library.queryActivity({ ...all, text: 'not now' })).rows.map(({ targetId }) => targetId)).toEqual([
    one,
  ])
  expect(await test.library.queryActivity({ ...all, text: '', isToReview: true })).toEqual({
    rows: [],
    total: 0,
    all: 2,
  })
  await decide([one, other], null)
  expect(await activityRows(test.library)).toEqual([])
})

it('restores decisions with their dates on undo, except those changed since', async () => {
  test = await openTestLibrary('memory')
  await decide([one], 'now')
  await note(one, 'Ask legal')
  const { undo } = await decide([one, other, 'third'], 'notNow', '2025-08-02T10:00:00.000Z')
  await decide(['third'], 'now', '2025-08-03T10:00:00.000Z')
  const restore = () => test.library.restorePriorities({ workspace, kind: 'opportunity', ...undo })
  expect(await restore()).toEqual({ restored: 2 })
  const all = await test.library.listDecisions({ workspace, kind: 'opportunity' })
  expect(all.map(({ id, decision, decidedAt }) => [id, decision, decidedAt]).toSorted()).toEqual(
    [
      [one, 'now', madeAt],
      ['third', 'now', '2025-08-03T10:00:00.000Z'],
    ].toSorted(),
  )
  expect(await decisionOf(one)).toEqual(['now', 'Ask legal'])
  expect(await restore()).toEqual({ restored: 0 })
  // A decision that was taken back is restored too.
  const taken = await decide([one], null)
  expect(await test.library.restorePriorities({ workspace, kind: 'opportunity', ...taken.undo })).toEqual({
    restored: 1,
  })
  expect(await decisionOf(one)).toEqual(['now', 'Ask legal'])
})

it('lists decisions about insights in the activity too', async () => {
  test = await openTestLibrary('memory')
  const [insight] = insights
  await syncItems(test.library, insights)
  const decided = { kind: 'insight', decision: 'later' } as const
  await test.library.decidePriority({ workspace, ...decided, ids: [insight?.id ?? ''], decidedAt: madeAt })
  expect(await activityRows(test.library)).toMatchObject([{ targetId: insight?.id, title: insight?.title, decided }])
})

it('exports decisions only when local data is included', async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, insights)
  await decide([one], 'notNow')
  await note(one, 'Ask legal')
  const of = { workspace, view: 'opportunities' as const, ids: [one, other], columns: ['title'], includesHidden: true }
  const read = async (includesLocal: boolean) =>
    (await test.library.readForExport({ ...of, includesLocal })).rows.map((values) => values.slice(1))
  expect(await read(false)).toEqual([[], []])
  expect((await read(true)).map((values) => values.slice(-3))).toEqual([
    ['Not now', '2025-08-01T10:00:00.000Z', 'Ask legal'],
    [null, null, ''],
  ])
})

it('exports decisions about insights too', async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, insights)
  const ids = insights.slice(0, 2).map(({ id }) => id)
  const decided = { kind: 'insight', decision: 'later', decidedAt: madeAt } as const
  await test.library.decidePriority({ workspace, ...decided, ids: ids.slice(0, 1) })
  const of = { workspace, view: 'insights' as const, ids, columns: ['title'], includesHidden: true }
  const { rows } = await test.library.readForExport({ ...of, includesLocal: true })
  expect(rows.map((values) => values.slice(-3))).toEqual([
    ['Later', madeAt, ''],
    [null, null, ''],
  ])
})

describe('priorities in a file', () => {
  beforeEach(async () => {
    test = await openTestLibrary('file')
    await syncItems(test.library, insights)
    await save('a', 'Churn')
    await decide([one], 'now')
    await note(one, 'Ask legal')
  })

  it('survive a restart', async () => {
    await test.reopen()
    expect([await names(), await decisionOf(one)]).toEqual([['Churn'], ['now', 'Ask legal']])
  })

  it('survive the rebuild of a damaged library', async () => {
    await test.library.close({ environment: 'sandbox' })
    writeFileSync(`${test.file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    await syncItems(test.library, insights)
    expect([await models(), await decisionOf(one)]).toEqual([[model('a', 'Churn')], ['now', 'Ask legal']])
  })

  it('keep a stored note that was not shown when another one is typed', async () => {
    const type = (began: string, text: string) =>
      test.library.setPriorityNote({ workspace, kind: 'opportunity', id: one, began, note: text })
    await type('', 'Too d')
    expect(await decisionOf(one)).toEqual(['now', 'Ask legal\n\nToo d'])
    await type('Too d', 'Too dear')
    expect(await decisionOf(one)).toEqual(['now', 'Ask legal\n\nToo dear'])
    await type('Ask legal\n\nToo dear', 'Too dear')
    expect(await decisionOf(one)).toEqual(['now', 'Too dear'])
  })

  it('merge with those made in memory while the file could not be opened', async () => {
    await test.library.close({ environment: 'sandbox' })
    await test.library.open({ environment: 'sandbox', file: null, key: null, generation: 'memory' })
    await save('b', 'CHURN')
    await decide([one], 'notNow')
    await note(one, 'Too dear')
    await note(other, 'Later')
    await test.reopen()
    expect(await names()).toEqual(['Churn', 'CHURN (2)'])
    expect(await decisionOf(one)).toEqual(['notNow', 'Ask legal\n\nToo dear'])
    expect(await decisionOf(other)).toEqual([null, 'Later'])
  })

  it('can be edited when notes merged from file and memory exceed the input limit', async () => {
    await note(one, 'x'.repeat(9_000))
    await test.library.close({ environment: 'sandbox' })
    await test.library.open({ environment: 'sandbox', file: null, key: null, generation: 'memory' })
    await note(one, 'y'.repeat(9_000))
    await test.reopen()
    const joined = String((await decisionOf(one))[1])
    expect(joined).toHaveLength(18_002)
    const edited = { workspace, kind: 'opportunity', id: one, began: joined, note: joined.slice(1) }
    expect(priorities.setNote.input.safeParse(edited).success).toBe(true)
  })
})

it('keeps decisions through the migration that allows decisions about insights', async () => {
  test = await openTestLibrary('memory')
  const connection = connect({ file: null, key: null })
  const before = migrations.findIndex((step) => step.sql.includes('decisions_of_all_kinds'))
  runMigrations(connection, migrations.slice(0, before))
  connection.run("INSERT INTO workspaces (organisation_id, workspace_id) VALUES ('o', 'w')")
  const sql = `INSERT INTO decisions (workspace, kind, id, decision, note, decided_at) VALUES (1, ?, 'a', 'now', 'Ask', ?)`
  const insert = (kind: string, decidedAt: string | null) => connection.run(sql, [kind, decidedAt])
  insert('opportunity', madeAt)
  insert('outcome', null)
  expect(() => insert('insight', madeAt)).toThrow()
  migrate(connection)
  insert('insight', madeAt)
  const known = { id: 'a', decision: 'now', note: 'Ask' }
  expect(connection.all('SELECT kind, id, decision, note, decided_at FROM decisions ORDER BY row')).toEqual([
    { ...known, kind: 'opportunity', decided_at: madeAt },
    { ...known, kind: 'outcome', decided_at: null },
    { ...known, kind: 'insight', decided_at: madeAt },
  ])
  connection.close()
})
