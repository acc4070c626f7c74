// A profile opened by another version of the app, over real files and, where it may be mounted, a disk that is full.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '../settings/schema'
import { claimProfile, claimWords, forgetInBackup } from './profile-version'

let folder: string
let profile: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'profile-version-'))
  profile = path.join(folder, 'profile')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settings = {
  ...defaultSettings('9b2f0a52-52fd-4d2d-8f0d-5f3f6f1c1a11'),
  active: { environment: 'staging', organisationId: 'o', workspaceId: 'w' },
}
const data: Readonly<Record<string, string>> = {
  'settings.json': JSON.stringify(settings),
  'profile-id': settings.profileId,
  'sandbox.data': 'sandbox',
  'library/staging.db': 'encrypted',
  'library/staging.db-wal': 'not in the file yet',
  'library/staging.db.unsent': 'unsent',
  'library/production.db': 'of production',
}
const notData = [
  'library/staging.db.unusable-2026',
  'library/staging.db.incoming-1',
  'library/staging.db-shm',
  'logs/main.log',
  'Cookies',
]

function fillProfile(writtenBy: string | null, files = data): void {
  const named = writtenBy === null ? files : { ...files, 'written-by': `${writtenBy}\n` }
  for (const [name, text] of Object.entries(named)) put(name, text)
}

function put(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(profile, name)), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(profile, name), text, { mode: 0o600 })
}

/** Every file below the folder, with its text. */
function contentOf(below: string): Record<string, string> {
  const entries = existsSync(below) ? readdirSync(below, { recursive: true, withFileTypes: true }) : []
  const files = entries.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name))
  return Object.fromEntries(files.map((file) => [path.relative(below, file), readFileSync(file, 'utf8')]))
}

const backup = () => contentOf(path.join(profile, 'backup'))
const stamp = () => readFileSync(path.join(profile, 'written-by'), 'utf8').trim()
const claim = (version: string, copy?: (from: string, to: string) => Promise<void>) =>
  claimProfile({ profile, version, ...(copy && { copy }) })

test('a new profile is stamped with the version and has nothing to back up', async () => {
  expect(await claim('0.1.0')).toEqual({ state: 'ready' })
  expect(contentOf(profile)).toEqual({ 'written-by': '0.1.0\n' })
})

test.each(['0.1.0', null])(
  'a newer version backs up the data of %s, for the owner only, before it goes on',
  async (older) => {
    fillProfile(older)
    for (const name of notData) put(name, 'not data')
    expect(await claim('0.2.0')).toEqual({ state: 'ready' })
    expect(backup()).toEqual(older === null ? data : { ...data, 'written-by': `${older}\n` })
    expect(stamp()).toBe('0.2.0')
    for (const name of ['', 'library']) expect(statSync(path.join(profile, 'backup', name)).mode & 0o777).toBe(0o700)
    for (const name of Object.keys(backup())) {
      expect([name, statSync(path.join(profile, 'backup', name)).mode & 0o777]).toEqual([name, 0o600])
    }
  },
)

test('the same version, or another build of it, makes no backup', async () => {
  fillProfile('0.2.0')
  await claim('0.2.0')
  await claim('0.2.0-override')
  await claim('0.2.0-fallback')
  expect(backup()).toEqual({})
  expect(stamp()).toBe('0.2.0-fallback')
})

test.each([
  ['0.2.0-beta.1', '0.2.0'],
  ['0.2.0-beta.2', '0.2.0-beta.10'],
  ['0.2.0-fallback', '0.2.1-beta.1'],
])('an update from %s to %s is backed up, as the question before an update promises', async (older, newer) => {
  fillProfile(older)
  expect(await claim(newer)).toEqual({ state: 'ready' })
  expect(backup()).toEqual({ ...data, 'written-by': `${older}\n` })
})

test('only the last backup is kept', async () => {
  fillProfile('0.1.0')
  await claim('0.2.0')
  put('library/staging.db', 'of 0.2.0')
  rmSync(path.join(profile, 'library/production.db'))
  await claim('0.3.0')
  expect(backup()).toMatchObject({ 'library/staging.db': 'of 0.2.0', 'written-by': '0.2.0\n' })
  expect(Object.keys(backup())).not.toContain('library/production.db')
  expect(readdirSync(profile).filter((name) => name.startsWith('backup'))).toEqual(['backup'])
})

test.each(['0.1.0', null])('a backup of %s copied back by hand is opened by the old version again', async (older) => {
  fillProfile(older)
  await claim('0.2.0')
  put('library/staging.db', 'of 0.2.0')
  put('library/staging.db-wal', 'of 0.2.0')
  expect(await claim('0.1.0')).toMatchObject({ state: 'newer' })
  // The steps of docs/features.md.
  rmSync(path.join(profile, 'library'), { recursive: true })
  rmSync(path.join(profile, 'written-by'))
  cpSync(path.join(profile, 'backup'), profile, { recursive: true })
  expect(await claim('0.1.0')).toEqual({ state: 'ready' })
  expect(contentOf(profile)).toMatchObject({ ...data, 'written-by': '0.1.0\n' })
})

