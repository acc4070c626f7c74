// A small file beside the database that says how the last process that had it open ended. Damaged pages can make the
// driver abort the process while it reads, and nothing inside the process can report that: the next start must see it.
// open: ended without closing, so the file is checked before it is used. checking N: ended N times while checking or
// opening. creating: ended before the database had its first shape.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

export type RunMark =
  | { readonly state: 'none' }
  | { readonly state: 'creating' }
  | { readonly state: 'checking'; readonly times: number }
  | { readonly state: 'open' }

const path = (file: string) => `${file}.run`

export function readRunMark(file: string): RunMark {
  let text: string
  try {
    text = readFileSync(path(file), 'utf8')
  } catch {
    return { state: 'none' }
  }
  const [state, times] = text.trim().split(' ')
  if (state === 'checking') return { state, times: Number(times) || 1 }
  return state === 'creating' ? { state } : { state: 'open' }
}

export function writeRunMark(file: string, mark: RunMark): void {
  if (mark.state === 'none') rmSync(path(file), { force: true })
  else writeFileSync(path(file), mark.state === 'checking' ? `checking ${mark.times}` : mark.state, { mode: 0o600 })
}
