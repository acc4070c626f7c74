// The keychain of the profile whose settings were read. Where its two files say different ids, the one that the keychain
// knows is kept in both.
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import { createKeychain, type Keychain } from './keychain'
import { loadDriver } from './load-driver'

export async function openProfileKeychain(settings: SettingsStore, log: Log): Promise<Keychain> {
  const { profileId } = settings.read()
  const onId = (id: string) =>
    void settings.keepId(id).catch((defect: unknown) => log.defect('keeping the id of the profile', defect))
  return createKeychain({ driver: await loadDriver(log), profileId, otherId: settings.otherId, onId })
}
