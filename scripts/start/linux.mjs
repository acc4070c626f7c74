/** Conditions for opening a window on Linux: the user and the display. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { succeeds } from '../setup/run.mjs'

export const hasDisplay = (env) => process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/**
 * The reason why Chromium's own sandbox cannot work here, or undefined when it can. It needs a user other than root,
 * and either user namespaces or a helper program owned by root with the setuid bit.
 */
export function whyNoSandbox(executable) {
  if (process.platform !== 'linux') return undefined
  if (process.getuid() === 0) return 'as root'
  const helper = statSync(path.join(path.dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false })
  if (helper?.uid === 0 && (helper.mode & 0o4755) === 0o4755) return undefined
  if (succeeds('unshare', ['--user', '--map-root-user', 'true'])) return undefined
  return 'because this system doesn’t allow user namespaces'
}
