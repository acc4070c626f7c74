// The log of unsent changes: a copy of the data that only the person has, unsent changes and drafts. It is a file beside
// the database, so that it survives whatever happens to the database. Each line is one step, encrypted and authenticated
// by itself (AES-256-GCM, with a key derived from the library's): a damaged line costs that step, a tampered one is
// ignored.
//
// Steps are appended, which is one short write. A step names its rows, so the last step about a row counts.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import type { SqlRow, SqlValue } from '../store/connection'
import { translateDriverError } from '../store/driver-errors'
import { writeDurably, writeFully } from '../store/write-durably'

/** Appended to the database's own file name. */
export const unsentSuffix = '.unsent'

export interface UnsentEntry {
  /** activity: how a change of the journal ended. change_drafts: the edit of a failed change. */
  readonly table: 'journal' | 'activity' | 'drafts' | 'change_drafts'
  /** The id of the change, or the workspace and id of the draft. */
  readonly key: string
  /** The columns with the ids of the workspace; null: it was settled or discarded. */
  readonly row: SqlRow | null
}

export interface LoggedUnsent {
  /** The last entry of each row, in the order of each row's first step; `sequence`: of its last step (0: of an older version). */
  readonly entries: readonly (UnsentEntry & { readonly sequence: number })[]
  /** Every step since the log was begun could be read. */
  readonly isWhole: boolean
  /** Sequence number of the last step, even if it cannot be read; 0: unknown, or of an older version. */
  readonly lastSequence: number
  /** Some of it could be read, so the key is the right one. */
  readonly hasItsKey: boolean
}

export interface UnsentLog {
  /** Appends the next step, all of it or nothing; it is on the disk on return. Throws DISK_FULL, PROFILE_READ_ONLY. */
  append(entries: readonly UnsentEntry[]): void
  /** Cuts the last step off again, which needs no room. Throws when it is still there. */
  removeLastStep(): void
  /** Replaces all steps so far, as of the same sequence number. Throws like append. */
  rewrite(entries: readonly UnsentEntry[]): void
  /** Sequence number of the last step. */
  sequence(): number
  bytes(): number
  close(): void
}

interface Step {
  /** Line number. 0 begins the log with all rows; a missing number is a lost step. */
  readonly number: number
  /** Sequence number of the transaction, also in the database. Logs of older versions have none. */
  readonly sequence?: number
  readonly entries: readonly UnsentEntry[]
}

const ivBytes = 12
const tagBytes = 16

function createLineCipher(libraryKey: string) {
  const secret = Buffer.from(libraryKey, 'hex')
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'discovery-desk unsent 1', 32))
  return {
    encrypt(step: Step): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const hidden = Buffer.concat([cipher.update(JSON.stringify(step, writeValue)), cipher.final()])
      return Buffer.from(`${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64')}\n`)
    },
    /** null: damaged, tampered, or encrypted with another key. */
    decrypt(line: string): Step | null {
      try {
        const bytes = Buffer.from(line, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
        return JSON.parse(text.toString('utf8'), readValue)
      } catch {
        return null
      }
    },
  }
}

/** JSON has no type for bytes. */
function writeValue(_: string, value: unknown): unknown {
  const stored = value as { type?: unknown; data?: unknown } | null
  return stored?.type === 'Buffer' ? { bytes: Buffer.from(stored.data as number[]).toString('base64') } : value
}

function readValue(_: string, value: unknown): unknown {
  const stored = value as { bytes?: SqlValue } | null
  return typeof stored?.bytes === 'string' && Object.keys(stored).length === 1
    ? Buffer.from(stored.bytes, 'base64')
    : value
}

export const noLog: LoggedUnsent = { entries: [], isWhole: false, lastSequence: 0, hasItsKey: false }

/** Never throws: unreadable steps are left out, and `isWhole` says so. */
export function readUnsentLog(path: string, libraryKey: string): LoggedUnsent {
  const { decrypt } = createLineCipher(libraryKey)
  let text: string
  try {
    text = readFileSync(path, 'latin1')
  } catch {
    return noLog
  }
  // Text after the last line end is a step that the process did not finish, or that was cut short later.
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const steps = lines.map(decrypt)
  const last = new Map<string, LoggedUnsent['entries'][number]>()
  for (const { table, key, row, sequence } of steps.flatMap(entriesOf)) {
    last.set(`${table} ${key}`, { table, key, row, sequence })
  }
  const isWhole = rest === '' && steps.length > 0 && steps.every((step, number) => step?.number === number)
  const sequences = steps.map((step, line) =>
    step?.sequence === undefined ? 0 : step.sequence + steps.length - 1 - line,
  )
  return {
    entries: [...last.values()],
    isWhole: isWhole && new Set(sequences).size === 1,
    lastSequence: Math.max(0, ...sequences),
    hasItsKey: steps.some((step) => step !== null),
  }
}

const entriesOf = (step: Step | null) =>
  (step?.entries ?? []).map((entry) => ({ ...entry, sequence: step?.sequence ?? 0 }))

/** Starts a new log in place of any other, with all rows as of this sequence number. Throws like `append`. */
export function startUnsentLog(
  path: string,
  libraryKey: string,
  sequenceNow: number,
  entries: readonly UnsentEntry[],
): UnsentLog {
  const { encrypt } = createLineCipher(libraryKey)
  let handle: number | null = null
  let length = 0
  let lengthBefore = 0
  let number = 0
  let sequence = sequenceNow

  function closeHandle(): void {
    if (handle !== null) closeSync(handle)
    handle = null
  }

  function rewrite(all: readonly UnsentEntry[]): void {
    const begin = encrypt({ number: 0, sequence, entries: all })
    // Windows replaces no file that is open.
    closeHandle()
    translated(() => writeDurably(path, begin))
    length = begin.length
    lengthBefore = length
    number = 1
  }

  rewrite(entries)
  return {
    rewrite,
    append(added) {
      const line = encrypt({ number, sequence: sequence + 1, entries: added })
      translated(() => {
        handle ??= openSync(path, 'r+')
        try {
          writeFully(handle, line, length)
          fsyncSync(handle)
        } catch (error) {
          ftruncateSync(handle, length)
          throw error
        }
      })
      lengthBefore = length
      length += line.length
      number += 1
      sequence += 1
    },
    removeLastStep() {
      if (handle === null || lengthBefore === length) return
      ftruncateSync(handle, lengthBefore)
      fsyncSync(handle)
      length = lengthBefore
      number -= 1
      sequence -= 1
    },
    sequence: () => sequence,
    bytes: () => length,
    close: closeHandle,
  }
}

function translated(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw translateDriverError(error)
  }
}
