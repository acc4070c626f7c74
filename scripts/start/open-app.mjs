/** Opens the app and, on request, waits for its report on the window. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { electronEnvironment } from '../setup/electron-runtime.mjs'
import { cacheFolder, inProject } from '../setup/paths.mjs'
import { PlainError } from '../setup/plain-error.mjs'
import { spawnTied, stopProcess } from '../setup/processes.mjs'
import { followOutput, openLog } from './app-output.mjs'
import { awaitReport } from './report.mjs'

const reportLimitMs = 120_000
const quitLimitMs = 10_000
const usualFolder = path.join(cacheFolder, 'start')

/**
 * @param {object} options
 * @param {string} options.executable Electron
 * @param {string[]} options.args after the folder of the app
 * @param {boolean} options.isReporting whether the app is asked for a picture and a report
 * @param {(undo: () => unknown) => void} options.onClose
 * @param {string} [options.folder] for the log and the picture
 */
export function openApp({ executable, args, env, isReporting, onClose, folder = usualFolder }) {
  mkdirSync(folder, { recursive: true })
  const run = mkdtempSync(path.join(folder, 'run-'))
  onClose(() => rmSync(run, { recursive: true, force: true }))
  const prefix = path.join(run, 'window')
  // Before the app starts, so that a failure leaves no app without an owner.
  const log = openLog(path.join(folder, 'app.log'))
  const spawnedAt = Date.now()
  const child = spawnTied(executable, [inProject(), ...args], {
    cwd: inProject(),
    env: { ...electronEnvironment(env), ...(isReporting ? { DISCOVERY_DESK_REPORT: prefix } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onClose(() => stopProcess(child, { graceMs: quitLimitMs }))
  const output = followOutput(child, log)
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, reason: error.message }))
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, reason: `it ended with ${signal ?? `code ${code}`}` }),
    )
  })
  return {
    untilEnded: () => untilEnded({ ended, output }),
    report: () => takeReport({ prefix, spawnedAt, ended, output, folder }),
  }
}

/** The reason of a failure may be in lines that the person doesn't see as they come. */
async function untilEnded({ ended, output }) {
  const { code, reason } = await ended
  if (code !== 0) throw new PlainError(`The app failed: ${reason}.\n${output.lastHiddenLines()}`.trimEnd(), code)
  return { code }
}

async function takeReport({ prefix, spawnedAt, ended, output, folder }) {
  const reasonOfEnd = ended.then(({ reason }) => reason)
  const { report, failure } = await awaitReport(prefix, { timeoutMs: reportLimitMs, ended: reasonOfEnd })
  if (failure !== undefined) {
    throw new PlainError(`The app didn’t show its window: ${failure}. Its last lines:\n${output.lastLines()}`)
  }
  const { paintedAt, ...shown } = report
  return { report: { ...shown, firstRowsMs: paintedAt - spawnedAt }, picture: keepPicture(`${prefix}.png`, folder) }
}

/** Replaces the picture of the run before. Returns null where the app took none. */
function keepPicture(taken, folder) {
  const picture = path.join(folder, 'window.png')
  rmSync(picture, { force: true })
  if (!existsSync(taken)) return null
  renameSync(taken, picture)
  return picture
}
