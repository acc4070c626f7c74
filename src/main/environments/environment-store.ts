// State that the parts of environments share: the settings with a push to the page after each change, the lock of
// production, the keychain's state, and the sandbox.
import type { EnvironmentList, EnvironmentView } from '../../contract/features/environments'
import type { SandboxReady } from '../../contract/sandbox'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { Keychain } from '../keychain/keychain'
import type { Tokens } from '../keychain/tokens'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import { isOf, type Settings } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { listEnvironments } from './view'

export interface EnvironmentStoreDeps {
  readonly settings: SettingsStore
  readonly tokens: Tokens
  readonly keychain: Keychain
  readonly sandbox: Pick<SandboxProcess, 'start' | 'current'>
  readonly emitChanged: (list: EnvironmentList) => void
  readonly libraryModeOf: (environment: EnvironmentName) => EnvironmentView['library']
  /** Changes to the environment that were approved need another approval. */
  readonly revokeApprovals: (environment: EnvironmentName) => void
}

export interface EnvironmentStore {
  list(): Promise<EnvironmentList>
  /** Pushes the list, after something outside of the settings changed, such as the mode of a library. */
  announce(): Promise<void>
  /** Saves and pushes the list, also when saving failed: the change holds in memory all the same. */
  change(step: (current: Settings) => Settings): Promise<void>
  isKnown(workspace: WorkspaceRef): boolean
  /** Whether nothing may be changed at the service: production, until it is unlocked. */
  isLocked(environment: EnvironmentName): boolean
  unlock(environment: EnvironmentName): void
  /** Approvals that were given before do not outlive a lock. */
  lock(environment: EnvironmentName): void
  /**
   * Checks the keychain again, which may have been unlocked since the last check. Only for actions of a person, not for the
   * background: the check may bring up the system's own prompt for a password.
   */
  checkKeychain(): Promise<void>
  startSandbox(): Promise<SandboxReady>
}

export function createEnvironmentStore(deps: EnvironmentStoreDeps): EnvironmentStore {
  const { settings, keychain, sandbox, emitChanged, revokeApprovals } = deps
  const unlocked = new Set<EnvironmentName>()
  const isLocked = (environment: EnvironmentName) => environment === 'production' && !unlocked.has(environment)
  const list = () => listEnvironments({ ...deps, isLocked })
  const announce = async () => emitChanged(await list())

  return {
    list,
    announce,
    async change(step) {
      try {
        await settings.update(step)
      } finally {
        await announce()
      }
    },
    isKnown: (workspace) =>
      settings.read().environments[workspace.environment].workspaces.some((entry) => isOf(entry, workspace)),
    isLocked,
    unlock: (environment) => void unlocked.add(environment),
    lock(environment) {
      unlocked.delete(environment)
      revokeApprovals(environment)
    },
    async checkKeychain() {
      const before = await keychain.ready().then(keychain.state)
      if (before !== 'available' && (await keychain.check()) !== before) await announce()
    },
    async startSandbox() {
      const wasRunning = sandbox.current() !== null
      const ready = await sandbox.start()
      if (!wasRunning) await announce()
      return ready
    },
  }
}
