/**
 * `npm start`: every step from a fresh clone to an open window. Completed steps are skipped silently.
 * Without a display (Linux), the app runs on a virtual one and saves a picture of its window (not of a service's data).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { unlessStopped, withCleanup } from './setup/processes.mjs'
import { parseStartArguments, startHelp } from './start/arguments.mjs'
import { hasDisplay, whyNoSandbox } from './start/linux.mjs'
import { openApp } from './start/open-app.mjs'
import { describePicture, describeReport, reportLine } from './start/report.mjs'
import { openVirtualDesktop } from './start/virtual-desktop.mjs'

const say = (text) => console.log(text)

await runScript(async (args) => {
  const options = parseStartArguments(args, process.env.INIT_CWD ?? process.cwd())
  if (options.isHelp) return say(startHelp)
  const isVirtual = !hasDisplay(process.env)
  const { electron, env } = await prepare(say, {
    system: isVirtual ? 'tests' : 'display',
    electron: true,
    isRetry: options.isRetry,
    build: true,
  })
  const { code, lastLine } = await withCleanup(async (onClose, stopped) => {
    const desktop = isVirtual ? await openVirtualDesktop(say, { env, profile: options.profile }) : { env }
    if (desktop.close) onClose(desktop.close)
    const profile = options.profile ?? (isVirtual ? throwAwayProfile(onClose) : undefined)
    const isReporting = isVirtual || options.isOnce
    const app = openApp({
      executable: electron.executable,
      args: electronArguments(electron.executable, profile, options.passedOn),
      env: desktop.env,
      isReporting,
      onClose,
    })
    say('Opening Discovery Desk …')
    const isStopped = stopped.then(() => ({ code: 0 }))
    if (isReporting) {
      const { report, picture } = await unlessStopped(app.report(), stopped)
      say(`${describeReport(report)}\n${describePicture(picture)}`)
      if (options.isOnce) return { code: 0, lastLine: reportLine(report, picture) }
      say('Press Ctrl-C to stop it.')
    }
    return Promise.race([app.untilEnded(), isStopped])
  })
  if (lastLine !== undefined) say(lastLine)
  return code
})

function electronArguments(executable, profile, passedOn) {
  const why = passedOn.includes('--no-sandbox') ? undefined : whyNoSandbox(executable)
  if (why !== undefined) say(`Chromium’s sandbox is off for this run (--no-sandbox) ${why}.`)
  return [
    ...(why === undefined ? [] : ['--no-sandbox']),
    ...(profile === undefined ? [] : [`--user-data-dir=${profile}`]),
    ...passedOn,
  ]
}

function throwAwayProfile(onClose) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'discovery-desk-profile-'))
  onClose(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}
