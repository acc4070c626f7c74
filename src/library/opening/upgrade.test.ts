import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insightColumns, relatedKinds } from '../ingest/record-columns'
import { records } from '../migrations/0001-records'
import { migrations } from '../migrations/all'
import { bulkInsert } from '../store/bulk-insert'
import { type Connection, connect } from '../store/connection'
import { runMigrations } from '../store/migrate'
import { entryOf, withReview } from '../testing/moved-changes'
import {
  insightQuery,
  newChange,
  openTestLibrary,
  recordQuery,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { settleDone } from '../testing/service-changes'
import { variedInsights } from '../testing/varied-insights'

const insights = variedInsights(20)
const savedAt = '2025-05-02T00:00:00.000Z'
const report = {
  ...{ received: 20, added: 20, changed: 0, removed: 0, unchanged: 0, quarantined: 1, duplicates: 0 },
  ...{ unknownFields: ['Insight.foo'], hasRelationships: true },
}

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('memory')
})
afterEach(() => test.remove())

/** The key as the first version derived it. */
const macKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), Buffer.alloc(0), 'discovery-desk journal 1', 32))

/** The log of unsent changes as older versions wrote it: one step, and no sequence number. */
function writeOldLog(file: string, key: string, ...rows: readonly Readonly<Record<string, unknown>>[]): void {
  const ids = { organisation_id: workspace.organisationId, workspace_id: workspace.workspaceId }
  const entries = rows.map((row, place) => ({
    ...{ table: 'journal', key: row.change_id, row: { row: place + 1, ...row, ...ids } },
  }))
  const text = JSON.stringify({ number: 0, entries }, (_, value) =>
    value?.type === 'Buffer' ? { bytes: Buffer.from(value.data).toString('base64') } : value,
  )
  const logKey = hkdfSync('sha256', Buffer.from(key, 'hex'), Buffer.alloc(0), 'discovery-desk unsent 1', 32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(logKey), iv)
  const hidden = Buffer.concat([cipher.update(text), cipher.final()])
  writeFileSync(`${file}.unsent`, `${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64')}\n`)
}

/** A change that was sent, and whose outcome is unknown. */
function journalRow(key: string) {
  const { changeId, kind, targetId, createdAt, body } = newChange(1, 'Waits since then\ud800')
  const text = JSON.stringify(body)
  const { organisationId, workspaceId } = workspace
  const signed = [changeId, organisationId, workspaceId, kind, targetId, text, createdAt]
  const mac = createHmac('sha256', macKey(key)).update(JSON.stringify(signed)).digest()
  return {
    ...{ change_id: changeId, kind, target_id: targetId, body: text, created_at: createdAt },
    ...{ state: 'unknown', attempts: 2, error: null, mac },
  }
}

type SignedColumn = 'change_id' | 'kind' | 'target_id' | 'body' | 'created_at' | 'state'

/** Signs as later versions do, with the state. */
function signed<Row extends Readonly<Record<SignedColumn, string>> & { readonly needs_word?: 0 | 1 }>(
  row: Row,
  key: string,
) {
  const { organisationId, workspaceId } = workspace
  const { change_id: changeId, kind, target_id: targetId, body, created_at: createdAt, state } = row
  const parts = [changeId, organisationId, workspaceId, kind, targetId, body, createdAt, state, row.needs_word === 1]
  return { ...row, mac: createHmac('sha256', macKey(key)).update(JSON.stringify(parts)).digest() }
}

