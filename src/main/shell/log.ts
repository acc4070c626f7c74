// A log for diagnosis, in the profile's logs folder and on stderr. Callers must never pass secrets or data of the
// service. Logging never throws: a reader of stderr that went away, a full disk or a strange error must not end the app.
//
// electron-log writes and rotates the file: main.log, and main.old.log once that has 1 MiB. Its entries for Electron are not
// imported, as they register channels and a preload script for every session.
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import electronLog from 'electron-log/node'
import { describeError } from '../../contract/describe-error'
import { scrub } from './scrub'

const maxBytes = 1024 * 1024
const maxLineChars = 20_000

/** Below the profile. */
export const logFolder = 'logs'
/** Oldest first. */
export const logFiles = ['main.old.log', 'main.log'] as const

export interface Log {
  info(message: string): void
  /** Returns the id of the log entry. */
  defect(where: string, defect: unknown): string
}

export interface LogOptions {
  /** Whether the messages of errors are on stderr, which is for developers. They are never in the file. */
  readonly showsMessages?: boolean
}

export function createLog(folder: string, { showsMessages = false }: LogOptions = {}): Log {
  // Without a listener, a pipe whose reader went away throws EPIPE in main.
  process.stderr.on('error', () => undefined)
  const writeLine = rotatingFile(path.join(folder, logFiles[1]))

  function write(line: string, shown = line): void {
    const stamp = new Date().toISOString()
    const text = (message: string) => `${stamp} ${scrub(message.slice(0, maxLineChars)).replaceAll('\n', '\n  ')}`
    try {
      process.stderr.write(`${text(shown)}\n`)
    } catch {
      // The file has the message.
    }
    try {
      writeLine(text(line))
    } catch {
      // A full or read-only disk must not cause a second failure. stderr has the message.
    }
  }

  return {
    info: (message) => write(message),
    defect(where, defect) {
      const id = randomBytes(4).toString('hex')
      const line = `${id} ${where}: ${attempt(describeError, defect)}`
      write(line, showsMessages ? `${line}\n${attempt(messageOf, defect)}` : line)
      return id
    },
  }
}

function rotatingFile(file: string): (line: string) => void {
  // The only transport that is called. A failing file is reported to the console, which is quiet: stderr has each line.
  const { transports } = electronLog.create({ logId: file })
  for (const { console } of [transports, electronLog.transports]) console.writeFn = () => undefined
  // Otherwise it looks for a package.json.
  transports.file.setAppName('discovery-desk')
  transports.file.resolvePathFn = () => file
  transports.file.maxSize = maxBytes
  transports.file.writeOptions = { encoding: 'utf8', flag: 'a', mode: 0o600 }
  transports.file.transforms = [({ data }) => data]
  return (line) => {
    // Opened here, as electron-log gives up for good a file that it could not open once.
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
    transports.file({ data: [line], date: new Date(), level: 'info' })
  }
}

const messageOf = (defect: unknown) => (defect instanceof Error ? defect.message : String(defect))

function attempt(describe: (defect: unknown) => string, defect: unknown): string {
  try {
    return describe(defect)
  } catch {
    return 'an error without a message'
  }
}
