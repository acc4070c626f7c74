/**
 * Starts an Electron program and measures it from outside: the time from spawn to the frame that it reports, and the
 * processor time of all its processes until then.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawnTied, stopProcess } from '../setup/processes.mjs'
import { awaitReport } from '../start/report.mjs'

const paintLimitMs = 60_000
const quitLimitMs = 15_000
const sampleMs = 25
/** The same on every Linux that Electron runs on. */
const ticksPerSecond = 100

/** Seconds of processor time used by a process and its group; null where there is no /proc. */
export function cpuSeconds(leader) {
  let ticks = 0
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // The session, then user and system time, its own and that of ended children.
      if (Number(fields[3]) === leader) ticks += fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
    } catch {
      // The process has ended since.
    }
  }
  return ticks === 0 ? null : ticks / ticksPerSecond
}

/**
 * @param {{ electron: string, flags: string[], env: NodeJS.ProcessEnv, folder: string, profile: string }} program
 * @returns {Promise<{ paintedMs: number, cpuSeconds: number | null }>}
 */
export async function measureStart({ electron, flags, env, folder, profile }) {
  const run = mkdtempSync(path.join(os.tmpdir(), 'discovery-desk-bench-'))
  const prefix = path.join(run, 'window')
  const spawnedAt = Date.now()
  const child = spawnTied(electron, [folder, ...flags, `--user-data-dir=${profile}`], {
    env: { ...env, DISCOVERY_DESK_REPORT: prefix },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(`it ended (${signal ?? `code ${code}`})`))
  })
  // The app keeps working after that frame, for example on its report's picture.
  const used = []
  const sampling = setInterval(() => used.push({ at: Date.now(), seconds: cpuSeconds(child.pid) }), sampleMs)
  try {
    const { report, failure } = await awaitReport(prefix, { timeoutMs: paintLimitMs, ended })
    if (failure !== undefined) throw new Error(`${folder}: ${failure}`)
    const { seconds = null } = used.findLast(({ at }) => at <= report.paintedAt) ?? {}
    return { paintedMs: report.paintedAt - spawnedAt, cpuSeconds: seconds }
  } finally {
    clearInterval(sampling)
    // Quits as a person would: a killed library would be checked at the next start.
    await stopProcess(child, { graceMs: quitLimitMs })
    rmSync(run, { recursive: true, force: true })
  }
}