/** A file as the first version of the app left it. */
function writeFirstVersion(connection: Connection, key: string): void {
  runMigrations(connection, [records])
  connection.run("INSERT INTO meta VALUES ('generation', 'first')")
  connection.run('INSERT INTO workspaces VALUES (1, ?, ?, ?)', [
    workspace.organisationId,
    workspace.workspaceId,
    'hash',
  ])
  connection.run('INSERT INTO syncs VALUES (1, 1, ?, ?, ?)', [savedAt, 'hash', JSON.stringify(report)])
  for (const [place, insight] of insights.entries()) {
    const own = { row: place + 1, workspace: 1, added_sync: 1 }
    const values = [...Object.values(own), ...insightColumns.map(({ read }) => read(asReceived(insight)))]
    bulkInsert(connection, 'insights', [...Object.keys(own), ...insightColumns.map(({ name }) => name)], [values])
    bulkInsert(connection, 'insights_fts', ['rowid', 'title', 'description'], [[place + 1, insight.title, '']])
    for (const kind of relatedKinds) {
      for (const [position, [id, read]] of [...kind.of(asReceived(insight))].entries()) {
        const known = connection.get(`SELECT row FROM ${kind.table} WHERE id = ?`, [id])
        if (known === undefined) {
          const columns = ['workspace', 'added_sync', 'changed_sync', ...kind.columns]
          bulkInsert(connection, kind.table, columns, [[1, 1, 1, ...read()]])
        }
        connection.run(
          `INSERT INTO ${kind.linkTable} (insight, position, ${kind.linkColumn})
           SELECT ?, ?, row FROM ${kind.table} WHERE id = ?`,
          [place + 1, position, id],
        )
      }
    }
  }
  connection.run(`INSERT INTO quarantine VALUES (1, 3, 1, 'x', 'title: invalid_type', ?)`, [Buffer.from('{"id":"x"}')])
  connection.run('INSERT INTO drafts VALUES (1, ?, ?)', ['{"title":"half typed"}', savedAt])
  const waiting = journalRow(key)
  bulkInsert(connection, 'journal', ['workspace', ...Object.keys(waiting)], [[1, ...Object.values(waiting)]])
  const { target_id: targetId, change_id: changeId, created_at: createdAt } = waiting
  connection.run(
    `INSERT INTO insights (workspace, id, own_change, type, seen, hide_content, strength, has_opportunity,
       has_relationships, title_key, created_at, updated_at, title, description)
     VALUES (1, ?, ?, 'Bug', 0, 0, 0, 0, 0, 'waits', ?, ?, 'Waits since then', '')`,
    [targetId, changeId, createdAt, createdAt],
  )
  connection.run(
    `INSERT INTO activity VALUES (1, 'change-0', 1, 'createInsight', 'y', '{"title":"Done then"}', ?, 'done', 1, NULL, ?)`,
    [savedAt, savedAt],
  )
}

const asReceived = (insight: (typeof insights)[number]) =>
  insight as unknown as Parameters<(typeof insightColumns)[number]['read']>[0]

async function openFirstVersion(writeLog?: (file: string, key: string) => void): Promise<TestLibrary> {
  const upgraded = await openTestLibrary('file')
  const { file, key, folder } = upgraded
  if (file === null || key === null) throw new Error('A file was asked for.')
  await upgraded.library.close({ environment: 'sandbox' })
  const old = `${folder}/old/sandbox.db`
  mkdirSync(dirname(old))
  const connection = connect({ file: old, key })
  writeFirstVersion(connection, key)
  connection.close()
  writeLog?.(old, key)
  test.remove()
  test = { ...upgraded, file: old }
  expect(await upgraded.library.open({ environment: 'sandbox', file: old, key, generation: 'first' })).toMatchObject({
    state: 'opened',
    reason: null,
  })
  return test
}

it('keeps everything in a library that the first version wrote', async () => {
  const { library } = await openFirstVersion()
  expect(await library.queryInsights(insightQuery())).toMatchObject({ all: 21 })
  expect(await library.lastSync({ workspace, resource: 'insights' })).toEqual({
    ...report,
    unreadableBecause: [],
    syncedAt: savedAt,
  })
  expect(await library.lastSync({ workspace, resource: 'knowledge' })).toBeNull()
  expect(await library.readDraft({ workspace })).toEqual({ values: { title: 'half typed' }, savedAt })
  expect(await library.pendingChanges({ environment: 'sandbox' })).toEqual([
    entryOf(newChange(1, 'Waits since then\ud800'), {
      ...{ state: 'unknown', attempts: 2, needsReview: false, isEdited: true },
    }),
  ])
  expect(test.lines).toEqual([])
  const activity = { environment: 'sandbox', workspace, text: '', offset: 0, limit: 9 } as const
  expect((await library.queryActivity(activity)).rows.map(({ title, state }) => [title, state])).toEqual([
    ['Waits since then\ufffd', 'unknown'],
    ['Done then', 'done'],
  ])
  expect(await library.findActivity({ environment: 'sandbox', changeId: 'change-0' })).not.toHaveProperty('requestMs')
})

