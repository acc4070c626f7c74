// From a path and a key to a database that can be trusted to be ours, whole and empty of half-done migrations. What
// cannot be used is renamed, never deleted: it may hold changes that were never sent, and its owner may find the key.
//
// Two connections when there is a file: a long sync writes on one while the other goes on answering from the
// snapshot before it. In memory there is one, since a second would be another database.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { OpenedLibrary } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { sealedAnew, sealOldRows } from '../changes/journal'
import { createJournalMac } from '../changes/journal-mac'
import { askedAbout, type RecoveredRows, writeKeptRows, writeLogged } from '../changes/keep-changes'
import { writeHistory } from '../changes/keep-history'
import { type LoggedUnsent, readUnsentLog, type UnsentEntry, unsentSuffix } from '../changes/unsent-log'
import { type Connection, type ConnectionTarget, connect } from './connection'
import { translateDriverError, UnreadableDatabase, type UnreadableReason } from './driver-errors'
import { demandInsightCounts, keepInsightCounts } from './insight-counts'
import { migrate } from './migrate'
import { demandReadableText } from './readable-text'
import {
  deathsWhileReading,
  markOpen,
  type OpenMarker,
  type Rebuilding,
  type RunMark,
  readRunMark,
  writeRunMark,
} from './run-marker'
import { copyLogAside, moveAside, readAside, stampOf } from './set-aside'

export interface OpenDatabase {
  readonly reader: Connection
  /** The same as `reader` in memory. */
  readonly writer: Connection
  readonly opened: OpenedLibrary
  /** Says in the run's mark what is done meanwhile. */
  during: OpenMarker['during']
  /** Moves what was written from the log into the file; in memory there is nothing to move. */
  checkpoint(): void
  /** Reading failed: the next open replaces the file, whatever happens until then. */
  markDamaged(): void
  /** After this the file is at rest; the next start trusts it without a check, unless it was marked. */
  close(): void
}

export interface DatabaseTarget extends ConnectionTarget {
  readonly environment: EnvironmentName
  readonly generation: string
  /** There was a file with this key before. */
  readonly hadFile?: boolean
  /** Names a file that is set aside. */
  readonly now: () => Date
}

/** A process that died this often in a row while it looked at the file will not live through the next look. */
const deathsWhileChecking = 2

/** As often in a row it may have died while it read: not with the first, as any process may be killed at any moment. */
const mostDeathsWhileReading = 4

/** Temporary files of a sync start with this, after the database's own name. */
export const incomingSuffix = '.incoming-'

const usual = { reason: null, keptChanges: 0, mayHaveLostChanges: false } as const

export function openDatabase(target: DatabaseTarget): OpenDatabase {
  const { file } = target
  if (file === null) return openInMemory(target)
  try {
    prepareFolder(file)
    return openOrRebuild(file, target)
  } catch (error) {
    throw translateDriverError(error)
  }
}

function openOrRebuild(file: string, target: DatabaseTarget): OpenDatabase {
  const mark = readRunMark(file)
  if (mark.state === 'rebuilding') return rebuild(file, target, mark)
  const reason = findFault(file, mark, target)
  if (reason !== null) return startRebuild(file, target, reason)
  try {
    return openFile(file, target, mark)
  } catch (error) {
    if (!(error instanceof UnreadableDatabase)) throw error
    return startRebuild(file, target, error.reason)
  }
}

