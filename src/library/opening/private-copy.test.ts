// The private layer has a second file, which brings it back when the library is lost.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InsightFilter } from '../../contract/features/insights'
import { noWeights } from '../../contract/features/priorities'
import { type Connection, connect } from '../store/connection'
import { migrate } from '../store/migrate'
import { generateInsights, insightId } from '../testing/generated-insights'
import {
  giveLabels,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { doChange } from '../testing/service-changes'
import { privateTables, readPrivateRows } from './private-copy'

const environment = 'sandbox'
const at = '2025-06-02T10:00:00.000Z'
const marker = 'Kolibri-Zeppelin-Quittung'

let test: TestLibrary
let file: string
let path: string
beforeEach(async () => {
  test = await openTestLibrary('file')
  file = test.file ?? ''
  path = `${file}.private`
})
afterEach(() => test.remove())

const insight = (number: number) => ({ workspace, kind: 'insight', id: insightId(number) }) as const
const setNote = (note: string, number = 1) => test.library.setNote({ ...insight(number), note })
const noteOf = async (number = 1) => (await test.library.getTriage(insight(number))).note
const review = (numbers: readonly number[]) =>
  test.library.decideAll({
    ...{ workspace, kind: 'insight', decidedAt: at },
    decisions: [{ ids: numbers.map(insightId), decision: { status: 'reviewed' }, from: null }],
  })

/** Writes a row in each of the private tables at least. */
async function writeEverything(): Promise<void> {
  const { library } = test
  await syncItems(library, generateInsights(20))
  await review([1, 2, 3])
  await setNote(marker)
  await giveLabels(library, insight(4), ['Q3', 'brakes'])
  await library.decideTriage({ ...insight(5), decision: { status: 'snoozed', until: null }, decidedAt: at })
  await library.saveSavedView({
    workspace,
    view: {
      ...{ id: 'mine', name: 'Mine', address: 'q=brake', isPinned: true, columns: null },
      filter: { list: 'insights', filter: InsightFilter.parse({ text: 'brake' }) },
    },
  })
  await library.saveScoringModel({ workspace, model: { id: 'a', name: 'A', weights: { ...noWeights, feedback: 60 } } })
  await library.decidePriority({ workspace, kind: 'opportunity', ids: ['x', 'y'], decision: 'now', decidedAt: at })
  await library.setPriorityNote({ workspace, kind: 'opportunity', id: 'x', note: 'Ask legal' })
  const edit = { claim: 'Riders want range', reason: 'Because', quotes: ['a'] }
  const figures = {
    ...{ insights: 3, unseen: 1, unscored: 0, unproven: 1, hidden: 0, strongest: 0.8, feedback: 5, sentiment: -0.4 },
    ...{
      positive: 1,
      neutral: 1,
      negative: 3,
      otherSentiments: [],
      sources: [],
      recent: 2,
      oldest: null,
      newest: null,
    },
  }
  await library.keepBrief({ workspace, subject: { kind: 'opportunity', id: 'range' }, edit, figures, keptAt: at })
  const ids: [string, string] = [insightId(1), insightId(2)]
  await library.dismissDuplicate({ workspace, ids, isDismissed: true, dismissedAt: at })
  await library.saveMetric({ workspace, metricId: 'orders', label: 'Orders', addedAt: at })
  await library.keepTopic({ workspace, topic: { id: insightId(99), title: 'Range' }, readAt: at })
  await doChange(library, 'link', { kind: 'linkMetric', targetId: 'orders', body: { outcomeIds: ['goal'] } })
}

async function writeSome(): Promise<void> {
  await setNote(marker)
  await test.library.saveMetric({ workspace, metricId: 'orders', label: 'Orders', addedAt: at })
}

function contentOf(connection: Connection) {
  const { tables, isWhole } = readPrivateRows(connection)
  connection.close()
  expect(isWhole).toBe(true)
  return Object.fromEntries(
    tables.map(([table, rows]) => [
      table,
      rows.map(({ row: _row, workspace: _workspace, ...rest }) => JSON.stringify(rest)).sort(),
    ]),
  )
}

const inLibrary = () => contentOf(connect({ file, key: test.key }))
const inCopy = () => contentOf(connect({ file: path, key: test.key, journalMode: 'DELETE' }))
const close = () => test.library.close({ environment })

/** Alters a file with the key and without this app. */
function alter(where: string, sql: string): void {
  const connection = connect({ file: where, key: test.key, ...(where === path && { journalMode: 'DELETE' as const }) })
  connection.exec(`PRAGMA foreign_keys = OFF; ${sql}`)
  connection.close()
}

const overwriteHalf = (where: string) => {
  const bytes = readFileSync(where)
  writeFileSync(where, bytes.fill(0x5a, 0, Math.floor(bytes.length / 2)))
}

function garblePage(where: string, table: string): void {
  const connection = connect({ file: where, key: test.key, ...(where === path && { journalMode: 'DELETE' as const }) })
  const root = Number(connection.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', [table])?.rootpage)
  connection.close()
  const bytes = readFileSync(where)
  writeFileSync(where, bytes.fill(0x5a, 4096 * (root - 1), 4096 * root))
}

/** Damages the library beyond reading. */
async function loseLibrary(): Promise<void> {
  await close()
  writeFileSync(file, 'This is no database. '.repeat(4000))
}

const damages: Readonly<Record<string, () => void>> = {
  'overwritten by half': () => overwriteHalf(file),
  emptied: () => truncateSync(file, 0),
  'replaced by something else': () => writeFileSync(file, 'This is no database. '.repeat(4000)),
  deleted: () => rmSync(file),
}

describe('private data', () => {
  it.each(Object.keys(damages))('is fully restored when the library was %s', async (damage) => {
    await writeEverything()
    await close()
    const before = inLibrary()
    for (const table of privateTables) expect(before[table], table).not.toEqual([])
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    damages[damage]?.()
    const opened = await test.reopen()
    expect(opened).toMatchObject({ state: 'rebuilt' })
    expect(opened).not.toHaveProperty('mayHaveLostNotes')
    expect(await noteOf()).toBe(marker)
    await close()
    expect(inLibrary()).toEqual(before)
    expect(inCopy()).toEqual(before)
  })

  it('is restored after the rebuild of a deleted library was interrupted', async () => {
    await setNote(marker)
    await close()
    rmSync(file)
    // It ended when the new file had its tables, and no rows yet.
    const connection = connect({ file, key: test.key })
    migrate(connection)
    connection.close()
    writeFileSync(`${file}.run`, 'rebuilding 1 missing 20250601100000000')
    const opened = await test.reopen()
    expect(opened).toMatchObject({ state: 'rebuilt', reason: 'missing' })
    expect(opened).not.toHaveProperty('mayHaveLostNotes')
    expect(await noteOf()).toBe(marker)
  })

  it('survives repeated losses of the library, including what was written in between', async () => {
    for (const number of [1, 2, 3]) {
      await setNote(`note ${number}`, number)
      await loseLibrary()
      expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
      for (let before = 1; before <= number; before += 1) expect(await noteOf(before)).toBe(`note ${before}`)
    }
  })

  it('is restored in its latest state, with undone entries still undone', async () => {
    await setNote('once')
    await review([1, 2])
    await setNote('')
    await test.library.decideTriage({ ...insight(1), decision: { status: 'open' }, decidedAt: at })
    await loseLibrary()
    await test.reopen()
    expect(await test.library.getTriage(insight(1))).toMatchObject({ status: 'open', note: '' })
    expect(await test.library.getTriage(insight(2))).toMatchObject({ status: 'reviewed' })
  })

  it('is restored from an older copy when a damaged page kept the copy from catching up', async () => {
    await writeSome()
    await close()
    const older = readFileSync(path)
    await test.reopen()
    await setNote('later', 2)
    await close()
    writeFileSync(path, older)
    garblePage(file, 'metrics')
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    await loseLibrary()
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', mayHaveLostNotes: true })
    expect(await noteOf()).toBe(marker)
    expect(await test.library.listMetrics({ workspace })).toMatchObject([{ label: 'Orders' }])
  })

  it('is restored from the library when the process ended before the copy was written', async () => {
    await setNote('first')
    await close()
    const older = readFileSync(path)
    await test.reopen()
    await setNote('second')
    await setNote('another', 2)
    await close()
    writeFileSync(path, older)
    writeFileSync(`${file}.run`, 'checking 2')
    const opened = await test.reopen()
    expect(opened).toMatchObject({ state: 'rebuilt' })
    expect(opened).not.toHaveProperty('mayHaveLostNotes')
    expect([await noteOf(1), await noteOf(2)]).toEqual(['second', 'another'])
  })

  it('is restored from a damaged library and an older copy together, and reported as possibly incomplete', async () => {
    await writeSome()
    await close()
    const older = readFileSync(path)
    await test.reopen()
    await giveLabels(test.library, insight(6), ['later'])
    await setNote('later', 6)
    await test.library.saveMetric({ workspace, metricId: 'visits', label: 'Visits', addedAt: at })
    await close()
    writeFileSync(path, older)
    garblePage(file, 'triage')
    writeFileSync(`${file}.run`, 'checking 1')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', mayHaveLostNotes: true })
    expect(await noteOf()).toBe(marker)
    expect((await test.library.listMetrics({ workspace })).map(({ label }) => label)).toEqual(['Orders', 'Visits'])
  })

  it('is that of a library restored from a backup, not what was written since', async () => {
    await setNote('then')
    await close()
    const kept = readFileSync(file)
    await test.reopen()
    await setNote('since')
    await setNote('since', 2)
    await close()
    writeFileSync(file, kept)
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    expect([await noteOf(1), await noteOf(2)]).toEqual(['then', ''])
    await loseLibrary()
    await test.reopen()
    expect([await noteOf(1), await noteOf(2)]).toEqual(['then', ''])
  })

  it('is restored when only the copy is left', async () => {
    await setNote('kept')
    await close()
    for (const name of readdirSync(dirname(file))) if (name !== basename(path)) rmSync(join(dirname(file), name))
    const opened = await test.reopen()
    expect(opened).toMatchObject({ state: 'rebuilt', reason: 'missing' })
    expect(await noteOf()).toBe('kept')
  })

  it('is restored as a sync left it: a snooze that the sync ended stays ended', async () => {
    const scored = (combinedScore: number) => [{ ...generateInsights(2)[1], combinedScore }]
    await syncItems(test.library, scored(1))
    await giveLabels(test.library, insight(1), ['Q3'])
    await test.library.decideTriage({ ...insight(1), decision: { status: 'snoozed', until: null }, decidedAt: at })
    await syncItems(test.library, scored(2))
    expect(await test.library.getTriage(insight(1))).toMatchObject({ status: 'open', labels: ['Q3'] })
    await loseLibrary()
    await test.reopen()
    expect(await test.library.getTriage(insight(1))).toMatchObject({ status: 'open', labels: ['Q3'] })
  })

  it('is merged with that of a library in memory, and survives a loss', async () => {
    await setNote('in the file')
    await close()
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await setNote('in memory')
    await test.reopen()
    await loseLibrary()
    await test.reopen()
    expect(await noteOf()).toBe('in the file\n\nin memory')
  })

  it('is the same in copy and library after each kind was merged with one in memory', async () => {
    await writeEverything()
    await close()
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await writeEverything()
    await test.library.decidePriority({ workspace, kind: 'opportunity', ids: ['x'], decision: 'later', decidedAt: at })
    await test.reopen()
    await close()
    expect(inCopy()).toEqual(inLibrary())
  })
})

describe('the private copy', () => {
  it('matches the library after many random writes and reopenings', async () => {
    await writeEverything()
    await close()
    expect(inCopy()).toEqual(inLibrary())
    await test.reopen()
    let seed = 1
    const draw = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let step = 0; step < 60; step += 1) {
      const id = draw(8)
      const writes = [
        () => setNote(draw(2) === 0 ? '' : `note ${step}`, id),
        () => review([id, id + 1, id + 2]),
        () => {
          const [add, remove] = draw(2) === 0 ? [[], ['Q3']] : [['Q3'], []]
          return test.library.labelAll({
            workspace,
            kind: 'insight',
            changes: [{ ids: [insight(id).id], add, remove }],
          })
        },
        () => test.library.saveMetric({ workspace, metricId: `m${id}`, label: `${step}`, addedAt: at }),
        () => test.library.removeMetric({ workspace, metricId: `m${id}` }),
        () =>
          test.library.decidePriority({
            ...{ workspace, kind: 'opportunity', ids: [`o${id}`, 'x'], decidedAt: at },
            decision: draw(2) === 0 ? null : 'next',
          }),
        () => test.library.removeSavedView({ workspace, id: draw(2) === 0 ? 'mine' : 'rising' }),
        () =>
          test.library.dismissDuplicate({
            ...{ workspace, ids: [insightId(id), insightId(9)] as [string, string] },
            ...{ isDismissed: draw(2) === 0, dismissedAt: at },
          }),
        () => test.library.endSnoozes({ workspace, today: at.slice(0, 10) }),
        () => syncItems(test.library, generateInsights(10 + draw(9))),
        () => test.reopen(),
      ]
      await writes[draw(writes.length)]?.()
      expect(inCopy()).toEqual(inLibrary())
    }
  })

  it('is notified of every write: no statement uses REPLACE INTO on a private table', () => {
    const library = join(import.meta.dirname, '..')
    const sources = readdirSync(library, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/migrations|test/.test(name))
      .map((name) => readFileSync(join(library, name), 'utf8'))
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.join('\n')).not.toMatch(new RegExp(`REPLACE INTO (${privateTables.join('|')})\\b`))
  })

  it('holds only the private tables, encrypted, and is accessible only to its owner', async () => {
    await writeEverything()
    await close()
    const copy = connect({ file: path, key: test.key, journalMode: 'DELETE' })
    const names = copy.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => String(name))
    copy.close()
    expect(names.sort()).toEqual([...privateTables, 'meta', 'workspaces'].sort())
    expect(readFileSync(path).includes(marker)).toBe(false)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(() => connect({ file: path, key: 'cd'.repeat(32), journalMode: 'DELETE' })).toThrow()
  })

  it('is not created before private data is written', async () => {
    await syncItems(test.library, generateInsights(3))
    await test.library.addChange(newChange(1))
    await test.reopen()
    expect(existsSync(path)).toBe(false)
  })

  it('is created from a library that an older version wrote', async () => {
    await setNote('long ago')
    await close()
    rmSync(path)
    alter(file, "DELETE FROM meta WHERE key = 'private_stamp'")
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    await loseLibrary()
    await test.reopen()
    expect(await noteOf()).toBe('long ago')
  })

  it('is recreated when its schema differs from the library’s', async () => {
    await setNote('kept')
    await close()
    alter(path, 'PRAGMA user_version = 1; ALTER TABLE triage DROP COLUMN note')
    await test.reopen()
    await close()
    expect(inCopy()).toEqual(inLibrary())
  })

  it('catches up with a library that is ahead of it, and has the next write too', async () => {
    await setNote('first')
    await close()
    const older = readFileSync(path)
    await test.reopen()
    await setNote('second')
    await close()
    writeFileSync(path, older)
    await test.reopen()
    await setNote('another', 2)
    await loseLibrary()
    await test.reopen()
    expect([await noteOf(1), await noteOf(2)]).toEqual(['second', 'another'])
  })

  const spoils: Readonly<Record<string, () => void>> = {
    gone: () => rmSync(path),
    'cut short': () => truncateSync(path, statSync(path).size - 5_000),
    emptied: () => truncateSync(path, 0),
    'replaced by something else': () => writeFileSync(path, 'This is no database. '.repeat(400)),
    'that of another key': () => {
      rmSync(path)
      connect({ file: path, key: 'cd'.repeat(32), journalMode: 'DELETE' }).exec('CREATE TABLE meta (key, value)')
    },
    'that of another generation': () => alter(path, "UPDATE meta SET value = 'other' WHERE key = 'generation'"),
  }

  it.each(Object.keys(spoils))('is replaced when it is %s, without affecting the library', async (spoil) => {
    await writeSome()
    await close()
    spoils[spoil]?.()
    const opened = await test.reopen()
    expect(opened).toMatchObject({ state: 'opened' })
    await setNote('the next one', 8)
    expect(await noteOf()).toBe(marker)
    await close()
    expect(inCopy()).toEqual(inLibrary())
  })

  it.each(Object.keys(spoils))(
    'costs no unsent change when it is %s and the library is lost, and possible loss of notes is reported',
    async (spoil) => {
      await writeSome()
      await test.library.addChange(newChange(1))
      await loseLibrary()
      spoils[spoil]?.()
      const unreadable = existsSync(path) && statSync(path).size > 0 ? readFileSync(path) : null
      expect(await test.reopen()).toMatchObject({ state: 'rebuilt', recoveredChanges: 1, mayHaveLostNotes: true })
      const kept = readdirSync(dirname(file)).filter((name) => /\.unusable-\d+\.private$/.test(name))
      expect(kept).toHaveLength(unreadable === null ? 0 : 1)
      await setNote('from now on', 8)
      await loseLibrary()
      const opened = await test.reopen()
      expect(opened).not.toHaveProperty('mayHaveLostNotes')
      expect(await noteOf(8)).toBe('from now on')
    },
  )

  it('is replaced when one of its tables is damaged', async () => {
    await writeSome()
    await close()
    garblePage(path, 'triage')
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    await setNote('the next one', 8)
    await close()
    expect(inCopy()).toEqual(inLibrary())
  })

  it('restores its other tables when one is damaged, and possible loss is reported', async () => {
    await writeSome()
    await loseLibrary()
    garblePage(path, 'triage')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', mayHaveLostNotes: true })
    expect(await test.library.listMetrics({ workspace })).toMatchObject([{ label: 'Orders' }])
  })

  it('is not read after processes may have ended while reading it', async () => {
    await setNote('in the copy')
    await close()
    writeFileSync(`${file}.run`, 'rebuilding 4 corrupt 20250601')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', mayHaveLostNotes: true })
    expect(await noteOf()).toBe('')
  })
})