it('takes the state of a change from an older version’s log when the database lost its last step', async () => {
  const { library } = await openFirstVersion((file, key) =>
    writeOldLog(file, key, signed({ ...journalRow(key), state: 'failed', attempts: 3 }, key)),
  )
  expect(await library.pendingChanges({ environment: 'sandbox' })).toMatchObject([
    { changeId: 'change-1', state: 'failed', attempts: 3, needsReview: false },
  ])
  expect(await library.queryInsights(insightQuery())).toMatchObject({ all: 21 })
  expect(test.lines).toEqual([])
})

it('keeps the review that an older version’s log requires', async () => {
  const { library } = await openFirstVersion((file, key) =>
    writeOldLog(file, key, signed({ ...journalRow(key), needs_word: 1, is_undone: 0 }, key)),
  )
  expect(await library.pendingChanges({ environment: 'sandbox' })).toMatchObject([
    { changeId: 'change-1', state: 'unknown', needsReview: true },
  ])
})

it('re-signs unsent changes, so that an older signature is no longer accepted', async () => {
  const { library, file, key } = await openFirstVersion()
  await library.close({ environment: 'sandbox' })
  const connection = connect({ file, key })
  const { mac } = journalRow(key ?? '')
  connection.run(`UPDATE journal SET state = 'waiting', mac = ?`, [mac])
  connection.close()
  rmSync(`${file}.unsent`)
  await library.open({ environment: 'sandbox', file, key, generation: 'first' })
  expect(await library.pendingChanges({ environment: 'sandbox' })).toEqual([])
})

it('recovers an older version’s changes from the log when the library is damaged', async () => {
  const { library, file, key } = await openFirstVersion()
  const kept = await library.pendingChanges({ environment: 'sandbox' })
  await library.close({ environment: 'sandbox' })
  // Rows without the new column, with the older code.
  writeOldLog(file ?? '', key ?? '', journalRow(key ?? ''))
  truncateSync(file ?? '', 0)
  expect(await library.open({ environment: 'sandbox', file, key, generation: 'first' })).toMatchObject({
    ...{ state: 'rebuilt', recoveredChanges: 1, mayHaveLostChanges: false },
  })
  expect(await library.pendingChanges({ environment: 'sandbox' })).toEqual(kept.map(withReview))
})

it('finds and counts opportunities and feedback of an older library at once, before the next sync', async () => {
  const { library } = await openFirstVersion()
  const titled = new Set(
    insights
      .flatMap(({ opportunities }) => opportunities.filter(({ title }) => /battery/i.test(title)))
      .map(({ id }) => id),
  )
  const opportunities = { ...recordQuery(), statuses: [] }
  expect((await library.queryOpportunities({ ...opportunities, text: 'batt' })).total).toBe(titled.size)
  const feedback = {
    ...recordQuery(),
    ...{ text: 'verbatim', sources: [], sentiments: [], months: [] },
    sort: { column: 'createdAt', direction: 'ascending' } as const,
  }
  const said = new Set(insights.flatMap((insight) => insight.feedback.map(({ id }) => id)))
  expect((await library.queryFeedback(feedback)).total).toBe(said.size)
})

