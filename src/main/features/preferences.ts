// Preferences: kept in the settings file, applied to the window frame too.
import { nativeTheme } from 'electron'
import type { Preferences } from '../../contract/features/preferences'
import type { Handlers } from '../ipc/handlers'
import type { SettingsStore } from '../settings/settings'

export function applyColorScheme({ colorScheme }: Preferences): void {
  nativeTheme.themeSource = colorScheme
}

export function preferencesHandlers(settings: SettingsStore): Handlers['preferences'] {
  return {
    read: async () => settings.read().preferences,
    async save(changes) {
      const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      await settings.update((current) => ({ ...current, preferences: { ...current.preferences, ...named } }))
      const { preferences } = settings.read()
      applyColorScheme(preferences)
      return preferences
    },
  }
}
