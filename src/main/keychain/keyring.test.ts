// The real keytar with the real GNOME keyring, on a private session bus. Needs dbus-daemon, dbus-send and
// gnome-keyring-daemon, and fails without them on purpose.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openKeychain } from './testing/open-keychain'
import { openKeyring, openWithoutBus, type PrivateKeyring } from './testing/private-keyring'

let open: PrivateKeyring | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

async function using(opening: Promise<PrivateKeyring>): Promise<PrivateKeyring> {
  open = await opening
  return open
}

const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'
/** Longer than it takes on a busy machine to start the program that holds the driver, and the keyring itself. */
const patient = { profileId, timeoutMs: 60_000 }

describe.runIf(process.platform === 'linux')('the real keyring', () => {
  test('fails with the words of a daemon that ends at once', async () => {
    // Some computers start no program in the folder for temporary files.
    const cache = path.resolve(import.meta.dirname, '../../../.cache')
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(path.join(cache, 'programs-'))
    const program = path.join(folder, 'gnome-keyring-daemon')
    writeFileSync(program, '#!/bin/sh\necho "no memory can be locked" >&2\nexit 126\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
    try {
      await expect(using(openKeyring('unlocked'))).rejects.toThrow('(exit code 126): no memory can be locked')
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    }
  })

  test('keeps a secret across restarts of the app until it is deleted', async () => {
    const { driver } = await using(openKeyring('unlocked'))
    const first = await openKeychain({ driver, ...patient })
    expect(first.state()).toBe('available')
    expect(await first.get('token')).toBeNull()
    expect(await first.set('token', 'Geheimnis 🔑')).toBe('keychain')
    expect(await first.set('long', 'x'.repeat(2560))).toBe('keychain')

    const second = await openKeychain({ driver, ...patient })
    expect(await second.get('token')).toBe('Geheimnis 🔑')
    expect(await second.get('long')).toHaveLength(2560)
    await second.delete('token')
    expect(await second.get('token')).toBeNull()
  })

  test('keeps secrets for the session when it is locked at startup', async () => {
    const { driver } = await using(openKeyring('locked'))
    const keychain = await openKeychain({ driver, ...patient })
    expect(keychain.state()).toBe('locked')
    expect(await keychain.set('token', 'secret')).toBe('session')
    expect(await keychain.get('token')).toBe('secret')
    expect(await driver.getPassword('Discovery Desk', 'token')).toBeNull()
  })

  test('throws KEYCHAIN_LOCKED when it is locked while the app runs', async () => {
    const keyring = await using(openKeyring('unlocked'))
    const keychain = await openKeychain({ driver: keyring.driver, ...patient })
    await keychain.set('token', 'secret')
    await keyring.lock()
    await expect(keychain.get('token')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    expect(keychain.state()).toBe('locked')
    await expect(keychain.delete('token')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  })

  test('throws KEYCHAIN_TIMEOUT while the daemon hangs, and recovers', async () => {
    const keyring = await using(openKeyring('unlocked'))
    const keychain = await openKeychain({ driver: keyring.driver, profileId })
    expect(await keychain.set('token', 'secret')).toBe('keychain')
    keyring.signal('SIGSTOP')
    await expect(keychain.get('token')).rejects.toMatchObject({ code: 'KEYCHAIN_TIMEOUT' })
    expect(keychain.state()).toBe('unresponsive')
    keyring.signal('SIGCONT')
    await expect.poll(() => keychain.check()).toBe('available')
    expect(await keychain.get('token')).toBe('secret')
  })

  test('keeps secrets for the session when there is no bus', async () => {
    const { driver } = await using(openWithoutBus())
    const keychain = await openKeychain({ driver, ...patient })
    expect(keychain.state()).toBe('missing')
    expect(await keychain.set('token', 'secret')).toBe('session')
    expect(await keychain.get('token')).toBe('secret')
  })
  test('carries out a deletion made without a keychain before first use, and remembers it until it succeeds', async () => {
    const keyring = await using(openKeyring('unlocked'))
    const { driver } = keyring
    await (await openKeychain({ driver, ...patient })).set('token', 'secret')

    let noted: readonly string[] = []
    const undeleted = {
      read: () => noted,
      async save(next: readonly string[]) {
        noted = next
      },
    }
    const none = await openWithoutBus()
    await (await openKeychain({ driver: none.driver, ...patient, undeleted })).delete('token')
    await none.close()
    expect(noted).toEqual(['token'])

    // Acts as if the person dismissed the question of the keyring.
    const deaf = { ...driver, deletePassword: async () => false }
    expect((await openKeychain({ driver: deaf, ...patient, undeleted })).state()).toBe('locked')
    expect(noted).toEqual(['token'])

    const back = await openKeychain({ driver, ...patient, undeleted })
    expect([back.state(), noted, await back.get('token')]).toEqual(['available', [], null])
    expect(await driver.getPassword('Discovery Desk', 'token')).toBeNull()

    noted = ['token']
    await driver.setPassword('Discovery Desk', 'token', 'secret')
    const locking = {
      ...driver,
      async deletePassword(...entry: Parameters<typeof driver.deletePassword>) {
        await keyring.lock()
        return driver.deletePassword(...entry)
      },
    }
    expect((await openKeychain({ driver: locking, ...patient, undeleted })).state()).toBe('locked')
    expect(noted).toEqual(['token'])
  })
})
