// What went wrong, for whoever has to find out why: one line each, in the profile's logs folder and on stderr. Nothing
// from the service and no secret is ever passed to it.
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const largestBytes = 1024 * 1024

export interface Log {
  info(message: string): void
  /** Returns the id under which the defect can be found. */
  defect(where: string, defect: unknown): string
}

export function createLog(folder: string): Log {
  const file = path.join(folder, 'main.log')

  function write(line: string): void {
    const text = `${new Date().toISOString()} ${line.replaceAll('\n', '\n  ')}\n`
    process.stderr.write(text)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > largestBytes) renameSync(file, `${file}.1`)
      appendFileSync(file, text, { mode: 0o600 })
    } catch {
      // A full or read-only disk must not turn a message into a second failure; stderr has it.
    }
  }

  return {
    info: (message) => write(message),
    defect(where, defect) {
      const id = randomBytes(4).toString('hex')
      write(`${id} ${where}: ${defect instanceof Error ? (defect.stack ?? defect.message) : String(defect)}`)
      return id
    },
  }
}
