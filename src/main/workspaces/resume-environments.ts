// Gets waiting changes of every environment sent, not only those of open workspaces: at the start, and when the keychain
// or the disk is usable again. The library of each environment is opened for that once in a run of the app, if anything
// can be waiting in it.
import { AppError } from '../../contract/errors'
import { type Emit, events } from '../../contract/events'
import { EnvironmentName } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { Keychain } from '../keychain/keychain'
import type { LibraryOnDemand } from '../library/on-demand'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { OpenWorkspaces } from './open-workspaces'

export interface ResumeEnvironmentsDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly keychain: Pick<Keychain, 'ready' | 'state'>
  readonly libraries: Pick<LibraryOnDemand, 'ensureOpen' | 'modeOf' | 'moveToDisk'>
  readonly pendingChanges: Pick<Changes, 'wake' | 'tryAgain'>
  readonly openWorkspaces: Pick<OpenWorkspaces, 'reopen'>
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
}

export interface ResumeEnvironments {
  /** After the workspaces of windows were opened, also when the library was started again. Never throws. */
  start(): Promise<void>
  /** Moves libraries that could only be in memory to the disk, and resumes there as at a start. */
  moveToDisk(): Promise<void>
  /** The same once the keychain can be used; a locked one has nothing to move. For after each change of environments. */
  moveToDiskIfUnlocked(): void
  /** Runs a check of the keychain. If that shows it to be usable again, changes that waited for it go on. Never throws. */
  recheckKeychain(check: () => Promise<void>): Promise<void>
}

export function createResumeEnvironments(deps: ResumeEnvironmentsDeps): ResumeEnvironments {
  const { settings, keychain, libraries, pendingChanges, openWorkspaces, emit, log } = deps
  const resumed = new Set<EnvironmentName>()
  let hasStarted = false

  /** A locked keychain has neither key nor token, and the sandbox is not started only for this. */
  function canResume(environment: EnvironmentName): boolean {
    if (resumed.has(environment) || settings.read().environments[environment].workspaces.length === 0) return false
    if (libraries.modeOf(environment) !== 'closed') return true
    return environment !== 'sandbox' && keychain.state() === 'available'
  }

  async function resume(environment: EnvironmentName): Promise<void> {
    try {
      // Opening it recovers its changes and starts the queue.
      await libraries.ensureOpen(environment)
    } catch (defect) {
      // A library that cannot be opened now is no defect. The queue tries again later.
      if (!(defect instanceof AppError)) log.defect(`resuming the changes of ${environment}`, defect)
      pendingChanges.wake(environment)
    }
  }

  async function resumeAll(): Promise<void> {
    for (const environment of EnvironmentName.options) {
      if (!canResume(environment)) continue
      resumed.add(environment)
      await resume(environment)
    }
  }

  async function moveToDisk(): Promise<void> {
    for (const environment of await libraries.moveToDisk()) {
      // Before its sync begins: the page must not write over what is in the file with what it read in memory.
      const features = [...events['library.changed'].shape.features.element.options]
      for (const { organisationId, workspaceId } of settings.read().environments[environment].workspaces) {
        emit('library.changed', { workspace: { environment, organisationId, workspaceId }, features })
      }
      const isShown = await openWorkspaces.reopen((workspace) => workspace.environment === environment)
      if (!isShown) resumed.delete(environment)
    }
    if (hasStarted) await resumeAll()
  }

  return {
    moveToDisk,
    moveToDiskIfUnlocked() {
      if (keychain.state() === 'available') void moveToDisk()
    },
    async recheckKeychain(check) {
      const before = [...resumed]
      const wasAvailable = keychain.state() === 'available'
      await check()
      await moveToDisk()
      if (wasAvailable || keychain.state() !== 'available') return
      for (const environment of before) await pendingChanges.tryAgain(environment)
    },
    async start() {
      hasStarted = true
      resumed.clear()
      await keychain.ready()
      await resumeAll()
    },
  }
}
