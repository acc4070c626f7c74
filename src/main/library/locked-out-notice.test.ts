// With the real keychain, keys and places over a driver in memory, and a library that only opens.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLibraryKeys } from '../keychain/library-keys'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTestLibrary, type TestLibrary } from '../testing/test-library'
import { createLibraryFiles } from './library-files'
import { lockedOutNotices } from './locked-out-notice'
import { createLibraryOnDemand } from './on-demand'

const created = { state: 'created', reason: null, recoveredChanges: 0, mayHaveLostChanges: false } as const
const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'
let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const opensNothing = (): TestLibrary => ({ ...createTestLibrary(), open: async () => created })

async function setUp(behaviour: 'open' | 'locked' | 'missing', library = opensNothing()) {
  const driver = createMemoryDriver()
  driver.behave(behaviour)
  const keychain = await openKeychain({ driver, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  const { locate } = createLibraryFiles({ profile, keys, log: { defect: () => '' } })
  const libraries = createLibraryOnDemand({
    library,
    locate,
    isKnown: async () => true,
    onOpened: () => {},
    requireReviewOnOpen: async () => {},
  })
  return { driver, keychain, libraries, notices: () => lockedOutNotices(keychain, libraries.inMemoryReason) }
}

test.each(['locked', 'missing'] as const)(
  'explains how to move to disk once the keychain is not %s any more',
  async (was) => {
    const { driver, keychain, libraries, notices } = await setUp(was)
    await libraries.ensureOpen('staging')
    expect(notices()).toEqual([])
    driver.behave('open')
    await keychain.check()
    expect(notices()).toEqual([expect.stringMatching(/Staging.*Choose Sync now to save it to disk/)])
    expect(libraries.modeOf('staging')).toBe('memory')
    await libraries.ensureOpen('production')
    expect(notices()).toHaveLength(1)
  },
)

test('gives a notice when the keychain refuses only the library’s key, and moves a note to disk later', async () => {
  const { driver, keychain, libraries, notices } = await setUp('open', createTestLibrary())
  const { getPassword } = driver
  let refusals = 1
  driver.getPassword = (service, account) => {
    if (!account.startsWith('library ') || refusals === 0) return getPassword(service, account)
    refusals -= 1
    return Promise.reject(new Error('User canceled the operation.'))
  }
  const workspace = { environment: 'staging', organisationId: profileId, workspaceId: profileId } as const
  const noted = { workspace, kind: 'insight', id: 'noted' } as const
  await libraries.library.setNote({ ...noted, note: 'Ask Anna' })
  expect(libraries.modeOf('staging')).toBe('memory')
  expect(keychain.state()).toBe('available')
  expect(notices()).toEqual([expect.stringMatching(/Staging.*Choose Sync now to save it to disk/)])
  refusals = 1
  expect(await libraries.moveToDisk(false)).toEqual([])
  expect(refusals).toBe(1)
  expect(await libraries.moveToDisk(true)).toEqual([])
  expect(refusals).toBe(0)
  expect(await libraries.moveToDisk(true)).toEqual(['staging'])
  expect(libraries.modeOf('staging')).toBe('encrypted')
  expect((await libraries.library.getTriage(noted)).note).toBe('Ask Anna')
})

test('says that nothing is kept where the keychain takes no new key, and asks it for one only once', async () => {
  const { driver, libraries, notices } = await setUp('open')
  let asked = 0
  Object.assign(driver, {
    setPassword: () => {
      asked += 1
      return Promise.reject(new Error('The collection is read-only'))
    },
  })
  await libraries.ensureOpen('staging')
  expect(libraries.inMemoryReason('staging')).toBe('KEYCHAIN_REFUSED')
  expect(notices()).toEqual([expect.stringMatching(/accepts no new entries.*Staging.*until the app closes/)])
  expect(await libraries.moveToDisk(true)).toEqual([])
  expect(asked).toBe(1)
})

test('gives no notice when the keychain was open', async () => {
  const { keychain, libraries, notices } = await setUp('open')
  await libraries.ensureOpen('staging')
  await keychain.check()
  expect(notices()).toEqual([])
})

test.each(['locked', 'missing'] as const)('moves to disk once the keychain is not %s any more', async (was) => {
  const { driver, keychain, libraries, notices } = await setUp(was)
  await libraries.ensureOpen('staging')
  expect(await libraries.moveToDisk(true)).toEqual([])
  driver.behave('open')
  await keychain.check()
  expect(await Promise.all([libraries.moveToDisk(true), libraries.moveToDisk(true)])).toEqual([['staging'], []])
  expect(libraries.modeOf('staging')).toBe('encrypted')
  expect(notices()).toEqual([])
  expect(await libraries.moveToDisk(true)).toEqual([])
})

test('explains how to replace a library folder that is a symbolic link, which it does not follow', async () => {
  symlinkSync(mkdtempSync(path.join(profile, 'elsewhere-')), path.join(profile, 'library'))
  const { libraries, notices } = await setUp('open')
  await libraries.ensureOpen('staging')
  expect(notices()).toEqual([expect.stringMatching(/Replace the link with the folder.*--user-data-dir/)])
})
