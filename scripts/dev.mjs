/** `npm run dev`: the app with hot reload, on the sandbox. Arguments after `--` go to the app. */
import { forgetBuild } from './setup/build.mjs'
import { electronEnvironment } from './setup/electron-runtime.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runTied, withCleanup } from './setup/processes.mjs'
import { packageCommand } from './setup/run.mjs'
import { parseStartArguments } from './start/arguments.mjs'
import { hasDisplay, whyNoSandbox } from './start/linux.mjs'
import { openVirtualDesktop } from './start/virtual-desktop.mjs'

const say = (text) => console.log(text)

await runScript(async (args) => {
  const options = parseStartArguments(args, process.env.INIT_CWD ?? process.cwd())
  const isVirtual = !hasDisplay(process.env)
  const { node, env, electron } = await prepare(say, {
    system: isVirtual ? 'tests' : 'display',
    electron: true,
    isRetry: options.isRetry,
  })
  // The development server also writes into out/, and that output needs the server.
  forgetBuild()
  return withCleanup(async (onClose, stopped) => {
    // A temporary desktop must not share a permanent profile, so development without a display has its own.
    const profile = options.profile ?? (isVirtual ? inProject('.cache', 'dev-profile') : undefined)
    const desktop = isVirtual ? await openVirtualDesktop(say, { env, profile }) : { env }
    if (desktop.close) onClose(desktop.close)
    const noSandbox = whyNoSandbox(electron.executable) === undefined ? [] : ['--noSandbox']
    const appArgs = [
      '--development-server',
      '--sandbox',
      ...options.passedOn,
      ...(profile === undefined ? [] : [`--user-data-dir=${profile}`]),
    ]
    const command = [packageCommand('electron-vite'), 'dev', ...noSandbox, '--', ...appArgs]
    const tied = { onClose, stopped, graceMs: 5000, codeWhenStopped: 0 }
    return runTied(node, command, { cwd: inProject(), env: electronEnvironment(desktop.env), ...tied })
  })
})
