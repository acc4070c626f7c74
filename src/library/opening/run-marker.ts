// A small file beside the database that says how the last process that had it open ended. Damaged pages can make the
// driver abort the process while it reads, and nothing inside the process can report that: the next start must see it.
// open N -: ended without closing, so the file is checked before it is used; N processes in a row ended while they read
// it. The last character is written in place: r while it is read, w while it is written, - otherwise. checking N: ended
// N times while checking or opening. creating: ended before the database had its first shape. damaged: reading it
// failed, so it is not used again. rebuilding N: ended N times between having made the backup and having a new database
// with what was recovered.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import type { UnreadableReason } from '../store/driver-errors'
import { writeDurably } from '../store/write-durably'

export type RunMark =
  | { readonly state: 'none' }
  | { readonly state: 'creating' }
  | { readonly state: 'checking'; readonly times: number }
  | OpenMark
  | { readonly state: 'damaged' }
  | Rebuilding

/** What the process was doing with the file; null: unknown. */
export type Doing = 'reading' | 'writing' | 'nothing'

export interface OpenMark {
  readonly state: 'open'
  readonly deathsWhileReading: number
  readonly doing: Doing | null
}

export interface Rebuilding {
  readonly state: 'rebuilding'
  readonly times: number
  readonly reason: UnreadableReason
  /** Digits at the end of the backup's name. */
  readonly stamp: string
}

const path = (file: string) => `${file}.run`

export function readRunMark(file: string): RunMark {
  let text: string
  try {
    text = readFileSync(path(file), 'utf8')
  } catch {
    return { state: 'none' }
  }
  const [state, times, reason, stamp = ''] = text.trim().split(' ')
  if (state === 'checking') return { state, times: Number(times) || 1 }
  if (state === 'rebuilding' && /^\d+$/.test(stamp) && isReason(reason)) {
    return { state, times: Number(times) || 0, reason, stamp }
  }
  if (state === 'creating' || state === 'damaged') return { state }
  return { state: 'open', deathsWhileReading: Number(times) || 0, doing: doingOf(reason) }
}

/** The mark is on the disk when it returns: a mark older than its file would have a good file replaced. */
export function writeRunMark(file: string, mark: RunMark): void {
  if (mark.state === 'none') rmSync(path(file), { force: true })
  else writeDurably(path(file), Buffer.from(asText(mark)))
}

function asText(mark: RunMark): string {
  if (mark.state === 'checking') return `checking ${mark.times}`
  if (mark.state === 'rebuilding') return `rebuilding ${mark.times} ${mark.reason} ${mark.stamp}`
  if (mark.state === 'open') return `open ${mark.deathsWhileReading} ${letters[mark.doing ?? 'nothing']}`
  return mark.state
}

const letters = { reading: 'r', writing: 'w', nothing: '-' } as const

function doingOf(letter: string | undefined): Doing | null {
  return (Object.keys(letters) as Doing[]).find((doing) => letters[doing] === letter) ?? null
}

/** How many processes in a row ended while they read the file; any of them may have been killed. */
export function deathsWhileReading(mark: RunMark): number {
  return mark.state === 'open' && mark.doing === 'reading' ? mark.deathsWhileReading + 1 : 0
}

export interface OpenMarker {
  /** The mark says `doing` for as long as `work` lasts; if that ends the process, the next one knows. */
  during<T>(doing: Doing, work: () => T): T
  close(): void
}

/** Marks the file as open. Throws what the file system throws. */
export function markOpen(file: string, deaths: number): OpenMarker {
  const mark: OpenMark = { state: 'open', deathsWhileReading: deaths, doing: 'nothing' }
  writeRunMark(file, mark)
  const handle = openSync(path(file), 'r+')
  const place = asText(mark).length - 1
  let current: Doing = 'nothing'
  let isOpen = true

  /** Overwrites one byte, which needs no room on the disk. Only a crash has to see it, so nothing is flushed. */
  function say(doing: Doing): void {
    current = doing
    try {
      if (isOpen) writeSync(handle, letters[doing], place)
    } catch {
      // A mark that cannot be written must not prevent reading.
    }
  }

  return {
    during(doing, work) {
      const before = current
      const end = () => say(before)
      say(doing)
      let result: ReturnType<typeof work>
      try {
        result = work()
      } catch (error) {
        end()
        throw error
      }
      if (result instanceof Promise) return result.finally(end) as typeof result
      end()
      return result
    },
    close() {
      if (isOpen) closeSync(handle)
      isOpen = false
    },
  }
}

function isReason(text: string | undefined): text is UnreadableReason {
  return text === 'corrupt' || text === 'wrong-key' || text === 'emptied' || text === 'missing'
}
