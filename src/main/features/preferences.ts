// Preferences: stored in the settings file.
import { nativeTheme } from 'electron'
import type { Preferences } from '../../contract/features/preferences'
import type { Handlers } from '../ipc/handlers'
import type { SettingsStore } from '../settings/settings'

/** Applies the colour scheme to native parts, such as the window frame, and to the renderer. */
export function applyColorScheme({ colorScheme }: Preferences): void {
  nativeTheme.themeSource = colorScheme
}

type Settings = Pick<SettingsStore, 'read' | 'update'>

export function preferencesHandlers(settings: Settings): Handlers['preferences'] {
  return {
    read: async () => settings.read().preferences,
    async save(changes) {
      const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const saved = settings.update((current) => ({ ...current, preferences: { ...current.preferences, ...defined } }))
      // They hold until the app closes even if they can't be stored, in native parts as in the page.
      await saved.finally(() => applyColorScheme(settings.read().preferences))
      return settings.read().preferences
    },
  }
}
