/** Without apt: looks for the libraries and programs themselves, and names the missing ones in words. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const libraries = {
  'libgtk-3.so.0': 'GTK 3',
  'libnss3.so': 'NSS (network security services)',
  'libasound.so.2': 'ALSA library',
  'libgbm.so.1': 'GBM (part of Mesa)',
  'libsecret-1.so.0': 'libsecret',
}
const programsForPackages = {
  'dpkg-deb': 'dpkg',
  fakeroot: 'fakeroot',
  'desktop-file-validate': 'desktop-file-utils',
}
const programs = {
  Xvfb: 'Xvfb (virtual X display)',
  'dbus-daemon': 'dbus-daemon',
  'dbus-send': 'dbus-send (one of the programs of D-Bus)',
  'gnome-keyring-daemon': 'GNOME keyring',
  openssl: 'OpenSSL (the program)',
  python3: 'Python 3',
}

/** @param {string | undefined} ldconfigOutput of `ldconfig -p`; undefined (no such tool) means unknown */
export const missingLibraries = (ldconfigOutput) =>
  ldconfigOutput === undefined
    ? []
    : Object.keys(libraries)
        .filter((file) => !ldconfigOutput.includes(`${file} `))
        .map((file) => libraries[file])

export function missingWithoutApt(purpose) {
  // It is not on everybody's PATH.
  const ldconfig = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  const missing = missingLibraries(ldconfig.status === 0 ? ldconfig.stdout : undefined)
  if (purpose === 'display') return missing
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const isThere = (program) => folders.some((folder) => existsSync(path.join(folder, program)))
  const wanted = { ...programs, ...(purpose === 'packages' ? programsForPackages : {}) }
  return [
    ...missing,
    ...Object.keys(wanted)
      .filter((name) => !isThere(name))
      .map((name) => wanted[name]),
  ]
}
