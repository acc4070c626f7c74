// A second home for the private layer (triage, notes, labels, saved views, briefs, scoring models,
// decisions, metrics, topics, dismissed duplicates): `<library>.private`, a database with these tables only, encrypted
// with the key of the library. Every commit that changes one of them is copied before it is acknowledged.
//
// The library is the truth. The copy is read only while a library is rebuilt, and a write that cannot be copied counts
// all the same; `.behind` beside the copy says so until it is whole again.
//
// Triggers of the connection that writes note each row, whichever part of the library wrote it, and give the library a
// new random stamp. The copy has the stamp of the commit that it is of. Where the two differ (the process was killed
// between them, the library was put back from a backup, an earlier version had no copy), it is made anew.
import { chmodSync, closeSync, copyFileSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { describeError } from '../../contract/describe-error'
import { type Connection, connect, type SqlRow } from '../store/connection'
import { UnreadableDatabase } from '../store/driver-errors'
import { columnsOf, readTable } from '../store/readable-text'
import { column, rowOf } from '../store/row'
import { closeQuietly, isThere, sizeOf } from './files'

/** Appended to the database's own file name. */
export const privateSuffix = '.private'
const behindSuffix = '.behind'
/** The copy uses no write-ahead log: it is at rest between two commits. */
const sidecars = ['-journal', '']

/** A library of an older version may lack some. REPLACE fires no trigger for the row it removes: use ON CONFLICT. */
export const privateTables = [
  'metrics',
  'metric_links',
  'topics',
  'triage',
  'saved_views',
  'briefs',
  'scoring_models',
  'decisions',
  'not_duplicates',
] as const

type PrivateTable = (typeof privateTables)[number]

/** The rows of metric_links have no numbers and are few: they are copied together. */
const isNumbered = (table: PrivateTable) => table !== 'metric_links'

const stampKey = 'private_stamp'

/** Reads the stamp with the shape of the tables: a migration may rewrite them. '': nothing was written yet. Throws. */
function demandStamp(connection: Connection): string {
  const stamp = connection.value('SELECT CAST(value AS BLOB) FROM meta WHERE key = ?', [stampKey], column.bytes)
  const version = connection.value('PRAGMA user_version', [], column.number) ?? 0
  return stamp === undefined || stamp.length === 0 ? '' : `${version} ${stamp.toString('latin1')}`
}

export interface PrivateRows {
  /** As many as could be read, each with the ids of its workspace. */
  readonly tables: readonly (readonly [PrivateTable, readonly SqlRow[]])[]
  readonly isWhole: boolean
  /** null: cannot be read. */
  readonly stamp: string | null
}

/** Reads a library or a copy, which may be damaged. */
export function readPrivateRows(old: Connection): PrivateRows {
  const read = privateTables.map((table) => [table, readTable(old, table)] as const)
  return {
    tables: read.map(([table, { rows }]) => [table, rows.filter(hasWorkspace)]),
    isWhole: read.every(([, { rows, isComplete }]) => isComplete && rows.every(hasWorkspace)),
    stamp: readStamp(old),
  }
}

export const hasWorkspace = (row: SqlRow) =>
  typeof row.organisation_id === 'string' && typeof row.workspace_id === 'string'

function readStamp(connection: Connection): string | null {
  try {
    return demandStamp(connection)
  } catch {
    return null
  }
}

interface CopyTarget {
  /** Path of the library. */
  readonly file: string
  readonly key: string | null
  readonly generation: string
}

/** Reads the copy; null: this library has none that can be read. Never throws. */
export function readPrivateCopy({ file, key, generation }: CopyTarget): PrivateRows | null {
  const path = file + privateSuffix
  if (sizeOf(path) === 0) return null
  let copy: Connection | null = null
  try {
    copy = connect({ file: path, key, journalMode: 'DELETE' })
    const ownGeneration = copy.value("SELECT CAST(value AS BLOB) FROM meta WHERE key = 'generation'", [], column.bytes)
    if (ownGeneration?.toString('utf8') !== generation) return null
    const rows = readPrivateRows(copy)
    return { ...rows, isWhole: rows.isWhole && rows.stamp !== null && !isThere(path + behindSuffix) }
  } catch {
    return null
  } finally {
    closeQuietly(copy)
  }
}

/** Keeps a copy before another one replaces it: its owner may find the key, or a tool that reads more of it. */
export function keepUnreadableCopy(file: string, backup: string, copy: PrivateRows | null): void {
  const [from, to] = [file + privateSuffix, backup + privateSuffix]
  if (copy?.isWhole || sizeOf(from) === 0 || isThere(to)) return
  try {
    copyFileSync(from, to)
  } catch {
    // A rebuild must not fail for a copy that nobody can read.
  }
}

/**
 * Chooses the rows that a rebuilt library begins with, from those that could be read of the old one and of the copy.
 *
 * 1. The copy, if it is whole and of the last commit of the old library, or if nobody can tell which commit that was.
 * 2. The old library, if all of it could be read: the copy is older.
 * 3. Otherwise all of both, and some may be lost.
 */
export function choosePrivateRows(
  stored: PrivateRows,
  copy: PrivateRows | null,
): Pick<PrivateRows, 'tables' | 'isWhole'> {
  if (copy?.isWhole && (stored.stamp === null || stored.stamp === copy.stamp)) return copy
  if (copy === null || (stored.isWhole && stored.stamp !== null)) return stored
  return { tables: [...stored.tables, ...copy.tables], isWhole: false }
}

export interface PrivateCopy {
  /** Notes what is written from now on. Throws what the database throws. */
  watch(): void
  /** Called once the library is ready: brings the copy to its last commit. */
  begin(): void
  /** Called after each commit, before it is acknowledged. Never throws. */
  update(): void
  close(): void
}

export interface PrivateCopyOptions extends Omit<CopyTarget, 'file'> {
  /** null: the library is in memory, so there is no copy. */
  readonly file: string | null
  readonly log: (line: string) => void
}

const noCopy: PrivateCopy = {
  watch: () => undefined,
  begin: () => undefined,
  update: () => undefined,
  close: () => undefined,
}

export function createPrivateCopy(library: Connection, { file, key, log }: PrivateCopyOptions): PrivateCopy {
  if (file === null || key === null) return noCopy
  const path = file + privateSuffix
  const target = { file, path, key }
  /** The copy of the last commit; null: it has to be made anew. */
  let copy: Connection | null = null
  let isBehind = isThere(path + behindSuffix)

  function bringUpToDate(): void {
    try {
      if (copy === null || !copyTouched(library, copy)) {
        closeQuietly(copy)
        copy = null
        copy = makeAnew(target)
      }
      if (isBehind) rmSync(path + behindSuffix, { force: true })
      isBehind = false
    } catch (error) {
      if (!isBehind) log(`Notes, labels and views could not be copied: ${describeError(error)}`)
      isBehind = true
      markBehind(path)
    }
    library.exec('DELETE FROM private_touched')
  }

  function update(): void {
    if (library.get('SELECT 1 AS found FROM private_touched LIMIT 1') !== undefined) bringUpToDate()
  }

  return {
    watch() {
      library.exec(watching)
      copy = openCurrent(target, demandStamp(library))
    },
    begin() {
      stampWhatOlderVersionsWrote(library)
      if (copy !== null) update()
      else if (demandStamp(library) !== '' || isThere(path)) bringUpToDate()
    },
    update,
    close: () => closeQuietly(copy),
  }
}

/** Uses UPDATE, because the conflict clause of the statement that fires a trigger replaces those within. */
const touch = (table: PrivateTable, event: string, row: 'new' | 'old') => `
CREATE TEMP TRIGGER private_${table}_${event} AFTER ${event} ON ${table} BEGIN
  UPDATE meta SET value = hex(randomblob(8)) WHERE key = '${stampKey}' AND NOT EXISTS (SELECT 1 FROM private_touched);
  INSERT INTO private_touched (name, number) VALUES ('${table}', ${isNumbered(table) ? `${row}.row` : 0});
END;`

const watching = `CREATE TEMP TABLE private_touched (name TEXT, number INTEGER);
INSERT OR IGNORE INTO meta (key, value) VALUES ('${stampKey}', '');
${privateTables.flatMap((table) => [touch(table, 'INSERT', 'new'), touch(table, 'UPDATE', 'new'), touch(table, 'DELETE', 'old')]).join('')}`

function stampWhatOlderVersionsWrote(library: Connection): void {
  if (demandStamp(library) !== '') return
  const isAnyThere = privateTables.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ')
  if (library.get(`SELECT 1 AS found WHERE ${isAnyThere}`) !== undefined) renewStamp(library)
}

/** Call after writing to private tables before `watch`, so that the copy is made anew. */
export function renewStamp(library: Connection): void {
  library.run('UPDATE meta SET value = hex(randomblob(8)) WHERE key = ?', [stampKey])
}

interface OwnTarget {
  readonly file: string
  readonly path: string
  readonly key: string
}

/** Without a key of its own, an attached file is opened with that of the first. */
function openCopy({ file, path, key }: OwnTarget): Connection {
  // The driver's files have the mode of the one they belong to.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const copy = connect({ file: path, key, journalMode: 'DELETE' })
  try {
    copy.run('ATTACH DATABASE ? AS library', [file])
    return copy
  } catch (error) {
    copy.close()
    throw error
  }
}

/** null: there is none of this stamp. */
function openCurrent(target: OwnTarget, stamp: string): Connection | null {
  if (sizeOf(target.path) === 0) return null
  let copy: Connection | null = null
  try {
    copy = openCopy(target)
    if (demandStamp(copy) === stamp) return copy
  } catch {
    // It is made anew.
  }
  closeQuietly(copy)
  return null
}

/** Makes the copy in one transaction: until it is done, the old copy stays. A damaged one is replaced. */
function makeAnew(target: OwnTarget): Connection {
  try {
    return filled(target)
  } catch (error) {
    // The damaged pages may be those of the library, and this the only place that has the rows.
    if (!(error instanceof UnreadableDatabase) || isSound(target)) throw error
    for (const suffix of sidecars) rmSync(target.path + suffix, { force: true })
    return filled(target)
  }
}

function filled(target: OwnTarget): Connection {
  const copy = openCopy(target)
  try {
    const version = copy.value('PRAGMA library.user_version', [], column.number) ?? 0
    copy.transaction(() => {
      copy.exec(['meta', 'workspaces', ...privateTables].map((table) => `DROP TABLE IF EXISTS main.${table};`).join(''))
      copy.exec(`CREATE TABLE main.meta (key TEXT, value TEXT); ${copyMeta}`)
      copy.exec(
        `CREATE TABLE main.workspaces (row INTEGER, organisation_id TEXT, workspace_id TEXT); ${copyWorkspaces}`,
      )
      for (const table of privateTables) {
        // Columns of the library, as the copy has none at this point.
        const columns = columnsOf(copy, table).map(({ name }) => (name === 'row' ? 'row INTEGER PRIMARY KEY' : name))
        copy.exec(`CREATE TABLE main.${table} (${columns.join(', ')});
          INSERT INTO main.${table} SELECT * FROM library.${table}`)
      }
      copy.exec(`PRAGMA main.user_version = ${version}`)
    })
    return copy
  } catch (error) {
    closeQuietly(copy)
    throw error
  }
}

const copyMeta = `INSERT INTO main.meta SELECT key, value FROM library.meta WHERE key IN ('generation', '${stampKey}');`
const copyWorkspaces = 'INSERT INTO main.workspaces SELECT row, organisation_id, workspace_id FROM library.workspaces;'

function isSound(target: OwnTarget): boolean {
  let copy: Connection | null = null
  try {
    copy = openCopy(target)
    return copy.get('PRAGMA main.quick_check(1)')?.quick_check === 'ok'
  } catch {
    return false
  } finally {
    closeQuietly(copy)
  }
}

const touchedRows = rowOf({ name: column.textOf<PrivateTable>(), numbers: column.text })

/** Returns whether the rows were copied: a copy of an older shape, or a damaged one, takes none. */
function copyTouched(library: Connection, copy: Connection): boolean {
  const touched = library.all(
    'SELECT name, json_group_array(number) AS numbers FROM private_touched GROUP BY name',
    [],
    touchedRows,
  )
  try {
    copy.transaction(() => {
      for (const { name, numbers } of touched) {
        const [these, values] = isNumbered(name)
          ? [' WHERE row IN (SELECT value FROM json_each(?))', [numbers]]
          : ['', []]
        const gone = isNumbered(name) ? ` AND row NOT IN (SELECT row FROM library.${name})` : ''
        copy.run(`DELETE FROM main.${name}${these}${gone}`, values)
        copy.run(`INSERT OR REPLACE INTO main.${name} SELECT * FROM library.${name}${these}`, values)
      }
      copy.exec(`DELETE FROM main.meta; ${copyMeta} DELETE FROM main.workspaces; ${copyWorkspaces}`)
    })
    return true
  } catch {
    return false
  }
}

/** Works even on a full disk, where the name of an empty file mostly finds room. */
function markBehind(path: string): void {
  try {
    writeFileSync(path + behindSuffix, '', { mode: 0o600 })
  } catch {
    // The failure is in the log already.
  }
}
