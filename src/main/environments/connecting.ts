// Addresses and tokens of environments: testing a connection, saving one, moving an environment to another address.
// Whoever changes where an environment leads decides one after the other: each step begins with what the one before
// left behind.
import { AppError } from '../../contract/errors'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { type Clock, systemClock } from '../clock'
import type { Handlers } from '../ipc/handlers'
import type { Keychain } from '../keychain/keychain'
import type { Tokens } from '../keychain/tokens'
import { createMutex } from '../schedule/mutex'
import { parseBaseAddress } from '../service/address'
import type { FindTarget, ServiceClient } from '../service/service-client'
import { isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import type { EnvironmentStore } from './environment-store'
import { requireToken, targetOf, unknownWorkspace } from './find-target'
import { requireFreeName } from './free-name'
import { isMoved, type ReviewScope, reviewScopeOf, type WithReview } from './require-review'
import { requireOwnAddress, requireSameAddress } from './same-address'
import { withActive, withEnvironment, withTokenPlace, withWorkspace } from './setup'
import { tryConnection } from './test-connection'
import { originOf } from './view'

export interface ConnectingDeps {
  readonly store: EnvironmentStore
  readonly settings: SettingsStore
  readonly tokens: Tokens
  readonly keychain: Keychain
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly findTarget: FindTarget
  readonly withReview: WithReview
  readonly clock?: Clock
}

type ConnectingCalls = 'testConnection' | 'testWorkspace' | 'connect' | 'saveSettings' | 'saveToken'

export interface Connecting extends Pick<Handlers['environments'], ConnectingCalls> {
  /** Of all organisations and addresses. Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT when a token may be left. */
  deleteTokens(environment: EnvironmentName): Promise<void>
}

export function createConnecting(deps: ConnectingDeps): Connecting {
  const { store, settings, tokens, keychain, client, findTarget, clock = systemClock } = deps
  const addresses = createMutex()

  /** `asked`: whose waiting changes need review afterwards. */
  const withReview = (scope: ReviewScope | null, step: () => Promise<void>) =>
    scope ? deps.withReview(scope, step) : step()

  return {
    async testConnection(connection, { signal }) {
      await store.recheckKeychain()
      return tryConnection({ client, clock, signal }, async () => {
        const { href } = parseBaseAddress(connection.baseAddress)
        requireOwnAddress(settings.read(), connection.environment, href)
        return targetOf({ tokens, keychain }, connection)
      })
    },

    async testWorkspace({ workspace }, { signal }) {
      if (!store.isKnown(workspace)) throw unknownWorkspace()
      await store.recheckKeychain()
      // Without related records: the answer is only counted.
      const target = async () => ({ ...(await findTarget(workspace)), relationships: null })
      return tryConnection({ client, clock, signal }, target)
    },

    connect: ({ environment, baseAddress, organisationId, workspaceId, workspaceName, token }) =>
      addresses.run(async () => {
        const { href, origin } = parseBaseAddress(baseAddress)
        await store.recheckKeychain()
        const workspace: WorkspaceRef = { environment, organisationId, workspaceId }
        const before = settings.read()
        requireOwnAddress(before, environment, href)
        requireSameAddress(before.environments[environment], workspace, href)
        requireFreeName(before.environments[environment], workspace, { name: workspaceName, field: 'workspaceName' })
        const place = { environment, organisationId, origin }
        if (token === undefined) await requireToken({ tokens, keychain }, place)
        let takeBack = async () => {}
        const connect = async () => {
          const replaced = settings.read()
          takeBack = () =>
            settings.update((current) => ({
              ...withEnvironment(current, environment, () => replaced.environments[environment]),
              active: replaced.active,
            }))
          await settings.update((current) => {
            const connected = withEnvironment(current, environment, (others) => ({
              ...withTokenPlace(others, organisationId, origin),
              baseAddress: href,
              workspaces: withWorkspace(others.workspaces, { organisationId, workspaceId, name: workspaceName }),
            }))
            return withActive(connected, workspace)
          })
          // Last, so that a token that works is replaced only by a connection that is kept.
          if (token !== undefined) await tokens.save(place, token)
        }
        try {
          await withReview(reviewScopeOf(before.environments[environment], workspace, href), connect)
        } catch (error) {
          await takeBack().catch(() => undefined)
          throw error
        } finally {
          await store.announce()
        }
        return { workspace, token: await tokens.stateOf(place) }
      }),

    saveSettings: ({ environment, baseAddress, relationshipsParameter, relationshipsValue }) =>
      addresses.run(async () => {
        const { href } = parseBaseAddress(baseAddress)
        requireOwnAddress(settings.read(), environment, href)
        const isElsewhere = isMoved(settings.read().environments[environment], href)
        await withReview(isElsewhere ? { environment, workspace: null } : null, () =>
          store.change((current) =>
            withEnvironment(current, environment, (before) => ({
              ...before,
              baseAddress: href,
              relationshipsParameter,
              relationshipsValue,
            })),
          ),
        )
        return null
      }),

    async saveToken({ workspace, token }) {
      const { environment, organisationId } = workspace
      if (environment === 'sandbox') throw new AppError('INVALID_INPUT', 'The sandbox creates its own token.')
      const { baseAddress, workspaces } = settings.read().environments[environment]
      if (baseAddress === null || !workspaces.some((entry) => isOf(entry, workspace))) throw unknownWorkspace()
      await store.recheckKeychain()
      const { origin } = parseBaseAddress(baseAddress)
      const state = await tokens.save({ environment, organisationId, origin }, token)
      await store.change((current) =>
        withEnvironment(current, environment, (before) => withTokenPlace(before, organisationId, origin)),
      )
      return state
    },

    async deleteTokens(environment) {
      const { tokenPlaces, baseAddress, workspaces } = settings.read().environments[environment]
      const origin = originOf(baseAddress)
      // Profiles of earlier versions remember no places.
      const current = origin === null ? [] : workspaces.map(({ organisationId }) => ({ organisationId, origin }))
      for (const place of [...tokenPlaces, ...current]) await tokens.delete({ environment, ...place })
    },
  }
}
