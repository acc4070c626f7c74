// The environments of a profile: which are set up, which may be changed, and which workspace the next start opens. Every
// change pushes the whole list to the page, so that the page never has to work out what else became different.
//
// Begin here: `createEnvironments` puts the parts together. environment-store.ts holds what they share, connecting.ts
// decides about addresses and tokens.
import { AppError } from '../../contract/errors'
import { type EnvironmentName, environmentLabels, type WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import type { Question } from '../question'
import type { FindTarget } from '../service/service-client'
import type { Settings } from '../settings/schema'
import { shownAddress } from './confirm-address'
import { type Connecting, type ConnectingDeps, createConnecting } from './connecting'
import { createEnvironmentStore, type EnvironmentStore, type EnvironmentStoreDeps } from './environment-store'
import { createFindTarget, sandboxFor, unknownWorkspace } from './find-target'
import { requireFreeName } from './free-name'
import { withActive, withEnvironment, withoutEnvironment, withoutWorkspace, withWorkspace } from './setup'

export interface EnvironmentsDeps extends EnvironmentStoreDeps, Omit<ConnectingDeps, 'store' | 'findTarget'> {}

interface KnownWorkspaces extends Pick<Handlers['environments'], 'renameWorkspace' | 'removeWorkspace'> {
  /** The workspace that the next start opens; null = none is set up. */
  active(): WorkspaceRef | null
  isKnown(workspace: WorkspaceRef): boolean
  /**
   * Makes it the active one, with its sandbox running. Throws WORKSPACE_UNKNOWN, and what the sandbox throws. Opening
   * its library and syncing it is up to the caller. Starting the sandbox and asking the keychain take time: throws CANCELLED
   * if the request is no longer current then.
   */
  select(workspace: WorkspaceRef, isCurrent?: () => boolean): Promise<void>
  /** Starts the sandbox, adds its workspace and makes it the active one, if the request is still current. */
  selectSandbox(isCurrent?: () => boolean): Promise<WorkspaceRef>
  /** Resets it as if it had never been set up, locked again. Another workspace becomes the active one, or none. */
  erase(environment: EnvironmentName): Promise<void>
}

/** The contract's calls about environments that are set up, and the calls of the rest of main. */
export interface Environments
  extends Pick<Handlers['environments'], 'list' | 'lock' | 'unlock'>,
    Pick<EnvironmentStore, 'announce' | 'isLocked' | 'checkKeychain'>,
    Connecting,
    KnownWorkspaces {
  readonly findTarget: FindTarget
}

export function createEnvironments(deps: EnvironmentsDeps): Environments {
  const { settings, tokens, keychain } = deps
  const store = createEnvironmentStore(deps)
  const findTarget = createFindTarget({ settings, tokens, keychain, startSandbox: store.startSandbox })

  return {
    ...createConnecting({ ...deps, store, findTarget }),
    ...createKnownWorkspaces(store, deps),
    list: store.list,
    announce: store.announce,
    isLocked: store.isLocked,
    checkKeychain: store.checkKeychain,
    findTarget,
    async unlock({ environment }) {
      if (store.isLocked(environment)) {
        const before = whatUnlocks(settings.read(), environment)
        if (!(await deps.ask(unlockQuestion(settings.read(), environment)))) return { isUnlocked: false }
        // The answer holds only for the settings at the question: the page may have put another address there meanwhile.
        if (whatUnlocks(settings.read(), environment) !== before) return { isUnlocked: false }
      }
      store.unlock(environment)
      await store.announce()
      return { isUnlocked: true }
    },
    async lock({ environment }) {
      store.lock(environment)
      await store.announce()
      return null
    },
  }
}

/** The address and the workspaces that an unlocking is for, for comparison. */
function whatUnlocks({ environments, active }: Settings, environment: EnvironmentName): string {
  const { baseAddress, workspaces } = environments[environment]
  return JSON.stringify([baseAddress, workspaces, active])
}

/** Asked by main, so that no page can answer. Deletions are named: nothing else is asked before they are sent. */
function unlockQuestion({ environments }: Settings, environment: EnvironmentName): Question {
  const label = environmentLabels[environment]
  const { baseAddress } = environments[environment]
  const where = baseAddress === null ? label : `${label} (${shownAddress(baseAddress)})`
  return {
    message: `Unlock editing in ${label}?`,
    detail: `Your changes and deletions will affect everyone in ${where}. Editing stays unlocked until you lock it, close the app, change the address or connect another workspace in ${label}.`,
    accept: `Unlock ${label}`,
  }
}

/** Selecting the workspace that the next start opens, naming and removing workspaces. */
function createKnownWorkspaces(store: EnvironmentStore, { settings, withReview }: EnvironmentsDeps): KnownWorkspaces {
  function requireKnown(workspace: WorkspaceRef): void {
    if (!store.isKnown(workspace)) throw unknownWorkspace()
  }

  /**
   * For steps that may replace the active workspace. A person who finds themselves in another environment did not ask
   * for it, so it is locked until they unlock it.
   */
  async function changeWithin(step: (current: Settings) => Settings): Promise<void> {
    const before = settings.read().active?.environment
    const next = step(settings.read()).active?.environment
    if (next !== undefined && next !== before) store.lock(next)
    await store.change(step)
  }

  /** Where it can't be saved, it lasts until the app closes: only the next start opens the workspace before. */
  async function remember(isCurrent: () => boolean, step: (current: Settings) => Settings): Promise<void> {
    if (!isCurrent()) throw new AppError('CANCELLED', 'Another workspace was opened.')
    await settings.update(step).catch(() => undefined)
    await store.announce()
  }

  return {
    active: () => settings.read().active,
    isKnown: store.isKnown,

    async select(workspace, isCurrent = () => true) {
      requireKnown(workspace)
      if (workspace.environment === 'sandbox') await sandboxFor(workspace, store.startSandbox)
      else await store.checkKeychain()
      await remember(isCurrent, (current) => withActive(current, workspace))
    },

    async selectSandbox(isCurrent = () => true) {
      const { organisationId, workspaceId, workspaceName: name } = await store.startSandbox()
      const workspace: WorkspaceRef = { environment: 'sandbox', organisationId, workspaceId }
      const select = () =>
        remember(isCurrent, (current) => {
          // One sandbox has one workspace: those of earlier ones are gone with them.
          const workspaces = [{ organisationId, workspaceId, name }]
          return withActive(
            withEnvironment(current, 'sandbox', (before) => ({ ...before, workspaces })),
            workspace,
          )
        })
      await (store.isKnown(workspace) ? select() : withReview({ environment: 'sandbox', workspace }, select))
      return workspace
    },

    async renameWorkspace({ workspace, name }) {
      const { environment, organisationId, workspaceId } = workspace
      if (environment === 'sandbox') throw new AppError('INVALID_INPUT', 'The sandbox workspace can’t be renamed.')
      requireKnown(workspace)
      requireFreeName(settings.read().environments[environment], workspace, { name, field: 'name' })
      await store.change((current) =>
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

    async erase(environment) {
      store.lock(environment)
      await changeWithin((current) => withoutEnvironment(current, environment))
    },
  }
}
