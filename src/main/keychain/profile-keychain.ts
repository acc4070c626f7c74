import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import { loadDriver } from './driver'
import { createKeychain, type Keychain, type UndeletedAccounts } from './keychain'

/** Accounts that *Forget* could not delete without a keychain, kept in the settings. */
export function undeletedAccounts(settings: Pick<SettingsStore, 'read' | 'update'>): UndeletedAccounts {
  return {
    read: () => settings.read().undeletedAccounts,
    async save(accounts) {
      const before = settings.read().undeletedAccounts
      const update = (next: readonly string[]) =>
        settings.update((current) => ({ ...current, undeletedAccounts: [...next] }))
      try {
        await update(accounts)
      } catch (error) {
        // The change is in memory all the same, and the next write that succeeds would store it.
        await update(before).catch(() => undefined)
        throw error
      }
    },
  }
}

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
    undeleted: undeletedAccounts(settings),
  })
}
