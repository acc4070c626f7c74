import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { profileFolder, writableFolderNotices } from './profile-folder'

let profile: string
let logged: string[]
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'profile-folder-'))
  logged = []
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const noticesOf = (mode: number, platform: NodeJS.Platform = 'linux') => {
  chmodSync(profile, mode)
  return writableFolderNotices(profile, { info: (message) => logged.push(message) }, platform)
}

test.each([0o777, 0o722, 0o770, 0o702])(
  'warns and logs that others may write to a profile with mode %o',
  async (mode) => {
    expect(await noticesOf(mode)).toEqual([expect.stringContaining(profile)])
    expect(logged).toEqual([expect.stringContaining(mode.toString(8))])
  },
)

test.each([0o700, 0o755])('does not warn about mode %o', async (mode) => {
  expect(await noticesOf(mode)).toEqual([])
  expect(logged).toEqual([])
})

test('does not warn on Windows, or about a missing folder', async () => {
  expect(await noticesOf(0o777, 'win32')).toEqual([])
  rmSync(profile, { recursive: true })
  expect(await writableFolderNotices(profile, { info: () => {} })).toEqual([])
})

test.each([
  [{ isPackaged: true, hasSwitch: false }, ''],
  [{ isPackaged: true, hasSwitch: true }, ''],
  [{ isPackaged: false, hasSwitch: true }, ''],
  [{ isPackaged: false, hasSwitch: false }, ' (from source)'],
])('given %o, uses the default folder with %j appended', ({ isPackaged, hasSwitch }, added) => {
  const parent = path.join(profile, 'config')
  const paths = { userData: path.join(parent, 'Discovery Desk') }
  const folder = profileFolder({
    isPackaged,
    commandLine: { hasSwitch: (name) => hasSwitch && name === 'user-data-dir' },
    getPath: () => paths.userData,
    setPath(_, to) {
      paths.userData = to
    },
  })
  expect(folder).toBe(path.join(parent, `Discovery Desk${added}`))
  expect(paths.userData).toBe(folder)
  expect(existsSync(folder)).toBe(added !== '')
})

test.runIf(process.platform !== 'win32')('creates the folder for its owner only, whatever the umask', () => {
  const umask = process.umask(0o002)
  try {
    const userData = path.join(profile, 'Discovery Desk')
    const app = { isPackaged: false, commandLine: { hasSwitch: () => false }, getPath: () => userData, setPath() {} }
    expect(statSync(profileFolder(app)).mode & 0o777).toBe(0o700)
  } finally {
    process.umask(umask)
  }
})
