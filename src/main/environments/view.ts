// The page's view of environments, workspaces and tokens. No token passes through here.
import type { EnvironmentList, EnvironmentView, TokenState, WorkspaceView } from '../../contract/features/environments'
import { Uuid } from '../../contract/resources/formats'
import { EnvironmentName } from '../../contract/workspace'
import type { Keychain } from '../keychain/keychain'
import { expiryOf, type Tokens } from '../keychain/tokens'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import { originOf } from '../service/address'
import type { WorkspaceEntry } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { entranceOf } from './setup'

export interface ViewDeps {
  readonly settings: SettingsStore
  readonly tokens: Tokens
  readonly keychain: Keychain
  readonly sandbox: Pick<SandboxProcess, 'current'>
  readonly libraryModeOf: (environment: EnvironmentName) => EnvironmentView['library']
  readonly isLocked: (environment: EnvironmentName) => boolean
}

export async function listEnvironments(deps: ViewDeps): Promise<EnvironmentList> {
  const { settings, keychain } = deps
  await keychain.ready()
  return {
    environments: await Promise.all(EnvironmentName.options.map((name) => viewOf(deps, name))),
    active: settings.read().active,
    keychain: keychain.state(),
  }
}

async function viewOf(deps: ViewDeps, name: EnvironmentName): Promise<EnvironmentView> {
  const settings = deps.settings.read()
  const { relationshipsParameter, relationshipsValue, workspaces, baseAddress } = settings.environments[name]
  const running = name === 'sandbox' ? deps.sandbox.current() : null
  return {
    name,
    examples: { metrics: running?.metrics ?? [], topics: running?.topics ?? [] },
    baseAddress: name === 'sandbox' ? (running?.baseUrl ?? null) : baseAddress,
    relationshipsParameter,
    relationshipsValue,
    isLocked: deps.isLocked(name),
    library: deps.libraryModeOf(name),
    entrance: entranceOf(settings, name),
    workspaces: await Promise.all(workspaces.map((entry) => workspaceView(deps, name, entry, baseAddress))),
  }
}

async function workspaceView(
  deps: ViewDeps,
  environment: EnvironmentName,
  { organisationId, workspaceId, name }: WorkspaceEntry,
  baseAddress: string | null,
): Promise<WorkspaceView> {
  return {
    ref: { environment, organisationId, workspaceId },
    name,
    token:
      environment === 'sandbox' ? sandboxToken(deps) : await tokenState(deps, environment, organisationId, baseAddress),
    canCreateInsights: [organisationId, workspaceId].every((id) => Uuid.safeParse(id).success),
  }
}

/** The sandbox makes a token at every start, so there always is one when it is needed. */
function sandboxToken({ sandbox }: ViewDeps): TokenState {
  const running = sandbox.current()
  return { kept: 'session', expiresAt: running === null ? null : expiryOf(running.token) }
}

async function tokenState(
  { tokens }: ViewDeps,
  environment: EnvironmentName,
  organisationId: string,
  baseAddress: string | null,
): Promise<TokenState> {
  const origin = originOf(baseAddress)
  if (origin === null) return { kept: 'none', expiresAt: null }
  return tokens.stateOf({ environment, organisationId, origin })
}
