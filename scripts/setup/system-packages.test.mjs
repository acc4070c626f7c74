import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { inProject } from './paths.mjs'
import { filesBelow } from './stamp.mjs'
import { missingLibraries, missingWithoutApt } from './system-libraries.mjs'
import {
  aptProxies,
  hasRenamedPackages,
  installCommand,
  installThrough,
  missingPackages,
  packagesFor,
} from './system-packages.mjs'

test('a package counts as installed under either of its names, and only with the status “ii”', () => {
  const output = 'libgtk-3-0t64 ii \nlibnss3 un \nxvfb rc \nlibgbm1 ii '
  const wanted = [['libgtk-3-0', 'libgtk-3-0t64'], ['libnss3'], ['xvfb'], ['libgbm1'], ['libsecret-1-0']]
  expect(missingPackages(wanted, output)).toEqual([['libnss3'], ['xvfb'], ['libsecret-1-0']])
})

test('a display needs fewer packages than the tests, and the tests fewer than packaging', () => {
  expect(packagesFor('display').flat()).not.toContain('xvfb')
  expect(packagesFor('tests').flat()).toEqual(expect.arrayContaining([...packagesFor('display').flat(), 'xvfb']))
  expect(packagesFor('tests').flat()).not.toContain('fakeroot')
  expect(packagesFor('packages').flat()).toEqual(expect.arrayContaining([...packagesFor('tests').flat(), 'fakeroot']))
})

/** Programs of every Debian and Ubuntu, also of their smallest images. */
const everywhere = ['dpkg', 'mount', 'sh', 'tar', 'umount']
/** Packages of the others. */
const packageOf = {
  'dbus-daemon': 'dbus',
  'dbus-send': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  openssl: 'openssl',
  python3: 'python3',
}

test('every program that tests run is on each computer or in a package that is installed', () => {
  const files = ['src', 'tests', 'e2e'].flatMap((folder) => filesBelow(inProject(folder)).map((name) => [folder, name]))
  const started = files.flatMap(([folder, name]) => {
    const text = readFileSync(inProject(folder, name), 'utf8')
    return [...text.matchAll(/\b(?:execFile|spawn)(?:Sync)?\)?\(\s*'([\w-]+)'/g)].map(([, program]) => program)
  })
  const programs = new Set(started.filter((program) => !everywhere.includes(program)))
  expect([...programs].sort()).toEqual(Object.keys(packageOf))
  expect(packagesFor('tests').flat()).toEqual(expect.arrayContaining(Object.values(packageOf)))
})

test.each([
  ['ID=debian\nVERSION_ID="12"', false],
  ['ID=debian\nVERSION_ID="13"', true],
  ['ID=debian\nNAME="Debian, no version yet"', true],
  ['ID=ubuntu\nVERSION_ID="22.04"', false],
  ['ID=ubuntu\nVERSION_ID="24.04"', true],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="21.3"', false],
])('%j has the renamed packages: %s', (osRelease, isRenamed) => {
  expect(hasRenamedPackages(osRelease)).toBe(isRenamed)
})

test('the install command waits for another apt, and lists the missing packages by the names of the distribution', () => {
  const missing = [['libasound2', 'libasound2t64'], ['xvfb']]
  expect(installCommand(missing, false).typed).toBe(
    "sudo sh -c 'apt-get -o DPkg::Lock::Timeout=300 update; apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends libasound2 xvfb'",
  )
  expect(installCommand(missing, true).args).toEqual([
    ...['install', '-y', '--no-install-recommends', 'libasound2t64', 'xvfb'],
  ])
})

test('apt gets the proxies of the environment in lower case, but through sudo no password', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example', no_proxy: 'localhost', http_proxy: '', HOME: 'x' }
  for (const isSudo of [true, false]) {
    expect(aptProxies(env, { isSudo })).toEqual(['https_proxy=http://proxy.example', 'no_proxy=localhost'])
  }
  const secret = { HTTP_PROXY: 'http://ada:secret@proxy.example' }
  expect(aptProxies(secret, { isSudo: true })).toEqual([])
  expect(aptProxies(secret, { isSudo: false })).toEqual(['http_proxy=http://ada:secret@proxy.example'])
})

const fine = { code: 0, output: '' }
const failing = { code: 100, output: 'The repository of a browser is not signed.' }

test('installs packages although one of the sources could not be read', async () => {
  const called = []
  const apt = async (args) => {
    called.push(args[0])
    return args[0] === 'update' ? failing : fine
  }
  await installThrough(apt, ['install', 'xvfb'])
  expect(called).toEqual(['update', 'install'])
})

test('names the source that could not be read where the packages could not be installed', async () => {
  const apt = async (args) => (args[0] === 'update' ? failing : { code: 1, output: 'Unable to locate xvfb' })
  await expect(installThrough(apt, ['install', 'xvfb'])).rejects.toThrow(
    `apt-get update failed (exit code 100):\n${failing.output}\napt-get install failed (exit code 1):\nUnable to locate xvfb`,
  )
})

test('without apt, each missing program that tests run is named', () => {
  vi.stubEnv('PATH', inProject('docs'))
  try {
    const missing = missingWithoutApt('tests').join('\n')
    for (const program of ['Xvfb', 'dbus-daemon', 'dbus-send', 'GNOME keyring', 'OpenSSL', 'Python 3']) {
      expect(missing).toContain(program)
    }
  } finally {
    vi.unstubAllEnvs()
  }
})

test('without apt, a missing library is named in words; without ldconfig, none is reported', () => {
  const all = ['libgtk-3.so.0', 'libnss3.so', 'libasound.so.2', 'libsecret-1.so.0']
  const output = all.map((name) => `\t${name} (libc6,x86-64) => /lib/${name}`).join('\n')
  expect(missingLibraries(output)).toEqual(['GBM (part of Mesa)'])
  expect(missingLibraries(undefined)).toEqual([])
})
