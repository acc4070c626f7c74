/**
 * Makes the package for Debian and Ubuntu from electron-builder's folder. electron-builder can make one too, with a program
 * that it downloads. This one needs only dpkg and fakeroot, so that it can be made and tested wherever tests run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inProject } from '../setup/paths.mjs'
import { PlainError } from '../setup/plain-error.mjs'
import { succeeds } from '../setup/run.mjs'

const architectures = { x64: 'amd64', arm64: 'arm64' }

/** Sound and keychain, beyond the libraries of every Electron; named as before and after the 64-bit time change. */
const moreDepends = ['libasound2 | libasound2t64', 'libsecret-1-0']

export const missingTools = () => ['dpkg-deb', 'fakeroot'].filter((tool) => !succeeds(tool, ['--version']))

/** Sorts a suffixed version before the plain one. A dash would make the suffix a revision, which sorts after it. */
export const debianVersion = (appVersion) => appVersion.replace('-', '~')

/**
 * @param {{ app: string, icons: string, to: string, appVersion: string, deb: string, compression: 'xz' | 'gzip' }} made `deb`:
 *   the name of the file
 */
export async function makeDebianPackage({ app, icons, to, appVersion, deb, compression }) {
  const missing = missingTools()
  if (missing.length > 0) {
    throw new PlainError(`A package for Debian needs ${missing.join(' and ')}: sudo apt-get install dpkg fakeroot`)
  }
  const arch = architectures[process.arch]
  if (arch === undefined) throw new PlainError(`Debian packages are made for x64 and arm64, not for ${process.arch}.`)
  const { author, name, productName, description } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const { default: installer } = await import('electron-installer-debian')

  class Package extends installer.Installer {
    /** Copies the licence to Debian's place for it. The licences of bundled packages are beside the program. */
    copyLicense(file) {
      const own = readFileSync(path.join(app, 'LICENSE.discovery-desk.txt'), 'utf8').trim()
      const others = `What it is made from: see /usr/lib/${name}/resources/third-party-licences.txt,\n/usr/lib/${name}/LICENSE.electron.txt and /usr/lib/${name}/LICENSES.chromium.html.`
      return writeFile(file, `${productName}\n\n${own}\n\n${others}\n`)
    }
  }

  const before = process.umask(0o022)
  try {
    const made = new Package({
      ...{ src: app, dest: to, arch, name, bin: name, productName, description, maintainer: maintainerOf(author) },
      version: debianVersion(appVersion),
      ...{ genericName: 'Product discovery', section: 'office', categories: ['Office'] },
      productDescription: 'Triage insights of a Product Discovery Workspace online and offline.',
      icon: Object.fromEntries(iconsIn(icons)),
      mimeType: ['x-scheme-handler/discovery-desk'],
      depends: moreDepends,
      recommends: ['gnome-keyring | kwalletmanager'],
      compression,
      rename: (folder) => path.join(folder, deb),
      logger: () => {},
    })
    await made.generateDefaults()
    made.generateOptions()
    await made.createStagingDir()
    await made.createContents()
    await made.createPackage()
    await made.movePackage()
  } finally {
    process.umask(before)
  }
  if (!existsSync(path.join(to, deb))) throw new Error(`electron-installer-debian did not make ${deb}.`)
}

/** @param {string | { name: string, email?: string }} author of package.json */
export const maintainerOf = (author) => (typeof author === 'string' ? author : `${author.name} <${author.email}>`)

/** [`32x32`, file] for each icon. Desktops use none larger than 512. */
const iconsIn = (folder) =>
  readdirSync(folder)
    .filter((file) => Number.parseInt(file, 10) <= 512)
    .map((file) => [path.basename(file, '.png'), path.join(folder, file)])
