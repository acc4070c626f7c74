/**
 * System libraries that Electron loads, and the programs of the virtual desktop. On Debian and Ubuntu, apt installs
 * missing ones if that needs no password; otherwise the person gets the command.
 */
import { readFileSync } from 'node:fs'
import { PlainError } from './plain-error.mjs'
import { lastLines, runQuietly, succeeds } from './run.mjs'
import { missingWithoutApt } from './system-libraries.mjs'

/** A package, or its names from old to new: the 64-bit time change renamed some. */
const forDisplay = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libsecret-1-0'],
]
// `dbus` contains the daemon on old releases, and depends on it and on dbus-send on new ones. Tests make certificates
// with openssl, and read zips with python3.
const forDesktop = [['xvfb'], ['dbus'], ['gnome-keyring'], ['fonts-dejavu-core'], ['openssl'], ['python3']]

/** dpkg itself comes with apt. The last one validates desktop entries. */
const forPackages = [['fakeroot'], ['desktop-file-utils']]

const forPurpose = {
  display: forDisplay,
  tests: [...forDisplay, ...forDesktop],
  packages: [...forDisplay, ...forDesktop, ...forPackages],
}
export const packagesFor = (purpose) => forPurpose[purpose]

/**
 * @param {string[][]} wanted names of each package
 * @param {string} dpkgOutput lines "name status" as dpkg-query prints them
 * @returns {string[][]} those of which no name is installed
 */
export function missingPackages(wanted, dpkgOutput) {
  const installed = new Set()
  for (const line of dpkgOutput.split('\n')) {
    const [name, status] = line.trim().split(/\s+/)
    if (status === 'ii') installed.add(name)
  }
  return wanted.filter((names) => !names.some((name) => installed.has(name)))
}

/** Whether the distribution has the 64-bit time change (since Debian 13, Ubuntu 24.04). */
export function hasRenamedPackages(osRelease) {
  const value = (key) => new RegExp(`^${key}="?([^"\n]*)"?$`, 'm').exec(osRelease)?.[1]
  const version = Number.parseFloat(value('VERSION_ID') ?? 'Infinity')
  const isUbuntu = value('ID') === 'ubuntu' || (value('ID_LIKE') ?? '').includes('ubuntu')
  return version >= (isUbuntu ? 24.04 : 13)
}

/** Waits for another apt, such as the one that updates a new computer. */
const patience = ['-o', 'DPkg::Lock::Timeout=300']

/** The arguments of apt-get, and the command that a person types, which also installs if a source can't be read. */
export function installCommand(missing, isRenamed) {
  const names = missing.map((alternatives) => alternatives.at(isRenamed ? -1 : 0))
  const args = ['install', '-y', '--no-install-recommends', ...names]
  const aptGet = ['apt-get', ...patience].join(' ')
  return { args, typed: `sudo sh -c '${aptGet} update; ${aptGet} ${args.join(' ')}'` }
}

/**
 * The proxies of an environment, in lower case as apt reads them, for `env`, because sudo drops variables. Those with a
 * password are left out for sudo, which logs its arguments.
 */
export const aptProxies = (env, { isSudo }) =>
  Object.entries(env)
    .filter(([name, value]) => /^(?:https?|no)_proxy$/i.test(name) && value && !(isSudo && value.includes('@')))
    .map(([name, value]) => `${name.toLowerCase()}=${value}`)

export async function ensureSystemPackages(say, purpose) {
  if (process.platform !== 'linux') return
  const wanted = packagesFor(purpose)
  if (!succeeds('apt-get', ['--version']) || !succeeds('dpkg-query', ['--version'])) return checkWithoutApt(purpose)
  // dpkg-query fails on an unknown name, but still prints the others.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders.
  const query = ['-W', '-f', '${Package} ${db:Status-Abbrev}\n', ...wanted.flat()]
  const missing = missingPackages(wanted, (await runQuietly('dpkg-query', query)).output)
  if (missing.length === 0) return
  const { args, typed } = installCommand(missing, hasRenamedPackages(readFileSync('/etc/os-release', 'utf8')))
  const isSudo = process.getuid() !== 0
  if (isSudo && !succeeds('sudo', ['-n', 'true'])) {
    throw new PlainError(`Some system packages are missing. Run this command, then try again:\n\n  ${typed}`)
  }
  say(`Installing system packages through apt: ${missing.map(([name]) => name).join(', ')} …`)
  const given = ['DEBIAN_FRONTEND=noninteractive', ...aptProxies(process.env, { isSudo })]
  const [command, ...rest] = [...(isSudo ? ['sudo', '-n'] : []), 'env', ...given, 'apt-get', ...patience]
  await installThrough((aptArgs) => runQuietly(command, [...rest, ...aptArgs]), args)
}

/**
 * A failed update is only reported if the packages couldn't be installed: the source that failed may be another one.
 * @param {(args: string[]) => Promise<{ code: number, output: string }>} apt
 */
export async function installThrough(apt, args) {
  const update = await apt(['update'])
  const install = await apt(args)
  if (install.code === 0) return
  const failed = Object.entries({ update, install }).filter(([, { code }]) => code !== 0)
  const texts = failed.map(([name, { code, output }]) => {
    return `apt-get ${name} failed (exit code ${code}):\n${lastLines(output, 40)}`
  })
  throw new PlainError(texts.join('\n'))
}

function checkWithoutApt(purpose) {
  const missing = missingWithoutApt(purpose)
  if (missing.length === 0) return
  throw new PlainError(
    'This Linux has no apt. Install these packages with its package manager, then try again:\n' +
      missing.map((name) => `  - ${name}`).join('\n'),
  )
}
