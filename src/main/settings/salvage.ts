// Makes the best of what a settings file holds. The profile id matters most: with another one the keychain's secrets
// would no longer be found, so it is looked for even in text that is no JSON.
import { z } from 'zod'
import { defaultSettings, Settings } from './schema'

export interface Salvaged {
  readonly settings: Settings
  /** false: something was lost, so the file must be kept aside. */
  readonly isWhole: boolean
  /** Which workspaces there were could not be read. */
  readonly areWorkspacesLost: boolean
  /** There was no id in it. */
  readonly isIdNew: boolean
}

export function salvage(text: string, newProfileId: () => string): Salvaged {
  const content = parse(text)
  const whole = Settings.safeParse(content)
  if (whole.success) return { settings: whole.data, isWhole: true, areWorkspacesLost: false, isIdNew: false }

  const found = /"profileId"\s*:\s*"([^"]{1,64})"/.exec(text)?.[1]
  const profileId = z.uuid().safeParse(found).data
  const defaults = defaultSettings(profileId ?? newProfileId())
  const parts = z.record(z.string(), z.unknown()).safeParse(content).data ?? {}
  const { environments, active, preferences, window } = Settings.shape
  const known = environments.safeParse(parts.environments).data
  const settings: Settings = {
    ...defaults,
    environments: known ?? defaults.environments,
    active: active.safeParse(parts.active).data ?? defaults.active,
    preferences: preferences.safeParse(parts.preferences).data ?? defaults.preferences,
    window: window.safeParse(parts.window).data ?? defaults.window,
  }
  return { settings, isWhole: false, areWorkspacesLost: known === undefined, isIdNew: profileId === undefined }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