it('settles a change, syncs and reopens after the upgrade', async () => {
  const { library, file, key } = await openFirstVersion()
  await settleDone(library, 'change-1')
  const startedAt = '2025-07-01T00:00:00.000Z'
  expect(await syncItems(library, insights.slice(1), startedAt)).toMatchObject({ removed: 2, added: 0 })
  await library.close({ environment: 'sandbox' })
  expect(await library.open({ environment: 'sandbox', file, key, generation: 'first' })).toMatchObject({
    state: 'opened',
  })
  expect(await library.queryInsights(insightQuery())).toMatchObject({ all: 19 })
})

it('keeps the ids of quarantined items, assigned to the list of insights', async () => {
  const { library } = await openFirstVersion()
  const isQuarantined = (resource: 'insights' | 'knowledge') => library.isQuarantined({ workspace, resource, id: 'x' })
  expect([await isQuarantined('insights'), await isQuarantined('knowledge')]).toEqual([true, false])
})

/** Unsent changes as version 5 stored them: one of each state, with the columns `needs_word` and `is_undone`. */
function versionFiveRows(key: string) {
  const creation = { ...journalRow(key), title: 'Waits since then', content: null, is_undone: 0 } as const
  const link = {
    ...creation,
    ...{ kind: 'linkMetric', target_id: 'metric', body: '{"outcomeIds":["goal"]}', title: 'metric' },
  }
  return [
    signed({ ...creation, change_id: 'waiting', state: 'waiting', attempts: 0, needs_word: 0 }, key),
    signed({ ...creation, change_id: 'review', state: 'waiting', attempts: 1, needs_word: 1 }, key),
    signed({ ...creation, change_id: 'unknown', state: 'unknown', attempts: 2, needs_word: 0 }, key),
    signed({ ...link, change_id: 'undone', state: 'failed', attempts: 3, needs_word: 0, is_undone: 1 }, key),
  ]
}

type OldRow = ReturnType<typeof versionFiveRows>[number]

/** A file of version 5 with these rows, opened by this version. */
async function openVersionFive(
  rowsOf: (key: string) => readonly OldRow[],
  change: (file: string, key: string) => void,
): Promise<TestLibrary> {
  test.remove()
  test = await openTestLibrary('file')
  const { file, key, library } = test
  if (file === null || key === null) throw new Error('A file was asked for.')
  await library.close({ environment: 'sandbox' })
  rmSync(file)
  rmSync(`${file}.unsent`)
  const connection = connect({ file, key })
  runMigrations(
    connection,
    migrations.filter(({ version }) => version <= 5),
  )
  connection.run("INSERT INTO meta (key, value) VALUES ('generation', 'first')")
  connection.run('INSERT INTO workspaces (row, organisation_id, workspace_id) VALUES (1, ?, ?)', [
    workspace.organisationId,
    workspace.workspaceId,
  ])
  for (const row of rowsOf(key)) {
    bulkInsert(connection, 'journal', ['workspace', ...Object.keys(row)], [[1, ...Object.values(row)]])
  }
  connection.close()
  change(file, key)
  return test
}

const unsentNow = async () =>
  (await test.library.pendingChanges({ environment: 'sandbox' })).map(
    ({ changeId, state, attempts, needsReview, isEdited }) => [changeId, state, attempts, needsReview, isEdited],
  )

describe('a library of an earlier version, where a snooze ended at an instant', () => {
  const hours = (count: number) => count * 60 * 60_000
  const ofDay = new Date(2999, 10, 23).getTime()

  it.each([
    ['is opened', 'opened', null],
    ['is damaged and rebuilt', 'rebuilt', 'damaged'],
  ] as const)('has snoozes until the same day when it %s', async (_, state, damage) => {
    test.remove()
    test = await openTestLibrary('file')
    const { file, key, library } = test
    const instants = [
      ['snoozed here', ofDay],
      // The nearest midnight counts.
      ['snoozed further west', ofDay + hours(9)],
      ['snoozed further east', ofDay - hours(9)],
      ['snoozed until a change', null],
    ] as const
    const of = (id: string) => ({ workspace, kind: 'insight', id }) as const
    for (const [id] of instants) {
      const decision = { status: 'snoozed', until: null } as const
      await library.decideTriage({ ...of(id), decision, decidedAt: savedAt })
    }
    await library.close({ environment: 'sandbox' })
    const connection = connect({ file, key })
    for (const [id, until] of instants) {
      connection.run('UPDATE triage SET until = ? WHERE id = ?', [until && new Date(until).toISOString(), id])
    }
    connection.close()
    rmSync(`${file}.private`)
    if (damage !== null) writeFileSync(`${file}.run`, damage)
    expect(await test.reopen()).toMatchObject({ state })
    const days = await Promise.all(instants.map(async ([id]) => (await test.library.getTriage(of(id))).until))
    expect(days).toEqual(['2999-11-23', '2999-11-23', '2999-11-23', null])
  })
})

