// The shape of the settings file. It contains no secrets and no data of the service. Each part is parsed on its own, so
// that one damaged part does not cost the others.
import { z } from 'zod'
import { ProxyMode } from '../../contract/features/network'
import { Preferences } from '../../contract/features/preferences'
import { EnvironmentName, WorkspaceRef } from '../../contract/workspace'

const settingsVersion = 1

export const WorkspaceEntry = z.object({
  organisationId: z.string().min(1),
  workspaceId: z.string().min(1),
  name: z.string(),
})
export type WorkspaceEntry = z.infer<typeof WorkspaceEntry>

type WorkspaceIds = Omit<WorkspaceEntry, 'name'>

/** Compares two workspaces of one environment. */
export function isOf(entry: WorkspaceIds, workspace: WorkspaceIds): boolean {
  return entry.organisationId === workspace.organisationId && entry.workspaceId === workspace.workspaceId
}

/** The service does not document this parameter, so both its name and its value are settings. */
const defaultRelationships = { parameter: 'relationships', value: 'opportunities,solutions,outcomes,feedback' }

export const EnvironmentSettings = z.object({
  /** null = not set up. The sandbox has none, as its port changes with every start. */
  baseAddress: z.string().nullable().default(null),
  /** Empty = not sent. */
  relationshipsParameter: z.string().default(defaultRelationships.parameter),
  relationshipsValue: z.string().default(defaultRelationships.value),
  workspaces: z.array(WorkspaceEntry).default([]),
  /** The workspace that was open last in this environment. */
  lastOpened: WorkspaceEntry.omit({ name: true }).nullable().default(null),
  /** The changes that wait in the library file need review when it is opened next. */
  requiresReviewOnOpen: z.boolean().default(false),
  /** Every place where a token was stored, earlier addresses included: forgetting the environment deletes them all. */
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

/** The person's answers about updates. The address of updates is in a file of its own: see updates/update-address.ts. */
const UpdateChoices = z.object({
  /** The address that the person allowed after a question of main. Another one is asked about again. */
  allowedAddress: z.string().nullable().default(null),
  declinedAddress: z.string().nullable().default(null),
  /** Not offered again by itself. */
  declinedVersion: z.string().nullable().default(null),
  /** ISO 8601, UTC. */
  checkedAt: z.string().nullable().default(null),
})
export type UpdateChoices = z.infer<typeof UpdateChoices>

const NetworkSettings = z
  .object({
    mode: ProxyMode.default('system'),
    pacUrl: z.string().default(''),
    proxy: z.string().default(''),
    /** Proxies for which the keychain has a name and password. */
    signedIn: z.array(z.string()).default([]),
    /** Those of them that rejected the sign-in. It isn't tried again. */
    refused: z.array(z.string()).default([]),
  })
  .prefault({})

const environment = EnvironmentSettings.prefault({})

export const Settings = z.object({
  version: z.literal(settingsVersion),
  /** Separates the secrets of several profiles in one keychain. */
  profileId: z.uuid(),
  environments: z.object({
    production: environment,
    staging: environment,
    development: environment,
    sandbox: environment,
  } satisfies Record<EnvironmentName, z.ZodType>),
  /** Addresses that production had. Another environment gets one of them only after a question of main. */
  formerProduction: z.array(z.string()).default([]),
  active: WorkspaceRef.nullable(),
  /** Accounts in the keychain that were to be deleted while there was none. They are deleted before it is used again. */
  undeletedAccounts: z.array(z.string()).default([]),
  network: NetworkSettings,
  preferences: Preferences,
  updates: UpdateChoices.prefault({}),
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
