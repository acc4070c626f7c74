// A log for diagnosis, in the profile's logs folder and on stderr. Callers must never pass secrets or data of the
// service. Logging never throws: a reader of stderr that went away, a full disk or a strange error must not end the app.
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const maxBytes = 1024 * 1024
const maxLineChars = 20_000

export interface Log {
  info(message: string): void
  /** Returns the id of the log entry. */
  defect(where: string, defect: unknown): string
}

export function createLog(folder: string): Log {
  const file = path.join(folder, 'main.log')
  // Without a listener, a pipe whose reader went away throws EPIPE in main.
  process.stderr.on('error', () => undefined)

  function write(line: string): void {
    const text = `${new Date().toISOString()} ${line.slice(0, maxLineChars).replaceAll('\n', '\n  ')}\n`
    try {
      process.stderr.write(text)
    } catch {
      // The file has the message.
    }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > maxBytes) renameSync(file, `${file}.1`)
      appendFileSync(file, text, { mode: 0o600 })
    } catch {
      // A full or read-only disk must not cause a second failure. stderr has the message.
    }
  }

  return {
    info: (message) => write(message),
    defect(where, defect) {
      const id = randomBytes(4).toString('hex')
      write(`${id} ${where}: ${describe(defect)}`)
      return id
    },
  }
}

function describe(defect: unknown): string {
  try {
    return defect instanceof Error ? (defect.stack ?? defect.message) : String(defect)
  } catch {
    return 'an error without a text'
  }
}
