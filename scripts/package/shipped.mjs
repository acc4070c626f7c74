/**
 * The npm packages in an installed app, with their licences: those bundled by the build, as Vite recorded them, and those
 * installed beside it. Electron and Chromium bring their licences in files of their own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/paths.mjs'
import { PlainError } from '../setup/plain-error.mjs'

/** Licences that allow the app to be distributed in binary form under its own. */
const acceptedLicences = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1'],
  // As permissive as MIT, with a patent grant.
  'BlueOak-1.0.0',
]

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** @typedef {{ name: string, version: string, licence: string | undefined, text: string | undefined }} Shipped */

/** @returns {Shipped[]} by name */
export function shippedPackages() {
  const all = [...bundledPackages(inProject('out')), ...installedPackages(inProject())]
  const byKey = new Map(all.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byKey.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

function bundledPackages(out) {
  return ['main', 'preload', 'renderer'].flatMap((part) =>
    readJson(path.join(out, part, '.vite', 'licenses.json')).map(({ name, version, identifier, text }) => ({
      ...{ name, version, licence: identifier, text },
    })),
  )
}

/** Packages that npm installs for production on this platform. @param {string} root folder of the project */
export function installedPackages(root) {
  const { packages } = readJson(path.join(root, 'package-lock.json'))
  return (
    Object.entries(packages)
      .filter(([place, entry]) => place !== '' && !entry.dev && existsSync(path.join(root, place)))
      // Electron does not run on musl; electron-builder.config.mjs leaves these out.
      .filter(([place]) => !place.endsWith('-musl'))
      .map(([place]) => {
        const folder = path.join(root, place)
        const { name, version, license } = readJson(path.join(folder, 'package.json'))
        const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
        return { name, version, licence: license, text: file && readFileSync(path.join(folder, file), 'utf8').trim() }
      })
  )
}

/** Whether each licence of a package is accepted. @param {string | undefined} licence */
const isAccepted = (licence = '') => licence.split(' AND ').every((each) => acceptedLicences.includes(each))

/** @param {Shipped[]} shipped */
export function licencesText(shipped) {
  const refused = shipped.filter(({ licence }) => !isAccepted(licence))
  if (refused.length > 0) {
    const list = refused.map(({ name, version, licence }) => `  ${name} ${version}: ${licence ?? 'no licence'}`)
    throw new PlainError(
      `Packages under a licence that scripts/package/shipped.mjs does not accept:\n${list.join('\n')}`,
    )
  }
  const rule = '-'.repeat(80)
  const parts = shipped.map(({ name, version, licence, text }) =>
    [rule, `${name} ${version} (${licence})`, '', text ?? `The package has no file of its licence, ${licence}.`].join(
      '\n',
    ),
  )
  return [
    'Discovery Desk is made from the works below, each under its own licence.',
    'Electron and Chromium: see LICENSE.electron.txt and LICENSES.chromium.html beside the program, or in its resources.',
    '',
    ...parts,
    '',
  ].join('\n')
}
