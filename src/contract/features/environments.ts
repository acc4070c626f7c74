// Environments: their addresses, workspaces, tokens and locks.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorCode, ErrorReport } from '../errors'
import { EnvironmentName, WorkspaceRef } from '../workspace'
import { atMost, enterToken } from './field-words'

const typedId = (name: string) => z.string().trim().min(1, `Enter the ${name}.`).max(200, atMost(200))

const BaseAddress = z.string().trim().min(1, 'Enter the base address of the service.').max(2000, atMost(2000))

/** A token never leaves main again. Longer than 2,560 bytes, the limit of some keychains, it is kept until the app closes. */
export const Token = z.string().trim().min(1, enterToken).max(20_000, 'This token is too long.')

/** available: secrets are stored in the keychain. Otherwise they are kept until the app closes. */
export const KeychainState = z.enum(['available', 'locked', 'missing', 'unresponsive'])
export type KeychainState = z.infer<typeof KeychainState>

export const TokenState = z.object({
  kept: z.enum(['none', 'keychain', 'session']),
  /** The token's `exp`, if it has one: ISO 8601, UTC. */
  expiresAt: z.string().nullable(),
})
export type TokenState = z.infer<typeof TokenState>

export const WorkspaceView = z.object({
  ref: WorkspaceRef,
  name: z.string(),
  token: TokenState,
  /** Both ids are UUIDs, which the service requires for creating insights. */
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
  /** encrypted: on disk, with its key in the keychain. memory: no keychain, so it is lost when the app closes. */
  library: z.enum(['encrypted', 'memory', 'closed']),
  workspaces: z.array(WorkspaceView),
  /** The workspace that switching to the environment opens: the last one opened there. null = it has none. */
  entrance: WorkspaceRef.nullable(),
  /** Ids to try, since no operation lists any. Only a running sandbox provides them. */
  examples: z.object({ metrics: z.array(Example), topics: z.array(Example) }),
})
export type EnvironmentView = z.infer<typeof EnvironmentView>

export const EnvironmentList = z.object({
  environments: z.array(EnvironmentView),
  active: WorkspaceRef.nullable(),
  keychain: KeychainState,
})
export type EnvironmentList = z.infer<typeof EnvironmentList>

const nameProblem = 'Enter a name of 1 to 200 characters.'
/** Chosen by the person: the service has no names of workspaces. */
export const WorkspaceName = z.string().trim().min(1, nameProblem).max(200, nameProblem)

/** The values of the connect form. Without a token, the one stored for the address and organisation is used. */
export const Connection = z.strictObject({
  environment: EnvironmentName.exclude(['sandbox']),
  baseAddress: BaseAddress,
  organisationId: typedId('organisation ID'),
  workspaceId: typedId('workspace ID'),
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
  /** Unsent changes, which would be lost with it. */
  pendingChanges: z.number().int(),
  syncedAt: z.string().nullable(),
})
export type EnvironmentSize = z.infer<typeof EnvironmentSize>

const settings = {
  baseAddress: BaseAddress,
  relationshipsParameter: z.string().trim().max(100, atMost(100)),
  relationshipsValue: z.string().trim().max(500, atMost(500)),
}

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })
const named = z.strictObject({ environment: EnvironmentName })

export const environments = {
  list: query(z.strictObject({}), EnvironmentList),
  testConnection: command(Connection, ConnectionTest),
  /** Tests a connected workspace with its stored token, which stays in main. */
  testWorkspace: command(ofWorkspace, ConnectionTest),
  /** Adds or changes the workspace, stores the token if there is one, and opens the workspace. */
  connect: command(
    z.strictObject({ ...Connection.shape, workspaceName: WorkspaceName }),
    z.object({ workspace: WorkspaceRef, token: TokenState }),
  ),
  saveSettings: command(z.strictObject({ environment: Connection.shape.environment, ...settings }), z.null()),
  saveToken: command(z.strictObject({ workspace: WorkspaceRef, token: Token }), TokenState),
  /** Starts the sandbox if needed and opens its workspace. Throws CANCELLED if another one is opened meanwhile. */
  exploreSandbox: command(z.strictObject({}), z.object({ workspace: WorkspaceRef })),
  open: command(ofWorkspace, z.null()),
  renameWorkspace: command(z.strictObject({ ...ofWorkspace.shape, name: WorkspaceName }), z.null()),
  /** Removes a workspace from the list and opens another, or none. Its data stays until the environment is forgotten. */
  removeWorkspace: command(ofWorkspace, z.null()),
  /** The local data of an environment. */
  measure: query(named, EnvironmentSize),
  /** Deletes the tokens, key, library and workspaces of an environment; `confirmation` is its name as shown. */
  forget: command(z.strictObject({ ...named.shape, confirmation: z.string().max(100) }), z.null()),
  /** Main asks the person. Lasts until it is locked again, gets another address or workspace, or the app closes. */
  unlock: command(named, z.object({ isUnlocked: z.boolean() })),
  lock: command(named, z.null()),
}
