// Addresses and tokens of environments: testing a connection, saving one, moving an environment to another address.
// Changes of an environment's address are made one after the other: each step begins with what the one before
// left behind.
import { AppError } from '../../contract/errors'
import type { Connection } from '../../contract/features/environments'
import { Uuid } from '../../contract/resources/formats'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { type Clock, systemClock } from '../clock'
import type { Handlers } from '../ipc/handlers'
import type { Keychain } from '../keychain/keychain'
import type { Tokens } from '../keychain/tokens'
import { createMutex } from '../schedule/mutex'
import { parseBaseAddress } from '../service/address'
import type { FindTarget, ServiceClient } from '../service/service-client'
import { type EnvironmentSettings, isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { type ConfirmAddressDeps, createConfirmAddress } from './confirm-address'
import type { EnvironmentStore } from './environment-store'
import { requireToken, targetOf, unknownWorkspace } from './find-target'
import { requireFreeName } from './free-name'
import { isMoved, type ReviewScope, reviewScopeOf, type WithReview } from './require-review'
import { requireOwnAddress, requireSameAddress } from './same-address'
import { tokenPlacesIn, withActive, withEnvironment, withTokenPlace, withWorkspace } from './setup'
import { tryConnection } from './test-connection'
import { createTestLimit, tooManyTests } from './test-limit'

export interface ConnectingDeps extends Pick<ConfirmAddressDeps, 'ask' | 'trustsThisComputer'> {
  readonly store: EnvironmentStore
  readonly settings: SettingsStore
  readonly tokens: Tokens
  readonly keychain: Keychain
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly findTarget: FindTarget
  readonly withReview: WithReview
  readonly clock?: Clock
}

type ServiceOfEnvironment = Pick<EnvironmentSettings, 'baseAddress' | 'relationshipsParameter' | 'relationshipsValue'>

type ConnectingCalls = 'testConnection' | 'testWorkspace' | 'connect' | 'saveSettings' | 'saveToken'

export interface Connecting extends Pick<Handlers['environments'], ConnectingCalls> {
  /** Deletes the tokens of all organisations and addresses. Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT if one may be left. */
  deleteTokens(environment: EnvironmentName): Promise<void>
}

export function createConnecting(deps: ConnectingDeps): Connecting {
  const { store, settings, tokens, keychain, client, findTarget, clock = systemClock } = deps
  const addresses = createMutex()
  const confirmAddress = createConfirmAddress(deps)
  const tests = createTestLimit(clock)

  /** `scope`: whose waiting changes need review afterwards. */
  const withReview = (scope: ReviewScope | null, step: () => Promise<void>) =>
    scope ? deps.withReview(scope, step) : step()

  return {
    async testConnection(connection, { signal }) {
      await store.checkKeychain()
      return tryConnection({ client, clock, signal }, async () => {
        const { href } = parseBaseAddress(connection.baseAddress)
        const { environment } = connection
        requireOwnAddress(settings.read(), environment, href)
        const target = await targetOf({ tokens, keychain }, connection)
        if (isMoved(settings.read().environments[environment], href)) {
          requireTestable(connection, href)
          if (tests.areUsedUp()) throw new AppError('RATE_LIMITED', tooManyTests)
          await confirmAddress.toConnect(environment, href)
        }
        // Spent only now, so that a No costs no test.
        tests.spend()
        return target
      })
    },

    async testWorkspace({ workspace }, { signal }) {
      if (!store.isKnown(workspace)) throw unknownWorkspace()
      await store.checkKeychain()
      // Without related records: the answer is only counted.
      return tryConnection({ client, clock, signal }, async () => {
        const target = await findTarget(workspace)
        tests.spend()
        return { ...target, relationships: null }
      })
    },

    connect: ({ environment, baseAddress, organisationId, workspaceId, workspaceName, token }) =>
      addresses.run(async () => {
        const { href, origin } = parseBaseAddress(baseAddress)
        await store.checkKeychain()
        const workspace: WorkspaceRef = { environment, organisationId, workspaceId }
        const before = settings.read()
        requireOwnAddress(before, environment, href)
        requireSameAddress(before.environments[environment], workspace, href)
        requireFreeName(before.environments[environment], workspace, { name: workspaceName, field: 'workspaceName' })
        const place = { environment, organisationId, origin }
        if (token === undefined) await requireToken({ tokens, keychain }, place)
        await confirmAddress.toSave(environment, href)
        const scope = reviewScopeOf(before.environments[environment], workspace, href)
        let takeBack = async () => {}
        const connect = async () => {
          // The person unlocked the previous address and the workspaces that were there, not these.
          if (scope !== null) store.lock(environment)
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
          // Last, so that a working token is replaced only when the connection is kept.
          if (token !== undefined) await tokens.save(place, token)
        }
        try {
          await withReview(scope, connect)
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
        await confirmAddress.toSave(environment, href)
        const isElsewhere = isMoved(settings.read().environments[environment], href)
        await withReview(isElsewhere ? { environment, workspace: null } : null, async () => {
          if (isElsewhere) store.lock(environment)
          const replaced = settings.read().environments[environment]
          const put = ({ baseAddress, relationshipsParameter, relationshipsValue }: ServiceOfEnvironment) =>
            store.change((current) =>
              withEnvironment(current, environment, (before) => ({
                ...before,
                baseAddress,
                relationshipsParameter,
                relationshipsValue,
              })),
            )
          try {
            await put({ baseAddress: href, relationshipsParameter, relationshipsValue })
          } catch (error) {
            // It would hold until the app closes, and the next run would send changes that were made for it elsewhere.
            await put(replaced).catch(() => undefined)
            throw error
          }
        })
        return null
      }),

    async saveToken({ workspace, token }) {
      const { environment, organisationId } = workspace
      if (environment === 'sandbox') throw new AppError('INVALID_INPUT', 'The sandbox creates its own token.')
      const { baseAddress, workspaces } = settings.read().environments[environment]
      if (baseAddress === null || !workspaces.some((entry) => isOf(entry, workspace))) throw unknownWorkspace()
      await store.checkKeychain()
      const { origin } = parseBaseAddress(baseAddress)
      // Where that can't be saved, the workspace names the same place (`tokenPlacesIn`), and without a token it can't be read.
      await settings
        .update((current) =>
          withEnvironment(current, environment, (before) => withTokenPlace(before, organisationId, origin)),
        )
        .catch(() => undefined)
      const state = await tokens.save({ environment, organisationId, origin }, token)
      await store.announce()
      return state
    },

    async deleteTokens(environment) {
      for (const place of tokenPlacesIn(settings.read(), environment)) await tokens.delete(place)
    },
  }
}

/** A test of a new address carries no text of the page's choice: ids of the API's form below a short, plain path. */
function requireTestable(
  { organisationId, workspaceId }: Pick<Connection, 'organisationId' | 'workspaceId'>,
  href: string,
): void {
  const problems = [
    ...(/^(\/[\w.~-]{1,32}){0,6}\/?$/.test(new URL(href).pathname) ? [] : ['baseAddress']),
    ...(Uuid.safeParse(organisationId).success ? [] : ['organisationId']),
    ...(Uuid.safeParse(workspaceId).success ? [] : ['workspaceId']),
  ]
  if (problems.length === 0) return
  const fields = problems.map((name) => ({
    path: [name],
    message:
      name === 'baseAddress'
        ? 'Only addresses with a short, plain path can be tested before they’re saved.'
        : 'Only IDs that are UUIDs can be tested before they’re saved.',
  }))
  throw new AppError('INVALID_INPUT', 'This connection can’t be tested before it’s saved.', { fields })
}