function openInMemory(target: DatabaseTarget): OpenDatabase {
  const connection = connect({ file: null, key: null })
  migrate(connection)
  writeGeneration(connection, target.generation)
  return {
    reader: connection,
    writer: connection,
    opened: { state: 'created', ...usual },
    during: (_, work) => work(),
    checkpoint: () => undefined,
    markDamaged: () => undefined,
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
function findFault(file: string, mark: RunMark, { hadFile }: DatabaseTarget): UnreadableReason | null {
  if (sizeOf(file) === null) return (hadFile && mark.state !== 'creating') || hasLeftOver(file, mark) ? 'missing' : null
  if (mark.state === 'damaged') return 'corrupt'
  if (mark.state === 'checking' && mark.times >= deathsWhileChecking) return 'corrupt'
  if (deathsWhileReading(mark) >= mostDeathsWhileReading) return 'corrupt'
  // Not left to the driver, which throws away the log that belongs to an empty file.
  return sizeOf(file) === 0 && !isUntouched(file, mark) ? 'emptied' : null
}

/** What is made only once there is a database: its log, the second copy, and the mark of a process that had it open. */
function hasLeftOver(file: string, mark: RunMark): boolean {
  const isUsed = mark.state !== 'none' && mark.state !== 'creating'
  return isUsed || sizeOf(file + unsentSuffix) !== null || (sizeOf(`${file}-wal`) ?? 0) > 0
}

/** A first start was cut short before anything was written: the empty file is our own. */
function isUntouched(file: string, mark: RunMark): boolean {
  return mark.state === 'creating' && sizeOf(file) === 0 && (sizeOf(`${file}-wal`) ?? 0) === 0
}

function openFile(file: string, target: DatabaseTarget, mark: RunMark): OpenDatabase {
  const isNew = sizeOf(file) === null || isUntouched(file, mark)
  writeRunMark(
    file,
    isNew ? { state: 'creating' } : { state: 'checking', times: mark.state === 'checking' ? mark.times + 1 : 1 },
  )
  const writer = connectWriter(file, target)
  try {
    const isCreated = isNew || (mark.state === 'creating' && isUnfinished(writer))
    if (!isCreated) demandOurs(writer, target.generation, mark)
    migrate(writer)
    keepInsightCounts(writer)
    if (isCreated) writeGeneration(writer, target.generation)
    const logged = readLogged(file, target)
    const seal = createJournalMac(target.key)
    const keptChanges = writer.transaction(() => {
      sealOldRows(writer, seal)
      return writeLogged(writer, target.environment, logged, seal)
    })
    const opened = { state: isCreated ? 'created' : 'opened', ...usual, keptChanges } as const
    return inUse(file, target, writer, opened, deathsWhileReading(mark))
  } catch (error) {
    writer.close()
    if (!(error instanceof UnreadableDatabase)) putMarkBack(file, mark)
    throw error
  }
}

/** The process lives: what kept it from opening the file is not the file's fault. */
function putMarkBack(file: string, mark: RunMark): void {
  try {
    writeRunMark(file, mark)
  } catch {
    // A full disk; the mark that is there asks for a check, which does no harm.
  }
}

/** Only what carries the seal: the journal has nothing else. */
function readLogged(file: string, { key }: DatabaseTarget): LoggedUnsent {
  if (key === null) return { entries: [], isWhole: false, hasItsKey: false }
  const seal = createJournalMac(key)
  const { entries, isWhole, hasItsKey } = readUnsentLog(file + unsentSuffix, key)
  const ours = entries.flatMap((entry): UnsentEntry[] => {
    if (entry.row === null || entry.table !== 'journal') return [entry]
    // Each line is sealed as a whole, so an older version's row is as that version left it.
    const row = sealedAnew(entry.row, seal)
    return row === null ? [] : [{ ...entry, row }]
  })
  return { entries: ours, isWhole: isWhole && ours.length === entries.length, hasItsKey }
}

function connectWriter(file: string, target: DatabaseTarget): Connection {
  // -wal and -shm are given the mode of the file they belong to, so it has to be right before the driver sees it.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  return connect(target)
}

function inUse(
  file: string,
  target: DatabaseTarget,
  writer: Connection,
  opened: OpenedLibrary,
  deaths: number,
): OpenDatabase {
  const reader = connect(target)
  const marker = markOpen(file, deaths)
  let isDamaged = false
  return {
    reader,
    writer,
    opened,
    during: marker.during,
    checkpoint: () => checkpoint(writer, 'PASSIVE'),
    markDamaged: () => {
      isDamaged = true
      writeRunMark(file, { state: 'damaged' })
    },
    close: () => {
      reader.close()
      checkpoint(writer, 'TRUNCATE')
      writer.close()
      marker.close()
      if (!isDamaged) writeRunMark(file, { state: 'none' })
    },
  }
}

/** A first start was cut short: there is no generation yet, and nothing of anybody's. */
function isUnfinished(connection: Connection): boolean {
  const has = (table: string) =>
    connection.get('SELECT 1 AS found FROM sqlite_schema WHERE name = ?', [table]) !== undefined
  if (has('meta') && storedGeneration(connection) !== null) return false
  return !has('workspaces') || connection.get('SELECT 1 AS found FROM workspaces LIMIT 1') === undefined
}

/** The first read is where a wrong key shows; a file that was emptied opens well and has no generation. */
function demandOurs(connection: Connection, generation: string, mark: RunMark): void {
  const hasMeta = connection.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'meta'")
  if (!hasMeta || storedGeneration(connection) !== generation) throw new UnreadableDatabase('emptied')
  demandInsightCounts(connection)
  if (mark.state === 'none') return
  const verdict = connection.get('PRAGMA quick_check(1)')
  if (verdict?.quick_check !== 'ok') throw new UnreadableDatabase('corrupt')
  // Takes longer than the check, and one that did nothing with the file when it ended was not ended by it.
  if (mark.state !== 'open' || mark.doing !== 'nothing') demandReadableText(connection)
}

function storedGeneration(connection: Connection): string | null {
  const stored = connection.get("SELECT value FROM meta WHERE key = 'generation'")
  return stored === undefined ? null : String(stored.value)
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

function startRebuild(file: string, target: DatabaseTarget, reason: UnreadableReason): OpenDatabase {
  // A first page that is damaged looks like a wrong key; where the second copy opens, the key is not what is wrong.
  const isDamage = reason === 'wrong-key' && readLogged(file, target).hasItsKey
  const named = isDamage ? 'corrupt' : reason
  return rebuild(file, target, { state: 'rebuilding', times: 0, reason: named, stamp: stampOf(target.now()) })
}

/** Can be repeated from the start until the mark says that it is done; what was kept is written all at once. */
function rebuild(file: string, target: DatabaseTarget, mark: Rebuilding): OpenDatabase {
  writeRunMark(file, { ...mark, times: mark.times + 1 })
  const aside = moveAside(file, mark.stamp)
  const logged = readLogged(file, target)
  copyLogAside(file, aside, logged)
  // What ended the process each time may be the reading of what is to be kept.
  const { unsent, history } = readAside(aside, target.key, logged, mark.times < deathsWhileChecking)
  const writer = connectWriter(file, target)
  try {
    migrate(writer)
    keepInsightCounts(writer)
    writer.transaction(() => {
      writeGeneration(writer, target.generation)
      writeHistory(writer, history)
      writeKeptRows(writer, target.environment, askedAbout(unsent, createJournalMac(target.key)))
    })
    return inUse(file, target, writer, rebuilt(mark.reason, unsent), 0)
  } catch (error) {
    writer.close()
    // Not another death: with room on the disk, the next try is to read what is to be kept.
    putMarkBack(file, mark)
    throw error
  }
}

function rebuilt(reason: UnreadableReason, kept: RecoveredRows): OpenedLibrary {
  return { state: 'rebuilt', reason, keptChanges: kept.journal.length, mayHaveLostChanges: kept.isIncomplete }
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null
}
