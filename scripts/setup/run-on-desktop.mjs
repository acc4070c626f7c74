/** One command on a virtual desktop that lives as long as the command. */
import { spawnTied, stopProcess, withCleanup } from './processes.mjs'

/** @returns {Promise<number>} the exit code of the command; 130 when the person stopped it */
export function runOnDesktop({ env, open, cwd }, command, args) {
  return withCleanup(async (onClose, stopped) => {
    const desktop = await open({ env })
    onClose(desktop.close)
    const child = spawnTied(command, args, { cwd, env: desktop.env, stdio: ['ignore', 'inherit', 'inherit'] })
    onClose(() => stopProcess(child, { graceMs: 10_000 }))
    const ended = new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code) => resolve(code ?? 1))
    })
    return Promise.race([ended, stopped.then(() => 130)])
  })
}
