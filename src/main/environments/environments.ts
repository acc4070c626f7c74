// The environments of a profile: what is set up, which workspace is open, which may be changed. Every change is told
// to the page as the whole list, so that it never has to work out what else became different.
import { AppError } from '../../contract/errors'
import type { EnvironmentList, EnvironmentView } from '../../contract/features/environments'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { type Clock, systemClock } from '../clock'
import type { Handlers } from '../ipc/handlers'
import type { Keychain } from '../keychain/keychain'
import type { Tokens } from '../keychain/tokens'
import { createLanes } from '../outbox/lanes'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import { parseBaseAddress } from '../service/address'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { Settings } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { type Asked, type AskFirst, askedByConnecting, isMoved } from './ask-first'
import { createFindTarget, isOf, requireToken, sandboxFor, targetOf, unknownWorkspace } from './find-target'
import { requireFreeName } from './free-name'
import { requireOwnAddress, requireSameAddress } from './same-address'
import {
  withActive,
  withEnvironment,
  withoutEnvironment,
  withoutWorkspace,
  withTokenPlace,
  withWorkspace,
} from './setup'
import { tryConnection } from './test-connection'
import { listEnvironments, originOf } from './view'

export interface EnvironmentsDeps {
  readonly settings: SettingsStore
  readonly tokens: Tokens
  readonly keychain: Keychain
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly sandbox: Pick<SandboxProcess, 'start' | 'current'>
  readonly emitChanged: (list: EnvironmentList) => void
  readonly libraryModeOf: (environment: EnvironmentName) => EnvironmentView['library']
  readonly askFirst: AskFirst
  /** What the person said is to be sent there needs another word. */
  readonly revokeApprovals: (environment: EnvironmentName) => void
  readonly clock?: Clock
}

/** The calls of the contract that are about what is set up, and what the rest of main asks. */
export type Environments = Omit<Handlers['environments'], 'measure' | 'forget'> & {
  readonly findTarget: FindTarget
  /** Nothing may be changed at the service: production, until it is unlocked. */
  readonly isLocked: (environment: EnvironmentName) => boolean
  /** Tells the page again, after something outside changed, such as the mode of a library. */
  readonly announce: () => Promise<void>
  /** For when a person asks for something that needs it: it may have been unlocked meanwhile. */
  readonly lookAtKeychain: () => Promise<void>
  /** Of all its organisations and addresses. Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT when one may still be there. */
  readonly deleteTokens: (environment: EnvironmentName) => Promise<void>
  /** As if it had never been set up; locked again. Another workspace is the open one then, or none. */
  readonly erase: (environment: EnvironmentName) => Promise<void>
}