test.each([
  ['0.2.0', '0.1.0'],
  ['0.1.1', '0.1.0'],
  ['1.0.0', '0.9.9'],
  ['0.10.0', '0.9.0'],
  ['0.2.0', '0.2.0-beta'],
  ['0.2.0-fallback', '0.2.0-beta'],
  ['0.2.0-beta.10', '0.2.0-beta.2'],
  ['0.2.0-beta.1', '0.2.0-beta'],
  ['0.2.0-beta', '0.2.0-7'],
  ['0.2.0-rc.1', '0.2.0-beta.2'],
  ['0.2.1-beta', '0.2.0'],
])('a profile written by %s is refused by %s and left untouched', async (newer, older) => {
  fillProfile(newer)
  const before = contentOf(profile)
  const refused = await claim(older)
  expect(refused).toEqual({ state: 'newer', writtenBy: newer })
  expect(contentOf(profile)).toEqual(before)
  if (refused.state === 'ready') throw new Error('It was refused.')
  const { message, detail } = claimWords(refused, { version: older, profile })
  expect(message).toBe(`Your data was last used by Discovery Desk ${newer}.`)
  expect(detail).toContain(
    `This is version ${older}, which can’t read it. Nothing was changed. Install version ${newer} or newer.`,
  )
  expect(detail).toContain('To go back, use the copy in its folder “backup”, if there is one.')
})

test('a profile without a stamp is refused and left untouched if its settings have a newer version', async () => {
  fillProfile(null, { ...data, 'settings.json': JSON.stringify({ ...settings, version: 2 }) })
  const before = contentOf(profile)
  expect(await claim('0.1.0')).toEqual({ state: 'newer', writtenBy: null })
  expect(contentOf(profile)).toEqual(before)
})

test('a backup that fails halfway changes nothing, keeps the previous one, and is made by the next start', async () => {
  fillProfile('0.1.0')
  await claim('0.2.0')
  const before = contentOf(profile)
  let copies = 0
  const failing = async (_from: string, to: string) => {
    copies += 1
    if (copies === 3) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    writeFileSync(to, 'half')
  }
  const failed = await claim('0.3.0', failing)
  expect(failed).toEqual({ state: 'notBackedUp', reason: 'DISK_FULL' })
  expect(contentOf(profile)).toEqual(before)
  if (failed.state === 'ready') throw new Error('It failed.')
  expect(claimWords(failed, { version: '0.3.0', profile }).detail).toContain('The disk is full. Free up some space')
  expect(await claim('0.3.0')).toEqual({ state: 'ready' })
  expect(backup()).toMatchObject({ ...data, 'written-by': '0.2.0\n' })
})

test('on a full disk, the app does not start, and nothing is lost', async () => {
  mkdirSync(profile)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', profile], { stdio: 'ignore' })
  } catch {
    // biome-ignore lint/suspicious/noConsole: whoever reads the run must see that this was not tested.
    console.warn('NOT TESTED HERE: no small file system could be mounted, so no real disk was filled up.')
    return
  }
  try {
    fillProfile('0.1.0', { ...data, 'library/staging.db': 'x'.repeat(600_000) })
    const before = contentOf(profile)
    expect(await claim('0.2.0')).toEqual({ state: 'notBackedUp', reason: 'DISK_FULL' })
    expect(contentOf(profile)).toEqual(before)
  } finally {
    execFileSync('umount', [profile])
  }
})

test('forgetting an environment removes it from the backup and keeps the others', async () => {
  fillProfile('0.1.0')
  await claim('0.2.0')
  await forgetInBackup(profile, 'staging')
  const { 'settings.json': text = '', ...files } = backup()
  expect(Object.keys(files).sort()).toEqual(['library/production.db', 'profile-id', 'sandbox.data', 'written-by'])
  expect(Object.keys(JSON.parse(text).environments)).toEqual(['production', 'development', 'sandbox'])
  expect(JSON.parse(text).active).toBeNull()
  expect(text).toContain(settings.profileId)
  await forgetInBackup(profile, 'sandbox')
  expect(Object.keys(backup())).not.toContain('sandbox.data')
})

test('unreadable settings in the backup are deleted with the environment', async () => {
  fillProfile('0.1.0', { ...data, 'settings.json': '{"environments":{"staging":' })
  await claim('0.2.0')
  await forgetInBackup(profile, 'staging')
  expect(Object.keys(backup())).not.toContain('settings.json')
})

const unfinished = { 'backup.new/library/staging.db': 'of staging', 'backup.new/sandbox.data': 'of the sandbox' }

test('an unfinished backup is deleted when the same version starts again', async () => {
  fillProfile('0.1.0', { ...data, ...unfinished })
  expect(await claim('0.1.0')).toEqual({ state: 'ready' })
  expect(contentOf(profile)).toEqual({ ...data, 'written-by': '0.1.0\n' })
})

test('forgetting an environment deletes an unfinished backup', async () => {
  fillProfile('0.1.0', { ...data, ...unfinished })
  await forgetInBackup(profile, 'staging')
  expect(contentOf(profile)).toEqual({ ...data, 'written-by': '0.1.0\n' })
})

test('forgetting an environment without a backup creates none', async () => {
  await forgetInBackup(profile, 'staging')
  expect(existsSync(profile)).toBe(false)
})
