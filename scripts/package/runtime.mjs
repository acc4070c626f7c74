/** The Electron runtime that a package is made from, and the version of the app on it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/paths.mjs'
import { PlainError } from '../setup/plain-error.mjs'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Reads the runtime that setup put in place. On an unofficial one, the app's version ends with the kind of the runtime.
 * @returns {{ kind: 'official' | 'fallback' | 'override', version: string, folder: string, appVersion: string }}
 */
export function readRuntime(env = process.env) {
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  const folder = override || inProject('node_modules', 'electron', 'dist')
  const isFallback = existsSync(path.join(folder, 'fallback-runtime.txt'))
  const kind = isFallback ? 'fallback' : override ? 'override' : 'official'
  const version = readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '')
  const app = readJson(inProject('package.json')).version
  return { kind, version, folder, appVersion: kind === 'official' ? app : `${app}-${kind}` }
}

/** Refuses an unofficial runtime, which has other security fixes and would reach people as an update. */
export function assertReleasable({ kind, version }) {
  if (kind === 'official') return
  throw new PlainError(`A release is made from the official Electron, not from ${version} (${kind}).`)
}
