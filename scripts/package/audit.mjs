/**
 * Fails when npm knows of a vulnerability in a shipped package: bundled, installed beside the bundle, or Electron. Needs a
 * build. `npm audit --omit=dev` would miss most, as bundled packages are mostly devDependencies. An advisory that
 * docs/security.md names by its GHSA id is accepted there, with the reason.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { npmCommand } from '../setup/npm.mjs'
import { inProject } from '../setup/paths.mjs'
import { PlainError, runScript } from '../setup/plain-error.mjs'
import { shippedPackages } from './shipped.mjs'

/**
 * @param {{ vulnerabilities?: Record<string, { nodes: string[], via: (string | { title: string, url: string })[] }> }} report
 *   of `npm audit --json`
 * @param {{ packages: Record<string, { version: string }> }} lock package-lock.json
 * @param {readonly { name: string, version: string }[]} shipped
 * @param {string} accepted a text that names accepted advisories by their id
 * @returns {string[]} a line for each advisory
 */
export function openAdvisories(report, lock, shipped, accepted) {
  // A failed audit is not a clean result.
  if (report.vulnerabilities === undefined) throw new PlainError(`npm audit gave no result: ${JSON.stringify(report)}`)
  const keys = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  return Object.entries(report.vulnerabilities).flatMap(([name, { nodes, via }]) => {
    const versions = new Set(nodes.map((place) => lock.packages[place]?.version))
    const affected = [...versions].filter((version) => keys.has(`${name}@${version}`))
    // A string names a dependency, which has an entry of its own.
    const advisories = via.filter((each) => typeof each !== 'string' && !isAccepted(idOf(each.url), accepted))
    return affected.flatMap((version) => advisories.map(({ title, url }) => `${name}@${version}: ${title} (${url})`))
  })
}

/** Advisories of other kinds have no id to accept. */
const isAccepted = (id, accepted) => id !== null && accepted.includes(id)

const idOf = (url) => /\/(GHSA-[\w-]+)$/.exec(url)?.[1] ?? null

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    const npm = npmCommand(process.execPath)
    const args = [...npm.args, 'audit', '--json']
    const { stdout } = spawnSync(npm.command, args, { cwd: inProject(), env: npm.env(process.env), encoding: 'utf8' })
    const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
    const electron = { name: 'electron', version: lock.packages['node_modules/electron'].version }
    const accepted = readFileSync(inProject('docs', 'security.md'), 'utf8')
    const open = openAdvisories(JSON.parse(stdout), lock, [...shippedPackages(), electron], accepted)
    if (open.length > 0) throw new PlainError(`What ships has known vulnerabilities:\n  ${open.join('\n  ')}`)
    console.log('npm knows of no vulnerability in what ships.')
  })
}
