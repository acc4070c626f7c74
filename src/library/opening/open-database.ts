// Opens a database that is ours, whole and migrated, from a path and a key. A file that cannot be used is renamed, never
// deleted: it may hold unsent changes, and its owner may find the key.
//
// A file has two connections: during a long sync, one writes while the other answers from the snapshot before it. In
// memory there is one, since a second would be another database.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { OpenedLibrary } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { signOldRows, withCurrentSignature } from '../changes/journal'
import { createJournalMac } from '../changes/journal-mac'
import { type LoggedUnsent, noLog, readUnsentLog, unsentSuffix } from '../changes/unsent-log'
import {
  type BackgroundCheckpoint,
  type Connection,
  type ConnectionTarget,
  checkpointInBackground,
  connect,
} from '../store/connection'
import { translateDriverError, UnreadableDatabase, type UnreadableReason } from '../store/driver-errors'
import { demandInsightCounts, keepInsightCounts } from '../store/insight-counts'
import { demandKnownVersion, migrate } from '../store/migrate'
import { demandReadableText } from '../store/readable-text'
import { column } from '../store/row'
import { copyLogToBackup, moveToBackup, readBackup, stampOf } from './backup'
import { isThere, sizeOf } from './files'
import { keepUnreadableCopy, privateSuffix, readPrivateCopy } from './private-copy'
import { writeHistory } from './recover-history'
import { type Recovered, recoverInPlace, writeRebuilt } from './recover-unsent'
import {
  deathsWhileReading,
  markOpen,
  type OpenMarker,
  type Rebuilding,
  type RunMark,
  readRunMark,
  writeRunMark,
} from './run-marker'

export interface OpenDatabase {
  readonly reader: Connection
  /** The same as `reader` in memory. */
  readonly writer: Connection
  readonly opened: OpenedLibrary
  /** Says in the run's mark what the process is doing. */
  during: OpenMarker['during']
  /** Flushes to the disk what the log has so far, beside other work, so that a commit waits for little of it. */
  settleLog(): Promise<void>
  /** Moves the log's content into the file, beside other work; in memory there is nothing to move. */
  checkpoint(): Promise<void>
  /** Resolves when no checkpoint runs, and none begins any more. Call before `close`, except at the end of the process. */
  stopCheckpoint(): Promise<void>
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
  /** Part of the name of a backup. */
  readonly now: () => Date
}

/** After this many deaths in a row while checking the file, it is not checked again. */
const deathsWhileChecking = 2

/** More than one death while reading is allowed: a process can be killed at any moment. */
const mostDeathsWhileReading = 4

/** Prefix of the temporary files of a sync, after the database's own name. */
export const incomingSuffix = '.incoming-'

