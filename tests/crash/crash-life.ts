// One life of the program that is made to be killed: what it said, and ways to end it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { CrashOrder, Said } from './crash-messages'

/** In a minute: then the app starts it no more. */
export const killsForGood = 3

export interface CrashLife {
  /** Resolves when it has said this and `isNew` says so; rejects when it ended or the time (a minute) has passed. */
  heard(word: Said['word'], isNew: () => boolean, limitMs?: number): Promise<void>
  killLibrary(): void
  /** Kills it each time it is started, until it is left off. */
  killLibraryForGood(): Promise<void>
  /** Resolves when nothing of it is left. */
  kill(victims: 'app' | 'both'): Promise<void>
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that nobody has buried yet holds nothing any more.
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

/** `listen` hears everything in the order in which it was said, also what is still in the pipe after the end. */
export function beginLife(program: string, order: CrashOrder, listen: (said: Said) => void): CrashLife {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('The program has no output.')
  const pids: number[] = []
  let wake = () => {}
  let hasEnded = false
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const said = parse(line)
      if (said === null) continue
      if (said.word === 'library') pids.push(said.pid)
      listen(said)
      wake()
    }
    hasEnded = true
    wake()
  })()

  const heard: CrashLife['heard'] = async (word, isNew, limitMs = 60_000) => {
    const limit = Date.now() + limitMs
    while (!isNew()) {
      if (hasEnded || Date.now() > limit) throw new Error(`The program ended, or was silent, before it said ${word}.`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    heard,
    async killLibraryForGood() {
      for (let times = 1; times <= killsForGood; times += 1) {
        const known = pids.length
        killNow(pids.at(-1) ?? 0)
        if (times < killsForGood) await heard('library', () => pids.length > known)
      }
    },
    killLibrary() {
      const pid = pids.at(-1)
      if (pid !== undefined) killNow(pid)
    },
    async kill(victims) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      if (victims === 'both') for (const pid of pids) killNow(pid)
      await ended
      // A library without its app ends by itself; the next life must not meet it, as one app is let in at a time.
      const limit = Date.now() + 10_000
      while (!pids.every(isGone) && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 5))
      await reading
    },
  }
}

/** null: the last line of a killed process may be half a line. */
function parse(line: string): Said | null {
  try {
    return JSON.parse(line) as Said
  } catch {
    return null
  }
}
