// A small file beside the database that says how the last process that had it open ended. Damaged pages can make the
// driver abort the process while it reads, and nothing inside the process can report that: the next start must see it.
// open: ended without closing, so the file is checked before it is used. checking N: ended N times while checking or
// opening. creating: ended before the database had its first shape. damaged: reading it failed, so it is not used again.
// rebuilding N: ended N times between setting the file aside and having another one with what could be kept.
import { readFileSync, rmSync } from 'node:fs'
import type { UnreadableReason } from './driver-errors'
import { writeDurably } from './write-durably'

export type RunMark =
  | { readonly state: 'none' }
  | { readonly state: 'creating' }
  | { readonly state: 'checking'; readonly times: number }
  | { readonly state: 'open' }
  | { readonly state: 'damaged' }
  | Rebuilding

export interface Rebuilding {
  readonly state: 'rebuilding'
  readonly times: number
  readonly reason: UnreadableReason
  /** Digits that the name of the file that was set aside ends with. */
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
    return { state, times: Number(times) || 1, reason, stamp }
  }
  return state === 'creating' || state === 'damaged' ? { state } : { state: 'open' }
}

/** On the disk when it returns: a mark that is older than the file it speaks of would have a good file set aside. */
export function writeRunMark(file: string, mark: RunMark): void {
  if (mark.state === 'none') rmSync(path(file), { force: true })
  else writeDurably(path(file), Buffer.from(asText(mark)))
}

function asText(mark: RunMark): string {
  if (mark.state === 'checking') return `checking ${mark.times}`
  if (mark.state === 'rebuilding') return `rebuilding ${mark.times} ${mark.reason} ${mark.stamp}`
  return mark.state
}

function isReason(text: string | undefined): text is UnreadableReason {
  return text === 'corrupt' || text === 'wrong-key' || text === 'emptied' || text === 'missing'
}
