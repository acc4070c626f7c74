// What the settings file holds: no secret, nothing of the service's data. Each part stands alone, so that one that
// cannot be read does not take the others with it.
import { z } from 'zod'
import { Preferences } from '../../contract/features/preferences'
import { EnvironmentName, WorkspaceRef } from '../../contract/workspace'

const settingsVersion = 1

export const WorkspaceEntry = z.object({
  organisationId: z.string().min(1),
  workspaceId: z.string().min(1),
  name: z.string(),
})
export type WorkspaceEntry = z.infer<typeof WorkspaceEntry>

export function isOf(entry: Omit<WorkspaceEntry, 'name'>, workspace: WorkspaceRef): boolean {
  return entry.organisationId === workspace.organisationId && entry.workspaceId === workspace.workspaceId
}

/** The service does not document the parameter, so both its name and its value can be set. */
const defaultRelationships = { parameter: 'relationships', value: 'opportunities,solutions,outcomes,feedback' }

export const EnvironmentSettings = z.object({
  /** null = not set up. The sandbox never has one: its port changes with every start. */
  baseAddress: z.string().nullable().default(null),
  /** Empty = not sent. */
  relationshipsParameter: z.string().default(defaultRelationships.parameter),
  relationshipsValue: z.string().default(defaultRelationships.value),
  workspaces: z.array(WorkspaceEntry).default([]),
  /** The workspace that was open last. */
  lastOpened: WorkspaceEntry.omit({ name: true }).nullable().default(null),
  /** Where tokens were kept, other addresses than today's included: what has to go when all of it goes. */
  tokenPlaces: z.array(z.object({ organisationId: z.string(), origin: z.string() })).default([]),
})
export type EnvironmentSettings = z.infer<typeof EnvironmentSettings>

const WindowBounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  isMaximised: z.boolean(),
})

const environment = EnvironmentSettings.prefault({})

export const Settings = z.object({
  version: z.literal(settingsVersion),
  /** Keeps the secrets of several profiles apart in the one keychain they share. */
  profileId: z.uuid(),
  environments: z.object({
    production: environment,
    staging: environment,
    development: environment,
    sandbox: environment,
  } satisfies Record<EnvironmentName, z.ZodType>),
  active: WorkspaceRef.nullable(),
  preferences: Preferences,
  window: WindowBounds.nullable(),
})
export type Settings = z.infer<typeof Settings>

export function defaultSettings(profileId: string): Settings {
  return Settings.parse({
    version: settingsVersion,
    profileId,
    environments: Object.fromEntries(EnvironmentName.options.map((name) => [name, {}])),
    active: null,
    preferences: {},
    window: null,
  })
}