export function createEnvironments(deps: EnvironmentsDeps): Environments {
  const {
    settings,
    tokens,
    keychain,
    client,
    sandbox,
    emitChanged,
    askFirst,
    revokeApprovals,
    clock = systemClock,
  } = deps
  const unlocked = new Set<EnvironmentName>()
  const isLocked = (environment: EnvironmentName) => environment === 'production' && !unlocked.has(environment)
  /** Whichever way it comes about, a word that was given before does not outlive it. */
  function lockAgain(environment: EnvironmentName): void {
    unlocked.delete(environment)
    revokeApprovals(environment)
  }
  const list = () => listEnvironments({ ...deps, isLocked })
  const announce = async () => emitChanged(await list())

  /** Saves, and tells the page even if saving failed: the change holds in memory all the same. */
  async function change(step: (current: Settings) => Settings): Promise<void> {
    try {
      await settings.update(step)
    } finally {
      await announce()
    }
  }

  /**
   * For steps that may take the open workspace away. Whoever finds themselves in another environment did not ask for it,
   * so nothing may be changed there before they do.
   */
  async function changeWithin(step: (current: Settings) => Settings): Promise<void> {
    const before = settings.read().active?.environment
    const next = step(settings.read()).active?.environment
    if (next !== undefined && next !== before) lockAgain(next)
    await change(step)
  }

  const lanes = createLanes()
  /** Where environments lead to is decided over by one wish at a time: the next one begins with what it left behind. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => lanes.run('addresses', work)

  /** `asked`: whose waiting changes may not go out by themselves afterwards. */
  const asking = (asked: Asked | null, step: () => Promise<void>) => (asked === null ? step() : askFirst(asked, step))

  async function startSandbox() {
    const wasRunning = sandbox.current() !== null
    const ready = await sandbox.start()
    if (!wasRunning) await announce()
    return ready
  }

  /** On what a person does, not in the background: looking may bring up the system's own question for a password. */
  async function lookAtKeychain(): Promise<void> {
    const before = await keychain.ready().then(keychain.state)
    if (before !== 'available' && (await keychain.check()) !== before) await announce()
  }

  const findTarget = createFindTarget({ settings, tokens, keychain, startSandbox })

  function requireKnown(workspace: WorkspaceRef): void {
    const { workspaces } = settings.read().environments[workspace.environment]
    if (!workspaces.some((entry) => isOf(entry, workspace))) throw unknownWorkspace()
  }

  return {
    list,
    announce,
    lookAtKeychain,
    isLocked,
    findTarget,

    async testConnection(connection, { signal }) {
      await lookAtKeychain()
      return tryConnection({ client, clock, signal }, async () => {
        const { href } = parseBaseAddress(connection.baseAddress)
        requireOwnAddress(settings.read(), connection.environment, href)
        return targetOf({ tokens, keychain }, connection)
      })
    },

    async testWorkspace({ workspace }, { signal }) {
      requireKnown(workspace)
      await lookAtKeychain()
      // Without related records: the answer is only counted.
      const target = async () => ({ ...(await findTarget(workspace)), relationships: null })
      return tryConnection({ client, clock, signal }, target)
    },

    connect: ({ environment, baseAddress, organisationId, workspaceId, workspaceName, token }) =>
      inTurn(async () => {
        const { href, origin } = parseBaseAddress(baseAddress)
        await lookAtKeychain()
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
          await asking(askedByConnecting(before.environments[environment], workspace, href), connect)
        } catch (error) {
          await takeBack().catch(() => undefined)
          throw error
        } finally {
          await announce()
        }
        return { workspace, token: await tokens.stateOf(place) }
      }),

    saveSettings: ({ environment, baseAddress, relationshipsParameter, relationshipsValue }) =>
      inTurn(async () => {
        const { href } = parseBaseAddress(baseAddress)
        requireOwnAddress(settings.read(), environment, href)
        const isElsewhere = isMoved(settings.read().environments[environment], href)
        await asking(isElsewhere ? { environment, workspace: null } : null, () =>
          change((current) =>
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
      if (environment === 'sandbox') throw new AppError('INVALID_INPUT', 'The sandbox makes its own token.')
      const { baseAddress, workspaces } = settings.read().environments[environment]
      if (baseAddress === null || !workspaces.some((entry) => isOf(entry, workspace))) throw unknownWorkspace()
      await lookAtKeychain()
      const { origin } = parseBaseAddress(baseAddress)
      const state = await tokens.save({ environment, organisationId, origin }, token)
      await change((current) =>
        withEnvironment(current, environment, (before) => withTokenPlace(before, organisationId, origin)),
      )
      return state
    },

    async exploreSandbox() {
      const { organisationId, workspaceId, workspaceName: name } = await startSandbox()
      const workspace: WorkspaceRef = { environment: 'sandbox', organisationId, workspaceId }
      const isKnown = settings.read().environments.sandbox.workspaces.some((entry) => isOf(entry, workspace))
      await asking(isKnown ? null : { environment: 'sandbox', workspace }, () =>
        change((current) => {
          // One sandbox has one workspace: those of earlier ones are gone with them.
          const workspaces = [{ organisationId, workspaceId, name }]
          return withActive(
            withEnvironment(current, 'sandbox', (before) => ({ ...before, workspaces })),
            workspace,
          )
        }),
      )
      return { workspace }
    },

    async open({ workspace }) {
      requireKnown(workspace)
      if (workspace.environment === 'sandbox') await sandboxFor(workspace, startSandbox)
      else await lookAtKeychain()
      await change((current) => withActive(current, workspace))
      return null
    },

    async renameWorkspace({ workspace, name }) {
      const { environment, organisationId, workspaceId } = workspace
      if (environment === 'sandbox') throw new AppError('INVALID_INPUT', 'The sandbox names its own workspace.')
      requireKnown(workspace)
      requireFreeName(settings.read().environments[environment], workspace, { name, field: 'name' })
      await change((current) =>
        withEnvironment(current, environment, (before) => ({
          ...before,
          workspaces: withWorkspace(before.workspaces, { organisationId, workspaceId, name }),
        })),
      )
      return null
    },

    async removeWorkspace({ workspace }) {
      requireKnown(workspace)
      await changeWithin((current) => withoutWorkspace(current, workspace))
      return null
    },

    async deleteTokens(environment) {
      const { tokenPlaces, baseAddress, workspaces } = settings.read().environments[environment]
      const origin = originOf(baseAddress)
      // Profiles of earlier versions remember no places.
      const current = origin === null ? [] : workspaces.map(({ organisationId }) => ({ organisationId, origin }))
      for (const place of [...tokenPlaces, ...current]) await tokens.delete({ environment, ...place })
    },

    async erase(environment) {
      lockAgain(environment)
      await changeWithin((current) => withoutEnvironment(current, environment))
    },

    async unlock({ environment }) {
      unlocked.add(environment)
      await announce()
      return null
    },
    async lock({ environment }) {
      lockAgain(environment)
      await announce()
      return null
    },
  }
}
