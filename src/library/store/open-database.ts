// From a path and a key to a database that can be trusted to be ours, whole and empty of half-done migrations. What
// cannot be used is renamed, never deleted: it may hold changes that were never sent, and its owner may find the key.
//
// Two connections when there is a file: a long sync writes on one while the other goes on answering from the
// snapshot before it. In memory there is one, since a second would be another database.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { OpenedLibrary } from '../../contract/library'
import { type Connection, type ConnectionTarget, connect } from './connection'
import { translateDriverError, UnreadableDatabase } from './driver-errors'
import { migrate } from './migrate'
import { readRunMark, writeRunMark } from './run-marker'

export interface OpenDatabase {
  readonly reader: Connection
  /** The same as `reader` in memory. */
  readonly writer: Connection
  readonly opened: OpenedLibrary
  /** Moves what was written from the log into the file; in memory there is nothing to move. */
  checkpoint(): void
  /** After this the file is at rest; the next start trusts it without a check. */
  close(): void
}

export interface DatabaseTarget extends ConnectionTarget {
  readonly generation: string
  /** Names a file that is set aside. */
  readonly now: () => Date
}

/** A process that died this often in a row while it looked at the file will not live through the next look. */
const deathsWhileChecking = 2

/** Temporary files of a sync start with this, after the database's own name. */
export const incomingSuffix = '.incoming-'

export function openDatabase(target: DatabaseTarget): OpenDatabase {
  const { file } = target
  if (file === null) return openInMemory(target)
  try {
    prepareFolder(file)
  } catch (error) {
    throw translateDriverError(error)
  }
  const unusable = findFault(file)
  if (unusable === null) {
    try {
      return openFile(file, target)
    } catch (error) {
      if (!(error instanceof UnreadableDatabase)) throw error
      return rebuild(file, target, error.reason)
    }
  }
  return unusable === 'creating' ? startOver(file, target) : rebuild(file, target, unusable)
}

function openInMemory(target: DatabaseTarget): OpenDatabase {
  const connection = connect({ file: null, key: null })
  migrate(connection)
  writeGeneration(connection, target.generation)
  return {
    reader: connection,
    writer: connection,
    opened: { state: 'created', reason: null },
    checkpoint: () => undefined,
    close: () => connection.close(),
  }
}

function prepareFolder(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    if (name.startsWith(basename(file) + incomingSuffix)) rmSync(join(folder, name), { force: true })
  }
}

/** What is known to be wrong before the driver touches the file. */
function findFault(file: string): 'emptied' | 'corrupt' | 'creating' | null {
  const size = sizeOf(file)
  if (size === null) return null
  const mark = readRunMark(file)
  if (mark.state === 'creating') return 'creating'
  if (mark.state === 'checking' && mark.times >= deathsWhileChecking) return 'corrupt'
  // Not left to the driver, which throws away the log that belongs to an empty file.
  return size === 0 ? 'emptied' : null
}

function openFile(file: string, target: DatabaseTarget): OpenDatabase {
  const isNew = sizeOf(file) === null
  const mark = readRunMark(file)
  const mustCheck = !isNew && mark.state !== 'none'
  writeRunMark(
    file,
    isNew ? { state: 'creating' } : { state: 'checking', times: mark.state === 'checking' ? mark.times + 1 : 1 },
  )
  // -wal and -shm are given the mode of the file they belong to, so it has to be right before the driver sees it.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const writer = connect(target)
  try {
    if (!isNew) demandOurs(writer, target.generation, mustCheck)
    migrate(writer)
    if (isNew) writeGeneration(writer, target.generation)
    const reader = connect(target)
    writeRunMark(file, { state: 'open' })
    return {
      reader,
      writer,
      opened: { state: isNew ? 'created' : 'opened', reason: null },
      checkpoint: () => checkpoint(writer, 'PASSIVE'),
      close: () => {
        reader.close()
        checkpoint(writer, 'TRUNCATE')
        writer.close()
        writeRunMark(file, { state: 'none' })
      },
    }
  } catch (error) {
    writer.close()
    if (!(error instanceof UnreadableDatabase)) writeRunMark(file, mark)
    throw error
  }
}

/** The first read is where a wrong key shows; a file that was emptied opens well and has no generation. */
function demandOurs(connection: Connection, generation: string, mustCheck: boolean): void {
  const hasMeta = connection.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'meta'")
  const stored = hasMeta && connection.get("SELECT value FROM meta WHERE key = 'generation'")
  if (stored?.value !== generation) throw new UnreadableDatabase('emptied')
  if (!mustCheck) return
  const verdict = connection.get('PRAGMA quick_check(1)')
  if (verdict?.quick_check !== 'ok') throw new UnreadableDatabase('corrupt')
}

function writeGeneration(connection: Connection, generation: string): void {
  connection.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('generation', ?)", [generation])
}

function checkpoint(writer: Connection, mode: 'PASSIVE' | 'TRUNCATE'): void {
  try {
    writer.all(`PRAGMA wal_checkpoint(${mode})`)
  } catch {
    // The log is as good a place as the file: the next open reads both.
  }
}

function rebuild(file: string, target: DatabaseTarget, reason: 'corrupt' | 'wrong-key' | 'emptied'): OpenDatabase {
  const stamp = target
    .now()
    .toISOString()
    .replace(/[^0-9]/g, '')
  for (const suffix of ['', '-wal', '-shm']) {
    if (sizeOf(file + suffix) !== null) renameSync(file + suffix, `${file}.unusable-${stamp}${suffix}`)
  }
  writeRunMark(file, { state: 'none' })
  const database = openFile(file, target)
  return { ...database, opened: { state: 'rebuilt', reason } }
}

/** A first start that was cut short: nothing of anybody's is in the file. */
function startOver(file: string, target: DatabaseTarget): OpenDatabase {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return openFile(file, target)
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null
}
