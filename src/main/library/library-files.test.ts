import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { LibraryKey, LibraryKeys } from '../keychain/library-keys'
import { createLibraryFiles } from './library-files'

const kept: LibraryKey = { key: 'ab'.repeat(32), generation: 'first' }
let profile = ''

beforeEach(async () => {
  profile = await mkdtemp(path.join(tmpdir(), 'library-files-'))
})
afterEach(() => rm(profile, { recursive: true, force: true }))

function files(keys: Partial<LibraryKeys> = {}) {
  const whole = { read: async () => null, create: async () => null, ...keys }
  return createLibraryFiles({ profile, keys: whole, log: { defect: () => 'id' } })
}

function locate(keys: Partial<LibraryKeys>) {
  return files(keys).locate('staging')
}

test('gives each environment a file with the key from the keychain, in a private folder', async () => {
  const { input, inMemoryReason, isKeyNew } = await locate({ read: async () => kept })
  expect(isKeyNew).toBe(false)
  expect(input).toEqual({
    environment: 'staging',
    file: path.join(profile, 'library', 'staging.db'),
    ...kept,
    hadFile: true,
  })
  expect(inMemoryReason).toBeNull()
  expect((await stat(path.join(profile, 'library'))).mode & 0o777).toBe(0o700)
})

test('makes the library folder private if others could read it', async () => {
  await locate({ read: async () => kept })
  await chmod(path.join(profile, 'library'), 0o755)
  await locate({ read: async () => kept })
  expect((await stat(path.join(profile, 'library'))).mode & 0o777).toBe(0o700)
})

test('creates a key the first time', async () => {
  const { input, isKeyNew } = await locate({ create: async () => ({ ...kept, generation: 'new' }) })
  expect(input).toMatchObject({ key: kept.key, generation: 'new' })
  expect(isKeyNew).toBe(true)
})

test('expects a file for a key from before the start, but not for a key created since', async () => {
  let key: LibraryKey | null = null
  const keys = {
    read: async () => key,
    create: async () => {
      key = kept
      return key
    },
  }
  const first = files(keys)
  expect((await first.locate('staging')).input.hadFile).toBe(false)
  expect((await first.locate('staging')).input.hadFile).toBe(false)
  expect((await files(keys).locate('staging')).input.hadFile).toBe(true)
})

test('expects the file of an earlier start once a missing keychain appears that has its key', async () => {
  let key: LibraryKey | 'NO_KEYCHAIN' = 'NO_KEYCHAIN'
  const { locate } = files({ read: async () => key, create: () => Promise.reject(new Error('must not be asked')) })
  expect(await locate('staging')).toMatchObject({ input: { file: null }, inMemoryReason: 'NO_KEYCHAIN' })
  key = kept
  expect(await locate('staging')).toMatchObject({ input: { ...kept, hadFile: true }, isKeyNew: false })
})

test('a locked keychain leaves an existing file alone and keeps the data in memory', async () => {
  await locate({ read: async () => kept })
  const file = path.join(profile, 'library', 'staging.db')
  await writeFile(file, 'encrypted')
  const { input, inMemoryReason } = await locate({
    read: () => Promise.reject(new AppError('KEYCHAIN_LOCKED', 'The keychain is locked.')),
    create: () => Promise.reject(new Error('must not be asked')),
  })
  expect(input).toMatchObject({ file: null, key: null })
  expect(inMemoryReason).toBe('KEYCHAIN_LOCKED')
  expect(await readdir(path.join(profile, 'library'))).toEqual(['staging.db'])
})

test('without a keychain, the data stays in memory and nothing is written', async () => {
  const { input, inMemoryReason } = await locate({ read: async () => 'NO_KEYCHAIN' })
  expect(input).toMatchObject({ file: null, key: null })
  expect(inMemoryReason).toBe('NO_KEYCHAIN')
  expect(await readdir(profile)).toEqual([])
})

test('keeps the data in memory when the library folder cannot be created', async () => {
  await writeFile(path.join(profile, 'library'), 'a file is in the way')
  const { input, inMemoryReason } = await locate({ read: async () => kept })
  expect(input.file).toBeNull()
  expect(inMemoryReason).toBe('PROFILE_READ_ONLY')
})

test('leaves a library folder that is a symbolic link alone, and keeps the data in memory', async () => {
  const elsewhere = path.join(profile, 'elsewhere')
  await mkdir(elsewhere)
  await chmod(elsewhere, 0o755)
  await symlink(elsewhere, path.join(profile, 'library'))
  const { input, inMemoryReason } = await locate({ read: async () => kept })
  expect(input.file).toBeNull()
  expect(inMemoryReason).toBe('LINKED_FOLDER')
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o755)
})

test('removes all files of the environment, including backups, and none of another', async () => {
  const folder = path.join(profile, 'library')
  await locate({ read: async () => kept })
  const { exist, remove } = files()
  expect(await exist('staging')).toBe(false)
  const ofCopy = ['.private', '.private-journal', '.private.behind', '.unusable-20250101.private']
  const own = ['', '-wal', '-shm', '.run', '.incoming-1', '.unusable-20250101', '.unusable-20250101-wal', ...ofCopy]
  for (const suffix of own) await writeFile(path.join(folder, `staging.db${suffix}`), 'x')
  for (const name of ['production.db', 'production.db-wal', 'staging.dbx'])
    await writeFile(path.join(folder, name), 'x')
  expect(await exist('staging')).toBe(true)
  await remove('staging')
  expect((await readdir(folder)).sort()).toEqual(['production.db', 'production.db-wal', 'staging.dbx'])
  expect(await exist('staging')).toBe(false)
})
