// The real keytar and the real GNOME keyring, on a session bus of the test's own. It needs dbus-daemon, dbus-send and
// gnome-keyring-daemon, and fails without them: a keychain that was never tried is not known to work.
import { afterEach, describe, expect, test } from 'vitest'
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

describe.runIf(process.platform === 'linux')('the real keyring', () => {
  test('unlocked: a secret survives a restart of the app, and goes when it is deleted', async () => {
    const { driver } = await using(openKeyring('unlocked'))
    const first = await openKeychain({ driver, profileId })
    expect(first.state()).toBe('available')
    expect(await first.get('token')).toBeNull()
    expect(await first.set('token', 'Geheimnis 🔑')).toBe('keychain')
    expect(await first.set('long', 'x'.repeat(2560))).toBe('keychain')

    const second = await openKeychain({ driver, profileId })
    expect(await second.get('token')).toBe('Geheimnis 🔑')
    expect(await second.get('long')).toHaveLength(2560)
    await second.delete('token')
    expect(await second.get('token')).toBeNull()
  })

  test('locked from the start: secrets are kept for the session', async () => {
    const { driver } = await using(openKeyring('locked'))
    const keychain = await openKeychain({ driver, profileId })
    expect(keychain.state()).toBe('locked')
    expect(await keychain.set('token', 'secret')).toBe('session')
    expect(await keychain.get('token')).toBe('secret')
    expect(await driver.getPassword('Discovery Desk', 'token')).toBeNull()
  })

  test('locked while the app runs: "nothing there" is not believed', async () => {
    const keyring = await using(openKeyring('unlocked'))
    const keychain = await openKeychain({ driver: keyring.driver, profileId })
    await keychain.set('token', 'secret')
    await keyring.lock()
    await expect(keychain.get('token')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    expect(keychain.state()).toBe('locked')
    await expect(keychain.delete('token')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  })

  test('a keyring that does not answer is given up, and found again when it does', async () => {
    const keyring = await using(openKeyring('unlocked'))
    const keychain = await openKeychain({ driver: keyring.driver, profileId, timeoutMs: 2000 })
    expect(await keychain.set('token', 'secret')).toBe('keychain')
    keyring.signal('SIGSTOP')
    await expect(keychain.get('token')).rejects.toMatchObject({ code: 'KEYCHAIN_TIMEOUT' })
    expect(keychain.state()).toBe('unresponsive')
    keyring.signal('SIGCONT')
    await expect.poll(() => keychain.check(), { timeout: 5000 }).toBe('available')
    expect(await keychain.get('token')).toBe('secret')
  })

  test('no bus: there is no keychain, and the app works for the session', async () => {
    const { driver } = await using(openWithoutBus())
    const keychain = await openKeychain({ driver, profileId })
    expect(keychain.state()).toBe('missing')
    expect(await keychain.set('token', 'secret')).toBe('session')
    expect(await keychain.get('token')).toBe('secret')
  })
})