const usual = { reason: null, recoveredChanges: 0, mayHaveLostChanges: false } as const

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
  keepInsightCounts(connection)
  writeGeneration(connection, target.generation)
  return {
    reader: connection,
    writer: connection,
    opened: { state: 'created', ...usual },
    during: (_, work) => work(),
    settleLog: async () => undefined,
    checkpoint: async () => undefined,
    stopCheckpoint: async () => undefined,
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

/** Faults that show before the driver touches the file. */
function findFault(file: string, mark: RunMark, { hadFile }: DatabaseTarget): UnreadableReason | null {
  if (!isThere(file)) return (hadFile && mark.state !== 'creating') || hasLeftOver(file, mark) ? 'missing' : null
  if (mark.state === 'damaged') return 'corrupt'
  if (mark.state === 'checking' && mark.times >= deathsWhileChecking) return 'corrupt'
  if (deathsWhileReading(mark) >= mostDeathsWhileReading) return 'corrupt'
  // Checked here, because the driver throws away the log that belongs to an empty file.
  return sizeOf(file) === 0 && !isUntouched(file, mark) ? 'emptied' : null
}

/**
 * Traces of a database that is gone: its write-ahead log, its log of unsent changes, its private copy, the mark of a
 * process that had it open.
 */
function hasLeftOver(file: string, mark: RunMark): boolean {
  const isUsed = mark.state !== 'none' && mark.state !== 'creating'
  const hasCopy = [unsentSuffix, privateSuffix].some((suffix) => isThere(file + suffix))
  return isUsed || hasCopy || sizeOf(`${file}-wal`) > 0
}

/** The first start was interrupted before anything was written: the empty file is ours. */
function isUntouched(file: string, mark: RunMark): boolean {
  return mark.state === 'creating' && sizeOf(file) === 0 && sizeOf(`${file}-wal`) === 0
}

function openFile(file: string, target: DatabaseTarget, mark: RunMark): OpenDatabase {
  const isNew = !isThere(file) || isUntouched(file, mark)
  writeRunMark(
    file,
    isNew ? { state: 'creating' } : { state: 'checking', times: mark.state === 'checking' ? mark.times + 1 : 1 },
  )
  const writer = connectWriter(file, target)
  try {
    demandKnownVersion(writer)
    const isCreated = isNew || (mark.state === 'creating' && isUnfinished(writer))
    if (!isCreated) demandOurs(writer, target.generation, mark)
    migrate(writer)
    keepInsightCounts(writer)
    if (isCreated) writeGeneration(writer, target.generation)
    const logged = readLogged(file, target)
    const mac = createJournalMac(target.key)
    const recovered = writer.transaction(() => {
      signOldRows(writer, mac)
      return recoverInPlace(writer, target.environment, logged, mac)
    })
    const opened = { state: isCreated ? 'created' : 'opened', reason: null, ...recovered } as const
    return inUse(file, target, writer, opened, deathsWhileReading(mark))
  } catch (error) {
    writer.close()
    if (!(error instanceof UnreadableDatabase)) putMarkBack(file, mark)
    throw error
  }
}

/** Opening failed and the process lives: the file is not at fault. */
function putMarkBack(file: string, mark: RunMark): void {
  try {
    writeRunMark(file, mark)
  } catch {
    // A full disk. The mark that is there asks for a check, which is harmless.
  }
}

/** A row whose signature does not verify was tampered with in the database before the log was begun from it. */
function readLogged(file: string, { key }: DatabaseTarget): LoggedUnsent {
  if (key === null) return noLog
  const mac = createJournalMac(key)
  const logged = readUnsentLog(file + unsentSuffix, key)
  const verified = logged.entries.flatMap((entry) => {
    if (entry.row === null || entry.table !== 'journal') return [entry]
    // Each line is authenticated as a whole, so a row of an older version is as that version left it.
    const row = withCurrentSignature(entry.row, mac)
    return row === null ? [] : [{ ...entry, row }]
  })
  return { ...logged, entries: verified, isWhole: logged.isWhole && verified.length === logged.entries.length }
}

function connectWriter(file: string, target: DatabaseTarget): Connection {
  // -wal and -shm are given the mode of the file they belong to, so it has to be right before the driver sees it.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  return connect(target)
}

/** Only saves time: the commit does the same, and reports a disk that fails. */
async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch(() => null)
  await handle?.datasync().catch(() => undefined)
  await handle?.close().catch(() => undefined)
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
  let mayCheckpoint = true
  let running: BackgroundCheckpoint | null = null
  return {
    reader,
    writer,
    opened,
    during: marker.during,
    settleLog: () => flushToDisk(`${file}-wal`),
    checkpoint: async () => {
      const earlier = running
      // It began before this was asked for, so it may leave the newest part of the log.
      await earlier?.done
      if (!mayCheckpoint) return
      if (running === earlier) running = null
      running ??= checkpointInBackground({ ...target, file })
      await running.done
    },
    stopCheckpoint: async () => {
      mayCheckpoint = false
      running?.stop()
      await running?.done
    },
    markDamaged: () => {
      isDamaged = true
      // Windows replaces no file that is open.
      marker.close()
      writeRunMark(file, { state: 'damaged' })
    },
    close: () => {
      mayCheckpoint = false
      running?.stop()
      reader.close()
      emptyLog(writer)
      writer.close()
      marker.close()
      if (!isDamaged) writeRunMark(file, { state: 'none' })
    },
  }
}

