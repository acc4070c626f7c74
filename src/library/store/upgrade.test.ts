import { createHmac, hkdfSync } from 'node:crypto'
import { mkdirSync, rmSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startUnsentLog } from '../changes/unsent-log'
import { bulkInsert } from '../ingest/bulk-insert'
import { insightColumns, relatedKinds } from '../ingest/record-columns'
import { records } from '../migrations/0001-records'
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
import { type Connection, connect } from './connection'
import { migrate } from './migrate'

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

/** As the first version made it. */
const sealKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), Buffer.alloc(0), 'discovery-desk journal 1', 32))

/** A change that was sent, and how it ended is not known. */
function journalRow(key: string) {
  const { changeId, kind, targetId, createdAt, body } = newChange(1, 'Waits since then\ud800')
  const text = JSON.stringify(body)
  const { organisationId, workspaceId } = workspace
  const sealed = [changeId, organisationId, workspaceId, kind, targetId, text, createdAt]
  const mac = createHmac('sha256', sealKey(key)).update(JSON.stringify(sealed)).digest()
  return {
    ...{ change_id: changeId, kind, target_id: targetId, body: text, created_at: createdAt },
    ...{ state: 'unknown', attempts: 2, error: null, mac },
  }
}

/** A file as the first version of the app left it. */
function writeFirstVersion(connection: Connection, key: string): void {
  migrate(connection, [records])
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

async function openFirstVersion(): Promise<TestLibrary> {
  const upgraded = await openTestLibrary('file')
  const { file, key, folder } = upgraded
  if (file === null || key === null) throw new Error('A file was asked for.')
  await upgraded.library.close({ environment: 'sandbox' })
  const old = `${folder}/old/sandbox.db`
  mkdirSync(dirname(old))
  const connection = connect({ file: old, key })
  writeFirstVersion(connection, key)
  connection.close()
  test.remove()
  test = { ...upgraded, file: old }
  expect(await upgraded.library.open({ environment: 'sandbox', file: old, key, generation: 'first' })).toMatchObject({
    state: 'opened',
    reason: null,
  })
  return test
}

it('keeps everything of a library that the first version wrote', async () => {
  const { library } = await openFirstVersion()
  expect(await library.queryInsights(insightQuery())).toMatchObject({ all: 21 })
  expect(await library.lastSync({ workspace, resource: 'insights' })).toEqual({ ...report, syncedAt: savedAt })
  expect(await library.lastSync({ workspace, resource: 'knowledge' })).toBeNull()
  expect(await library.readDraft({ workspace })).toEqual({ values: { title: 'half typed' }, savedAt })
  expect(await library.pendingChanges({ environment: 'sandbox' })).toEqual([
    { ...newChange(1, 'Waits since then\ud800'), state: 'unknown', attempts: 2, needsReview: false, error: null },
  ])
  expect(test.lines).toEqual([])
  const activity = { environment: 'sandbox', workspace, text: '', offset: 0, limit: 9 } as const
  expect((await library.queryActivity(activity)).rows.map(({ title, state }) => [title, state])).toEqual([
    ['Waits since then\ufffd', 'unknown'],
    ['Done then', 'done'],
  ])
})

it('seals anew what it waits to send, so that an older seal is worth nothing afterwards', async () => {
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

it('takes an older version’s changes from the second copy where the library is damaged', async () => {
  const { library, file, key } = await openFirstVersion()
  const kept = await library.pendingChanges({ environment: 'sandbox' })
  await library.close({ environment: 'sandbox' })
  // The copy as that version wrote it: rows without the new column, under the older seal.
  const row = { row: 1, ...journalRow(key ?? ''), organisation_id: workspace.organisationId }
  const entry = { table: 'journal', key: 'change-1', row: { ...row, workspace_id: workspace.workspaceId } } as const
  startUnsentLog(`${file}.unsent`, key ?? '', [entry]).close()
  truncateSync(file ?? '', 0)
  expect(await library.open({ environment: 'sandbox', file, key, generation: 'first' })).toMatchObject({
    ...{ state: 'rebuilt', keptChanges: 1, mayHaveLostChanges: false },
  })
  expect(await library.pendingChanges({ environment: 'sandbox' })).toEqual(
    kept.map((change) => ({ ...change, needsReview: true })),
  )
})

it('lists, finds and counts at once what only came with insights then', async () => {
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
    text: 'verbatim',
    sort: { column: 'createdAt', direction: 'ascending' },
  } as const
  const said = new Set(insights.flatMap((insight) => insight.feedback.map(({ id }) => id)))
  expect((await library.queryFeedback(feedback)).total).toBe(said.size)
})

it('goes on from there: syncs, settles, and opens again', async () => {
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

it('keeps the quarantine of the list it was of', async () => {
  const { file, key } = await openFirstVersion()
  const connection = connect({ file, key })
  const [item] = connection.all('SELECT resource, position, item_id, raw FROM quarantine')
  connection.close()
  expect({ ...item, raw: String(item?.raw) }).toEqual({
    ...{ resource: 'insights', position: 3, item_id: 'x', raw: '{"id":"x"}' },
  })
})
