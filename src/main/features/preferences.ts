// Preferences: stored in the settings file.
import { nativeTheme } from 'electron'
import type { Preferences } from '../../contract/features/preferences'
import type { Handlers } from '../ipc/handlers'
import type { SettingsStore } from '../settings/settings'

/** Applies the colour scheme to native parts, such as the window frame, and to the renderer. */
export function applyColorScheme({ colorScheme }: Preferences): void {
  nativeTheme.themeSource = colorScheme
}

export function preferencesHandlers(settings: SettingsStore): Handlers['preferences'] {
  return {
    read: async () => settings.read().preferences,
    async save(changes) {
      const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      await settings.update((current) => ({ ...current, preferences: { ...current.preferences, ...defined } }))
      const { preferences } = settings.read()
      applyColorScheme(preferences)
      return preferences
    },
  }
}
