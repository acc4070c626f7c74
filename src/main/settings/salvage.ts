// Makes the best of what a settings file holds. The profile id matters most: with another one the keychain's secrets
// would no longer be found, so it is looked for even in text that is no JSON.
import { z } from 'zod'
import { EnvironmentName } from '../../contract/workspace'
import { defaultSettings, EnvironmentSettings, Settings } from './schema'

export interface Salvaged {
  readonly settings: Settings
  /** false: something was lost, so the file must be kept aside. */
  readonly isWhole: boolean
  /** Which workspaces there were could not be read, of one environment at least. */
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
  const parts = partsOf(content)
  const { active, preferences, window } = Settings.shape
  const given = partsOf(parts.environments)
  const known = EnvironmentName.options.flatMap((name) => {
    const { data } = EnvironmentSettings.safeParse(given[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  const environments = { ...defaults.environments, ...Object.fromEntries(known) }
  const opened = active.safeParse(parts.active).data ?? null
  const isKnown =
    opened !== null &&
    environments[opened.environment].workspaces.some(
      ({ organisationId, workspaceId }) =>
        organisationId === opened.organisationId && workspaceId === opened.workspaceId,
    )
  const settings: Settings = {
    ...defaults,
    environments,
    // One that is not connected any more has no address to be opened at.
    active: isKnown ? opened : null,
    preferences: preferences.safeParse(parts.preferences).data ?? defaults.preferences,
    window: window.safeParse(parts.window).data ?? defaults.window,
  }
  return {
    settings,
    isWhole: false,
    areWorkspacesLost: known.length < EnvironmentName.options.length,
    isIdNew: profileId === undefined,
  }
}

const partsOf = (content: unknown) => z.record(z.string(), z.unknown()).safeParse(content).data ?? {}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