describe('a copy that cannot be written', () => {
  const inTheWay = () => {
    rmSync(path, { force: true })
    mkdirSync(path)
  }

  it('blocks no write, is logged once, and is reported when the library is lost', async () => {
    await close()
    inTheWay()
    await test.reopen()
    await setNote('first')
    await setNote('second')
    expect(await noteOf()).toBe('second')
    expect(test.lines.filter((line) => line.startsWith('Notes, labels and views could not be copied'))).toHaveLength(1)
    expect(test.lines.join()).not.toContain('second')
    await loseLibrary()
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', mayHaveLostNotes: true })
  })

  it('has everything as soon as it can be written again', async () => {
    await setNote('first')
    await close()
    inTheWay()
    await test.reopen()
    await setNote('second', 2)
    rmSync(path, { recursive: true })
    await setNote('third', 3)
    await loseLibrary()
    expect(await test.reopen()).not.toHaveProperty('mayHaveLostNotes')
    expect([await noteOf(1), await noteOf(2), await noteOf(3)]).toEqual(['first', 'second', 'third'])
  })

  it('is reported as possibly incomplete when the library is lost', async () => {
    await setNote('first')
    await close()
    const older = `${path}.older`
    copyFileSync(path, older)
    inTheWay()
    await test.reopen()
    await setNote('second')
    await loseLibrary()
    rmSync(path, { recursive: true })
    copyFileSync(older, path)
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', mayHaveLostNotes: true })
    expect(await noteOf()).toBe('first')
    expect(readdirSync(dirname(file)).filter((name) => name === `${basename(path)}.behind`)).toEqual([])
  })
})
