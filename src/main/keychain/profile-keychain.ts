import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import { loadDriver } from './driver'
import { createKeychain, type Keychain } from './keychain'

/** The keychain of this profile. If the profile's two files hold different ids, the id that the keychain knows is kept. */
export async function openProfileKeychain(settings: SettingsStore, log: Log): Promise<Keychain> {
  const { profileId } = settings.read()
  const onIdConfirmed = (id: string) =>
    void settings.resolveId(id).catch((defect: unknown) => log.defect('saving the profile id', defect))
  return createKeychain({
    driver: await loadDriver(log),
    profileId,
    conflictingId: settings.conflictingId,
    onIdConfirmed,
  })
}
