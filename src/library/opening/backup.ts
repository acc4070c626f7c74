// A database that cannot be used is renamed and becomes a backup beside the one that takes its place.
import { copyFileSync } from 'node:fs'
import { createJournalMac } from '../changes/journal-mac'
import { type LoggedUnsent, unsentSuffix } from '../changes/unsent-log'
import { type Connection, connect } from '../store/connection'
import { renameFile } from '../store/write-durably'
import { closeQuietly, isThere, sizeOf } from './files'
import type { PrivateRows } from './private-copy'
import { type RecoveredHistory, readHistory } from './recover-history'
import { nothingStored, type RecoveredRows, readStoredRows, recoverRows, type StoredRows } from './recover-unsent'

/** Digits only: it is part of a file's name. */
export const stampOf = (now: Date) => now.toISOString().replace(/[^0-9]/g, '')

/** The database is renamed last: while it has its name, the logs beside it are its own. Returns the backup's name. */
export function moveToBackup(file: string, stamp: string): string {
  const backup = `${file}.unusable-${stamp}`
  if (isThere(backup)) return backup
  for (const suffix of ['-wal', '-shm', '']) {
    if (isThere(file + suffix)) renameFile(file + suffix, backup + suffix)
  }
  return backup
}

export interface Backup {
  readonly unsent: RecoveredRows
  readonly history: RecoveredHistory
}

/** The copies beside the database that was made a backup. */
interface CopiesBeside {
  readonly logged: LoggedUnsent
  readonly privateRows: PrivateRows | null
}

export function readBackup(backup: string, key: string | null, copies: CopiesBeside, mayRead: boolean): Backup {
  const { stored, history } = mayRead ? readDatabase(backup, key) : nothing
  return { unsent: recoverRows(stored, copies.logged, createJournalMac(key), copies.privateRows), history }
}

interface ReadDatabase {
  readonly stored: StoredRows
  readonly history: RecoveredHistory
}

const nothing: ReadDatabase = { stored: nothingStored, history: [] }

/** Runs before the unsent log is rewritten: another key may read lines that this one cannot. */
export function copyLogToBackup(file: string, backup: string, logged: LoggedUnsent): void {
  if (logged.isWhole || !isThere(file + unsentSuffix) || isThere(backup + unsentSuffix)) return
  copyFileSync(file + unsentSuffix, backup + unsentSuffix)
}

/** With another key nothing can be read. An empty file is not opened: the driver would delete its write-ahead log. */
function readDatabase(backup: string, key: string | null): ReadDatabase {
  if (sizeOf(backup) === 0) return nothing
  let old: Connection | null = null
  try {
    old = connect({ file: backup, key })
    // Left by the interrupted rebuild of a missing file, it would count as a library without notes.
    if (isBegun(old)) return nothing
    return { stored: readStoredRows(old, createJournalMac(key)), history: readHistory(old) }
  } catch {
    return nothing
  } finally {
    closeQuietly(old)
  }
}

/** It has its tables, and neither a generation nor a row yet. */
function isBegun(connection: Connection): boolean {
  const isAny = (from: string) => connection.get(`SELECT 1 AS found FROM ${from} LIMIT 1`) !== undefined
  try {
    return !isAny("meta WHERE key = 'generation'") && !isAny('workspaces')
  } catch {
    return false
  }
}
