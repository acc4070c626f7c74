// Environments: where the service is, which workspaces the person has there, and with which right.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorCode, ErrorReport } from '../errors'
import { EnvironmentName, WorkspaceRef } from '../workspace'

const id = z.string().trim().min(1).max(200)

/** A token is pasted once and never leaves main again. 2,560 bytes is what the smallest OS keychain takes. */
export const Token = z.string().trim().min(1).max(20_000)

/** available: secrets are kept by the OS. locked, missing, unresponsive: they are kept until the app closes. */
export const KeychainState = z.enum(['available', 'locked', 'missing', 'unresponsive'])
export type KeychainState = z.infer<typeof KeychainState>

export const TokenState = z.object({
  kept: z.enum(['none', 'keychain', 'session']),
  /** From the token's `exp`, where it has one: ISO 8601, UTC. */
  expiresAt: z.string().nullable(),
})
export type TokenState = z.infer<typeof TokenState>

export const WorkspaceView = z.object({
  ref: WorkspaceRef,
  name: z.string(),
  token: TokenState,
  /** Both ids are UUIDs, which the service asks for when an insight is created. */
  canCreateInsights: z.boolean(),
})
export type WorkspaceView = z.infer<typeof WorkspaceView>

export const Example = z.object({ id: z.string(), title: z.string() })
export type Example = z.infer<typeof Example>

export const EnvironmentView = z.object({
  name: EnvironmentName,
  /** null = not set up. The sandbox's is set while it runs. */
  baseAddress: z.string().nullable(),
  relationshipsParameter: z.string(),
  relationshipsValue: z.string(),
  isLocked: z.boolean(),
  /** encrypted: on disk, key in the keychain. memory: gone when the app closes, as there is no keychain. */
  library: z.enum(['encrypted', 'memory', 'closed']),
  workspaces: z.array(WorkspaceView),
  /** The workspace it opens with, whichever way one switches: the last opened there. null: it has none. */
  entrance: WorkspaceRef.nullable(),
  /** Ids to try, where no operation lists any; only the sandbox gives some away, while it runs. */
  examples: z.object({ metrics: z.array(Example), topics: z.array(Example) }),
})
export type EnvironmentView = z.infer<typeof EnvironmentView>

export const EnvironmentList = z.object({
  environments: z.array(EnvironmentView),
  active: WorkspaceRef.nullable(),
  keychain: KeychainState,
})
export type EnvironmentList = z.infer<typeof EnvironmentList>

/** The person's own word for it; the service has none. */
export const WorkspaceName = z.string().trim().min(1).max(200)

/** What the connect form holds. Without a token, the one kept for the address and organisation is used. */
export const Connection = z.strictObject({
  environment: EnvironmentName.exclude(['sandbox']),
  baseAddress: z.string().trim().min(1).max(2000),
  organisationId: id,
  workspaceId: id,
  token: Token.optional(),
})
export type Connection = z.infer<typeof Connection>

export const ConnectionTest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('works'), insights: z.number().int(), durationMs: z.number() }),
  z.object({ outcome: z.literal('empty'), durationMs: z.number() }),
  z.object({
    ...{ outcome: z.literal('failed'), code: ErrorCode, message: z.string() },
    fields: ErrorReport.shape.fields,
  }),
])
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const EnvironmentSize = z.object({
  /** On disk; 0 in memory. */
  bytes: z.number().int(),
  insights: z.number().int(),
  knowledge: z.number().int(),
  /** Changes that were never confirmed and would be lost. */
  pendingChanges: z.number().int(),
  syncedAt: z.string().nullable(),
})
export type EnvironmentSize = z.infer<typeof EnvironmentSize>

const settings = {
  baseAddress: z.string().trim().min(1).max(2000),
  relationshipsParameter: z.string().trim().max(100),
  relationshipsValue: z.string().trim().max(500),
}

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })
const named = z.strictObject({ environment: EnvironmentName })

export const environments = {
  list: query(z.strictObject({}), EnvironmentList),
  testConnection: command(Connection, ConnectionTest),
  /** The same for a workspace that is set up, with the token that is kept for it; that token stays in main. */
  testWorkspace: command(ofWorkspace, ConnectionTest),
  /** Adds or changes the workspace, keeps the token if one is given, and opens it. */
  connect: command(
    z.strictObject({ ...Connection.shape, workspaceName: WorkspaceName }),
    z.object({ workspace: WorkspaceRef, token: TokenState }),
  ),
  saveSettings: command(z.strictObject({ environment: Connection.shape.environment, ...settings }), z.null()),
  saveToken: command(z.strictObject({ workspace: WorkspaceRef, token: Token }), TokenState),
  /** Starts the sandbox if needed and opens its workspace. */
  exploreSandbox: command(z.strictObject({}), z.object({ workspace: WorkspaceRef })),
  open: command(ofWorkspace, z.null()),
  renameWorkspace: command(z.strictObject({ ...ofWorkspace.shape, name: WorkspaceName }), z.null()),
  /** Takes a workspace off the list and opens another, or none. What was synced stays until the environment is forgotten. */
  removeWorkspace: command(ofWorkspace, z.null()),
  /** What is kept of an environment on this machine. */
  measure: query(named, EnvironmentSize),
  /** Deletes tokens, key, library and workspaces of an environment for good; `confirmation` is its name as shown. */
  forget: command(z.strictObject({ ...named.shape, confirmation: z.string().max(100) }), z.null()),
  /** Until the app closes, or it is locked again. */
  unlock: command(named, z.null()),
  lock: command(named, z.null()),
}