describe('a library that version 5 wrote', () => {
  const supersededNow = () => test.library.isSuperseded({ environment: 'sandbox', changeId: 'undone' })
  const opened = [
    ['waiting', 'waiting', 0, false, false],
    ['review', 'waiting', 1, true, false],
    // It was sent more than once, so it may have been edited.
    ['unknown', 'unknown', 2, false, true],
    ['undone', 'failed', 3, false, false],
  ]

  it.each<[string, (key: string) => readonly OldRow[], (file: string, key: string) => void]>([
    ['without its log', versionFiveRows, () => undefined],
    ['with its log', versionFiveRows, (file, key) => writeOldLog(file, key, ...versionFiveRows(key))],
    [
      'that lost its last steps, with its log',
      (key) => versionFiveRows(key).slice(0, 1),
      (file, key) => writeOldLog(file, key, ...versionFiveRows(key)),
    ],
  ])('%s opens with its unsent changes', async (_, rowsOf, change) => {
    await openVersionFive(rowsOf, change)
    expect(await test.reopen()).toMatchObject({ state: 'opened', reason: null, mayHaveLostChanges: false })
    expect(await unsentNow()).toEqual(opened)
    expect(await supersededNow()).toBe(true)
    await test.reopen()
    expect(await unsentNow()).toEqual(opened)
    expect(test.lines).toEqual([])
  })

  it.each<[string, (file: string, key: string) => void]>([
    [
      'from its log when the file was emptied',
      (file, key) => {
        writeOldLog(file, key, ...versionFiveRows(key))
        truncateSync(file, 0)
      },
    ],
    ['from the file when that is damaged and the log is gone', (file) => writeFileSync(`${file}.run`, 'damaged')],
  ])('is rebuilt with its unsent changes, all needing review, %s', async (_, damage) => {
    await openVersionFive(versionFiveRows, damage)
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    expect(await unsentNow()).toEqual(
      opened.map(([id, state, attempts, , isEdited]) => [id, state, attempts, true, isEdited]),
    )
    expect(await supersededNow()).toBe(true)
  })

  it.each([
    ['upgraded', 'opened', undefined],
    ['damaged and rebuilt', 'rebuilt', 'damaged'],
  ])('keeps its quarantine of tampered changes when it is %s', async (_, state, mark) => {
    await openVersionFive(versionFiveRows, (file, key) => {
      const connection = connect({ file, key })
      connection.exec(
        `INSERT INTO journal_rejected (change_id, workspace, kind, target_id, body, created_at, mac)
         SELECT 'tampered', workspace, kind, target_id, body, created_at, mac FROM journal WHERE change_id = 'waiting'`,
      )
      connection.close()
      if (mark !== undefined) writeFileSync(`${file}.run`, mark)
    })
    expect(await test.reopen()).toMatchObject({ state })
    expect(await test.library.countChanges({ workspace })).toMatchObject({ tampered: 1 })
    const { error, body } = await test.library.getActivity({ workspace, changeId: 'tampered' })
    expect([error?.code, JSON.parse(body ?? '{}').title]).toEqual(['TAMPERED', 'Waits since then\ud800'])
    expect((await unsentNow()).map(([changeId]) => changeId)).toEqual(opened.map(([changeId]) => changeId))
  })
})
