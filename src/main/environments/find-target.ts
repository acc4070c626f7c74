// Finds the address and the token of a workspace: the one place where the two meet.
import { AppError } from '../../contract/errors'
import type { Connection } from '../../contract/features/environments'
import type { SandboxReady } from '../../contract/sandbox'
import type { WorkspaceRef } from '../../contract/workspace'
import { assertAnswers, type Keychain } from '../keychain/keychain'
import type { TokenPlace, Tokens } from '../keychain/tokens'
import { parseBaseAddress } from '../service/address'
import type { FindTarget, ServiceTarget } from '../service/service-client'
import { type EnvironmentSettings, isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'

export interface TargetDeps {
  readonly settings: SettingsStore
  readonly tokens: Tokens
  readonly keychain: Keychain
  readonly startSandbox: () => Promise<SandboxReady>
}

export function createFindTarget({ settings, tokens, keychain, startSandbox }: TargetDeps): FindTarget {
  return async (workspace) => {
    const { environment, organisationId } = workspace
    const environmentSettings = settings.read().environments[environment]
    const relationships = relationshipsOf(environmentSettings)
    if (environment === 'sandbox') {
      const { baseUrl, token } = await sandboxFor(workspace, startSandbox)
      return { workspace, baseAddress: baseUrl, token, relationships }
    }
    const { baseAddress } = environmentSettings
    if (baseAddress === null || !environmentSettings.workspaces.some((entry) => isOf(entry, workspace))) {
      throw unknownWorkspace()
    }
    const { href, origin } = parseBaseAddress(baseAddress)
    const token = await requireToken({ tokens, keychain }, { environment, organisationId, origin })
    return { workspace, baseAddress: href, token, relationships }
  }
}

/** The target of a connection that is not saved yet. Asks for no related records: the answer is only counted. */
export async function targetOf(
  deps: Pick<TargetDeps, 'tokens' | 'keychain'>,
  { environment, organisationId, workspaceId, baseAddress, token }: Connection,
): Promise<ServiceTarget> {
  const { href, origin } = parseBaseAddress(baseAddress)
  return {
    workspace: { environment, organisationId, workspaceId },
    baseAddress: href,
    token: token ?? (await requireToken(deps, { environment, organisationId, origin })),
    relationships: null,
  }
}

/** Throws TOKEN_MISSING, or KEYCHAIN_* when a keychain that may have the token cannot be asked. */
export async function requireToken(
  { tokens, keychain }: Pick<TargetDeps, 'tokens' | 'keychain'>,
  place: TokenPlace,
): Promise<string> {
  const token = await tokens.find(place)
  if (token !== null) return token
  assertAnswers(keychain.state())
  const message = 'No access token is saved for this organisation at this address.'
  throw new AppError('TOKEN_MISSING', message, { fields: [{ path: ['token'], message }] })
}

export async function sandboxFor(workspace: WorkspaceRef, start: () => Promise<SandboxReady>): Promise<SandboxReady> {
  const ready = await start()
  if (!isOf(ready, workspace)) throw unknownWorkspace()
  return ready
}

export function unknownWorkspace(): AppError {
  return new AppError('WORKSPACE_UNKNOWN', 'This workspace isn’t connected.')
}

function relationshipsOf({ relationshipsParameter: parameter, relationshipsValue: value }: EnvironmentSettings) {
  return parameter === '' || value === '' ? null : { parameter, value }
}
