import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { profileFolder, whyNotLocked, writableFolderNotices } from './profile-folder'

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

describe('a profile that could not be locked', () => {
  const failing = (where: string, code: string) => ({
    platform: 'linux' as const,
    makeFolder(prefix: string) {
      if (path.dirname(prefix) === where) throw Object.assign(new Error(code), { code })
      return mkdtempSync(prefix)
    },
  })

  test.each(['EACCES', 'EROFS', 'ENOENT', 'EIO'])('names its folder after %s', (code) => {
    expect(whyNotLocked(profile, failing(profile, code))).toBe(
      `The app can’t write to its folder, ${profile}. Make it writable, then try again.`,
    )
  })

  test('names the folder for temporary files if that cannot be written to', () => {
    expect(whyNotLocked(profile, failing(tmpdir(), 'EACCES'))).toContain(`the folder for temporary files, ${tmpdir()}.`)
  })

  test.each(['ENOSPC', 'EDQUOT'])('says that the disk is full after %s, wherever it was', (code) => {
    for (const where of [profile, tmpdir()]) {
      expect(whyNotLocked(profile, failing(where, code))).toMatch(/^The disk is full/)
    }
  })

  test('says nothing if both can be written to, and leaves nothing there', () => {
    expect(whyNotLocked(profile)).toBeNull()
    expect(readdirSync(profile)).toEqual([])
  })

  test.each([
    ['nothing', 'linux', process.ppid, null],
    ['the cause', 'linux', process.pid, 'folder'],
    ['the cause', 'linux', 2 ** 30, 'folder'],
    ['nothing', 'win32', process.ppid, null],
  ] as const)('says %s on %s while process %d has it', (_, platform, pid, said) => {
    if (platform === 'win32') writeFileSync(path.join(profile, 'lockfile'), '')
    else symlinkSync(`a-host-${pid}`, path.join(profile, 'SingletonLock'))
    const why = whyNotLocked(profile, { ...failing(profile, 'EACCES'), platform })
    if (said === null) expect(why).toBeNull()
    else expect(why).toContain(said)
  })
})