/** The first start was interrupted: there is no generation yet, and no data. */
function isUnfinished(connection: Connection): boolean {
  const has = (table: string) =>
    connection.get('SELECT 1 AS found FROM sqlite_schema WHERE name = ?', [table]) !== undefined
  if (has('meta') && storedGeneration(connection) !== null) return false
  return !has('workspaces') || connection.get('SELECT 1 AS found FROM workspaces LIMIT 1') === undefined
}

/** A wrong key shows at the first read. A file that was emptied opens without an error and has no generation. */
function demandOurs(connection: Connection, generation: string, mark: RunMark): void {
  const hasMeta = connection.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'meta'")
  if (!hasMeta || storedGeneration(connection) !== generation) throw new UnreadableDatabase('emptied')
  demandInsightCounts(connection)
  if (mark.state === 'none') return
  const verdict = connection.get('PRAGMA quick_check(1)')
  if (verdict?.quick_check !== 'ok') throw new UnreadableDatabase('corrupt')
  // Slower than the check. A process that was idle when it ended was not ended by the file.
  if (mark.state !== 'open' || mark.doing !== 'nothing') demandReadableText(connection)
}

function storedGeneration(connection: Connection): string | null {
  return connection.value("SELECT value FROM meta WHERE key = 'generation'", [], column.text) ?? null
}

function writeGeneration(connection: Connection, generation: string): void {
  connection.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('generation', ?)", [generation])
}

function emptyLog(writer: Connection): void {
  try {
    writer.all('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // Harmless: the next open reads both the file and its write-ahead log.
  }
}

function startRebuild(file: string, target: DatabaseTarget, reason: UnreadableReason): OpenDatabase {
  // A damaged first page looks like a wrong key. If the key opens the unsent log, the page is damaged.
  const isDamage = reason === 'wrong-key' && readLogged(file, target).hasItsKey
  const named = isDamage ? 'corrupt' : reason
  const mark = { state: 'rebuilding', times: 0, reason: named, stamp: stampOf(target.now()) } as const
  writeRunMark(file, mark)
  return rebuild(file, target, mark)
}

/** Can be repeated from the start until the mark says that it is done: all recovered rows are written in one transaction. */
function rebuild(file: string, target: DatabaseTarget, mark: Rebuilding): OpenDatabase {
  const backup = moveToBackup(file, mark.stamp)
  const logged = readLogged(file, target)
  copyLogToBackup(file, backup, logged)
  // Only from here on may the process end over what it reads.
  writeRunMark(file, { ...mark, times: mark.times + 1 })
  // Reading the backup may have ended the process each time, and after that reading the copy.
  const mayReadCopy = mark.times < 2 * deathsWhileChecking
  const privateRows = mayReadCopy ? readPrivateCopy({ ...target, file }) : null
  keepUnreadableCopy(file, backup, privateRows)
  const mayRead = mark.times < deathsWhileChecking
  const { unsent, history } = readBackup(backup, target.key, { logged, privateRows }, mayRead)
  const writer = connectWriter(file, target)
  try {
    migrate(writer)
    keepInsightCounts(writer)
    const recovered = writer.transaction((): Recovered => {
      writeGeneration(writer, target.generation)
      writeHistory(writer, history)
      return writeRebuilt(writer, target.environment, unsent, createJournalMac(target.key))
    })
    return inUse(file, target, writer, { state: 'rebuilt', reason: mark.reason, ...recovered }, 0)
  } catch (error) {
    writer.close()
    // Not another death: the next try, perhaps with room on the disk, should read the backup.
    putMarkBack(file, mark)
    throw error
  }
}
