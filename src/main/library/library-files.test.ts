import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { createLibraryFiles, type LibraryKey, type LibraryKeys } from './library-files'

const kept: LibraryKey = { key: 'ab'.repeat(32), generation: 'first' }
let profile = ''

beforeEach(async () => {
  profile = await mkdtemp(path.join(tmpdir(), 'library-files-'))
})
afterEach(() => rm(profile, { recursive: true, force: true }))

function place(keys: Partial<LibraryKeys>) {
  const whole: LibraryKeys = { read: async () => null, create: async () => null, ...keys }
  return createLibraryFiles({ profile, keys: whole, log: { defect: () => 'id' } })('staging')
}

test('a file per environment with the key that the keychain keeps, in a folder that is closed to others', async () => {
  const { input, memoryBecause } = await place({ read: async () => kept })
  expect(input).toEqual({ environment: 'staging', file: path.join(profile, 'library', 'staging.db'), ...kept })
  expect(memoryBecause).toBeNull()
  expect((await stat(path.join(profile, 'library'))).mode & 0o777).toBe(0o700)
})

test('a folder that was open to others is closed', async () => {
  await place({ read: async () => kept })
  await chmod(path.join(profile, 'library'), 0o755)
  await place({ read: async () => kept })
  expect((await stat(path.join(profile, 'library'))).mode & 0o777).toBe(0o700)
})

test('the first time, a key is made', async () => {
  const { input } = await place({ create: async () => ({ ...kept, generation: 'new' }) })
  expect(input).toMatchObject({ key: kept.key, generation: 'new' })
})

test('a locked keychain leaves an existing file alone and keeps the data in memory', async () => {
  await place({ read: async () => kept })
  const file = path.join(profile, 'library', 'staging.db')
  await writeFile(file, 'encrypted')
  const { input, memoryBecause } = await place({
    read: () => Promise.reject(new AppError('KEYCHAIN_LOCKED', 'The keychain is locked.')),
    create: () => Promise.reject(new Error('must not be asked')),
  })
  expect(input).toMatchObject({ file: null, key: null })
  expect(memoryBecause).toBe('KEYCHAIN_LOCKED')
  expect(await readdir(path.join(profile, 'library'))).toEqual(['staging.db'])
})

test('without a keychain the data is in memory and nothing is written', async () => {
  const { input, memoryBecause } = await place({})
  expect(input).toMatchObject({ file: null, key: null })
  expect(memoryBecause).toBe('NO_KEYCHAIN')
  expect(await readdir(profile)).toEqual([])
})

test('a profile where no folder can be made keeps the data in memory', async () => {
  await writeFile(path.join(profile, 'library'), 'a file is in the way')
  const { input, memoryBecause } = await place({ read: async () => kept })
  expect(input.file).toBeNull()
  expect(memoryBecause).toBe('PROFILE_READ_ONLY')
})
