// A database that cannot be used, under another name beside the one that takes its place.
import { copyFileSync, renameSync, statSync } from 'node:fs'
import { createJournalMac } from '../changes/journal-mac'
import { nothingKept, type RecoveredRows, readKeptRows, withLogged } from '../changes/keep-changes'
import { type KeptHistory, readHistory } from '../changes/keep-history'
import { type LoggedUnsent, unsentSuffix } from '../changes/unsent-log'
import { type Connection, connect } from './connection'

/** Digits only: it is part of a file's name. */
export const stampOf = (now: Date) => now.toISOString().replace(/[^0-9]/g, '')

/** The database itself goes last: as long as it has its name, its log may not belong to another one. Gives the name. */
export function moveAside(file: string, stamp: string): string {
  const aside = `${file}.unusable-${stamp}`
  if (isThere(aside)) return aside
  for (const suffix of ['-wal', '-shm', '']) {
    if (isThere(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

export interface KeptAside {
  /** Of what was not sent all that can be had back: from the database that was set aside, and from the second copy. */
  readonly unsent: RecoveredRows
  readonly history: KeptHistory
}

export function readAside(aside: string, key: string | null, logged: LoggedUnsent, mayRead: boolean): KeptAside {
  const { unsent, history } = mayRead ? readDatabase(aside, key) : nothing
  return { unsent: withLogged(unsent, logged, createJournalMac(key)), history }
}

const nothing: KeptAside = { unsent: nothingKept, history: [] }

/** Of a second copy that is about to be written anew: what this key cannot read of it, another one may. */
export function copyLogAside(file: string, aside: string, logged: LoggedUnsent): void {
  if (logged.isWhole || !isThere(file + unsentSuffix) || isThere(aside + unsentSuffix)) return
  copyFileSync(file + unsentSuffix, aside + unsentSuffix)
}

/** With another key nothing can be read; an empty file is not touched, for the driver would throw away its log. */
function readDatabase(aside: string, key: string | null): KeptAside {
  if ((statSync(aside, { throwIfNoEntry: false })?.size ?? 0) === 0) return nothing
  let old: Connection | null = null
  try {
    old = connect({ file: aside, key })
    return { unsent: readKeptRows(old, createJournalMac(key)), history: readHistory(old) }
  } catch {
    return nothing
  } finally {
    close(old)
  }
}

function close(old: Connection | null): void {
  try {
    old?.close()
  } catch {
    // It was only read.
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}
