/**
 * Installs the packages of node_modules. The hash covers only the fields that decide about them: a new npm script or
 * description in package.json installs nothing. `npm ci` empties the folder first, so an interrupted one leaves no stamp.
 */
import { readFileSync } from 'node:fs'
import { installing, npmCommand } from './npm.mjs'
import { inProject } from './paths.mjs'
import { runOrFail } from './run.mjs'
import { hashOf, readStamp, writeStamp } from './stamp.mjs'

const decisive = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts']
const dependenciesStamp = inProject('node_modules', '.discovery-desk')

/** @param {string} packageJson @param {string} lock contents of the two files */
export function dependenciesHash(packageJson, lock) {
  const manifest = JSON.parse(packageJson)
  const parts = Object.fromEntries(decisive.map((name) => [name, JSON.stringify(manifest[name] ?? null)]))
  return hashOf({ ...parts, lock, platform: `${process.platform}-${process.arch}` })
}

const currentDependenciesHash = () =>
  dependenciesHash(
    readFileSync(inProject('package.json'), 'utf8'),
    readFileSync(inProject('package-lock.json'), 'utf8'),
  )

export async function ensureDependencies(say, { node, env }) {
  const wanted = currentDependenciesHash()
  if (readStamp(dependenciesStamp) === wanted) return
  say('Installing packages with npm (about 30 seconds) …')
  const npm = npmCommand(node)
  await runOrFail('npm ci', npm.command, [...npm.args, ...installing], {
    cwd: inProject(),
    env: npm.env(env),
  })
  writeStamp(dependenciesStamp, wanted)
}
