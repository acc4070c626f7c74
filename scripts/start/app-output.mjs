/**
 * The output of the app: all of it goes to a log file, and its end is kept for reporting a failure. The person sees it
 * without Chromium's log lines, which look like errors but mean nothing on a computer without a screen.
 */
import { createWriteStream, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PlainError } from '../setup/plain-error.mjs'

const keptLines = 30
// [4823:1121/093118.946635:ERROR:bus.cc(399)] …
const chromiumLine = /^\[\d+:\d+\/\d+\.\d+:(INFO|WARNING|ERROR|VERBOSE\d):/

export const isChromiumNoise = (line) => chromiumLine.test(line)

/**
 * Opens the log at once: an app that ends right away may take the folder of its log along before a stream would open it.
 * @param {string} file
 */
export function openLog(file) {
  let fd
  try {
    fd = openSync(file, 'w')
  } catch ({ message }) {
    throw new PlainError(`The log of the app can’t be opened: ${message}`)
  }
  const log = createWriteStream(file, { fd })
  log.on('error', ({ message }) => console.error(`The log of the app can’t be written: ${message}`))
  return log
}

/** @param {import('node:child_process').ChildProcess} child @param {import('node:fs').WriteStream} log */
export function followOutput(child, log) {
  const kept = []
  const hidden = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      keep(kept, line)
      if (isChromiumNoise(line)) keep(hidden, line)
      else console.error(line)
    })
  }
  child.once('close', () => log.end())
  return { lastLines: () => kept.join('\n'), lastHiddenLines: () => hidden.join('\n') }
}

function keep(lines, line) {
  lines.push(line)
  if (lines.length > keptLines) lines.shift()
}
