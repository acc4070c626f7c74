// A second copy of what only the person has: changes that were not sent, and drafts. It is a file of its own beside the
// database, so that whatever happens to the database, these can be had back. Each line is one step, sealed by itself
// (AES-256-GCM, with a key derived from the library's): a damaged line costs that step, an altered one is not taken.
//
// Steps are added at the end, as that is one short write. Which row a step is about is in it, so the last one counts.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import type { SqlRow, SqlValue } from '../store/connection'
import { translateDriverError } from '../store/driver-errors'
import { writeDurably, writeFully } from '../store/write-durably'

/** After the database's own name. */
export const unsentSuffix = '.unsent'

export interface UnsentEntry {
  /** activity: how a change of the journal ended. change_drafts: what one that was not accepted is being mended to. */
  readonly table: 'journal' | 'activity' | 'drafts' | 'change_drafts'
  /** The change's id; of a draft its workspace. */
  readonly key: string
  /** With the ids of its workspace beside the columns; null: it was settled or discarded. */
  readonly row: SqlRow | null
}

export interface LoggedUnsent {
  /** What each was last said to be. */
  readonly entries: readonly UnsentEntry[]
  /** Every step since the log was begun could be read. */
  readonly isWhole: boolean
  /** Some of it could be read, so the key is the right one. */
  readonly hasItsKey: boolean
}

export interface UnsentLog {
  /** All of them or none, on the disk when it returns. Throws DISK_FULL, PROFILE_READ_ONLY. */
  append(entries: readonly UnsentEntry[]): void
  /** What was appended last is cut off again, which needs no room. Throws when it is still there. */
  takeBack(): void
  /** In place of all that was there. Throws like append. */
  rewrite(entries: readonly UnsentEntry[]): void
  bytes(): number
  close(): void
}

interface Step {
  /** 0 begins the log; a number that is missing is a step that was lost. */
  readonly number: number
  readonly entries: readonly UnsentEntry[]
}

const ivBytes = 12
const tagBytes = 16

function createSeal(libraryKey: string) {
  const secret = Buffer.from(libraryKey, 'hex')
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'discovery-desk unsent 1', 32))
  return {
    seal(step: Step): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const hidden = Buffer.concat([cipher.update(JSON.stringify(step, writeValue)), cipher.final()])
      return Buffer.from(`${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64')}\n`)
    },
    /** null: damaged, altered, or sealed with another key. */
    open(line: string): Step | null {
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

/** Bytes are the one value of a row that JSON has no word for. */
function writeValue(_: string, value: unknown): unknown {
  const given = value as { type?: unknown; data?: unknown } | null
  return given?.type === 'Buffer' ? { bytes: Buffer.from(given.data as number[]).toString('base64') } : value
}

function readValue(_: string, value: unknown): unknown {
  const given = value as { bytes?: SqlValue } | null
  return typeof given?.bytes === 'string' && Object.keys(given).length === 1
    ? Buffer.from(given.bytes, 'base64')
    : value
}

/** Never throws: what cannot be read is not there, and `isWhole` says so. */
export function readUnsentLog(path: string, libraryKey: string): LoggedUnsent {
  const { open } = createSeal(libraryKey)
  let text: string
  try {
    text = readFileSync(path, 'latin1')
  } catch {
    return { entries: [], isWhole: false, hasItsKey: false }
  }
  // After the last line end is what a process did not finish writing, or what is left of a step that was told of.
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const steps = lines.map(open)
  const last = new Map<string, UnsentEntry>()
  for (const entry of steps.flatMap((step) => step?.entries ?? [])) last.set(`${entry.table} ${entry.key}`, entry)
  const isWhole = rest === '' && steps.length > 0 && steps.every((step, number) => step?.number === number)
  return { entries: [...last.values()], isWhole, hasItsKey: steps.some((step) => step !== null) }
}

/** A new one in place of what is there. Throws like `append`. */
export function startUnsentLog(path: string, libraryKey: string, entries: readonly UnsentEntry[]): UnsentLog {
  const { seal } = createSeal(libraryKey)
  let handle: number | null = null
  let length = 0
  let lengthBefore = 0
  let number = 0

  function closeHandle(): void {
    if (handle !== null) closeSync(handle)
    handle = null
  }

  function rewrite(all: readonly UnsentEntry[]): void {
    const begin = seal({ number: 0, entries: all })
    translated(() => writeDurably(path, begin))
    closeHandle()
    length = begin.length
    lengthBefore = length
    number = 1
  }

  rewrite(entries)
  return {
    rewrite,
    append(added) {
      const line = seal({ number, entries: added })
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
    },
    takeBack() {
      if (handle === null || lengthBefore === length) return
      ftruncateSync(handle, lengthBefore)
      fsyncSync(handle)
      length = lengthBefore
      number -= 1
    },
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
