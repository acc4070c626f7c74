// Follow-up work after libraries of environments are opened, come back after a crash, move to the disk or are restarted:
// the person is told what was rebuilt, the changes in them are recovered, and emptied ones are filled from the service.
// The library of each environment is opened once in a run of the app if changes can be waiting in it, open workspace or
// not: at the start, and when the keychain or the disk is usable again. Changes that waited for the keychain or the network
// are retried.
import { AppError } from '../../contract/errors'
import { type Emit, events } from '../../contract/events'
import type { OpenedLibrary, OpenLibrary } from '../../contract/library'
import { EnvironmentName } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import { setReviewOnOpen } from '../environments/require-review'
import { workspacesIn } from '../environments/setup'
import type { Keychain } from '../keychain/keychain'
import type { LibraryLocation } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import { emptiedMemoryNotice, rebuiltNotice } from '../library/rebuilt-notice'
import { reportOf } from '../schedule/failure'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { OpenWorkspaces } from './open-workspaces'

export interface LibraryLifecycleDeps {
  readonly settings: Pick<SettingsStore, 'read' | 'update' | 'isIdNew'>
  readonly keychain: Pick<Keychain, 'ready' | 'state'>
  readonly libraries: Pick<LibraryOnDemand, 'ensureOpen' | 'modeOf' | 'moveToDisk'>
  /** The folder of all libraries, for notices. */
  readonly folder: string
  readonly addNotice: (notice: string) => void
  readonly restartProcess: () => Promise<void>
  /** The mode of a library changed, which the page shows. */
  readonly announceEnvironments: () => Promise<void>
  readonly changes: Pick<Changes, 'recover' | 'revokeApprovals' | 'wake' | 'tryAgain'>
  readonly openWorkspaces: Pick<OpenWorkspaces, 'refill' | 'reopen'>
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
}

export interface LibraryLifecycle {
  /** Runs after the workspaces of windows were opened. Never throws. */
  start(): Promise<void>
  onOpened(location: LibraryLocation, opened: OpenedLibrary): void
  /** After its process crashed and was started again. */
  onReopened(input: OpenLibrary, opened: OpenedLibrary): void
  /** The person restarts the process that crashed too often: changes in flight are recovered as after a start. */
  restart(): Promise<void>
  /** Moves libraries that could only be in memory to the disk, and goes on there as at a start. */
  moveToDisk(): Promise<void>
  /** Like `moveToDisk`, if the keychain can be used; otherwise nothing can be moved. For after each change of environments. */
  moveToDiskIfUnlocked(): void
  /** Runs a check of the keychain. If that shows it to be usable again, changes that waited for it go on. Never throws. */
  afterKeychainCheck(check: () => Promise<void>): Promise<void>
  /** The way to services changed: syncs what windows show, and retries the changes of each environment that is set up. */
  onNetworkChanged(): Promise<void>
}

export function createLibraryLifecycle(deps: LibraryLifecycleDeps): LibraryLifecycle {
  const { settings, keychain, libraries, folder, changes, openWorkspaces, emit, log } = deps
  const resumed = new Set<EnvironmentName>()
  let hasStarted = false

  const isSetUp = (environment: EnvironmentName) => settings.read().environments[environment].workspaces.length > 0

  /** A locked keychain has neither key nor token, and the sandbox is not started only for this. */
  function canResume(environment: EnvironmentName): boolean {
    if (resumed.has(environment) || !isSetUp(environment)) return false
    if (libraries.modeOf(environment) !== 'closed') return true
    return environment !== 'sandbox' && keychain.state() === 'available'
  }

  async function resume(environment: EnvironmentName): Promise<void> {
    try {
      // `onOpened` recovers its changes and starts the queue.
      await libraries.ensureOpen(environment)
    } catch (defect) {
      // A library that cannot be opened now is no defect. The queue tries again later.
      if (!(defect instanceof AppError)) log.defect(`resuming the changes of ${environment}`, defect)
      changes.wake(environment)
    }
  }

  async function resumeAll(): Promise<void> {
    for (const environment of EnvironmentName.options) {
      if (!canResume(environment)) continue
      resumed.add(environment)
      await resume(environment)
    }
  }

  async function moveToDisk(mayPrompt: boolean): Promise<void> {
    for (const environment of await libraries.moveToDisk(mayPrompt)) {
      // Before its sync begins: the page must not write over data in the file with data that it read in memory.
      const features = [...events['library.changed'].shape.features.element.options]
      for (const workspace of workspacesIn(settings.read(), environment)) {
        emit('library.changed', { workspace, features })
      }
      const isShown = await openWorkspaces.reopen((workspace) => workspace.environment === environment)
      if (!isShown) resumed.delete(environment)
    }
    if (hasStarted) await resumeAll()
  }

  async function start(): Promise<void> {
    hasStarted = true
    resumed.clear()
    await keychain.ready()
    await resumeAll()
  }

  /** One whose library can't be asked now, or that was forgotten since, must not keep the others waiting. */
  async function retryChanges(environments: readonly EnvironmentName[]): Promise<void> {
    for (const environment of environments.filter(isSetUp)) {
      await changes.tryAgain(environment).catch((error: unknown) => {
        reportOf(log, `retrying the changes of ${environment}`, error)
        changes.wake(environment)
      })
    }
  }

  function tell(notice: string | null): void {
    if (notice) deps.addNotice(notice)
    void deps.announceEnvironments()
  }

  return {
    start,
    onOpened({ input: { environment, requiresReview = false }, isKeyNew }, opened) {
      if (requiresReview) {
        // It asks once more at the next opening, which does no harm.
        void setReviewOnOpen(settings, environment, false).catch(
          (error: unknown) => void reportOf(log, 'clearing a review mark', error),
        )
      }
      void changes.recover(environment)
      tell(rebuiltNotice({ environment, folder, isKeyNew, isIdNew: settings.isIdNew }, opened))
    },
    onReopened({ environment, file }, opened) {
      // All its changes need review now, even one that the person was told is waiting.
      if (opened.state === 'rebuilt') changes.revokeApprovals(environment)
      // A library in memory goes with its process, apart from calls that are replayed.
      const isMemory = file === null
      tell(
        isMemory
          ? emptiedMemoryNotice(environment, opened)
          : rebuiltNotice({ environment, folder, isKeyNew: false }, opened),
      )
      if (!isMemory && opened.state !== 'rebuilt') return
      // It has none of the lists that its changes were reconciled with.
      void changes.recover(environment)
      openWorkspaces.refill(environment)
    },
    async restart() {
      await deps.restartProcess()
      for (const environment of EnvironmentName.options) {
        // Not waited for: it may stand behind a change that waits for the service.
        if (libraries.modeOf(environment) !== 'closed') void changes.recover(environment)
      }
      await openWorkspaces.reopen(() => true)
      void start()
    },
    moveToDisk: () => moveToDisk(true),
    moveToDiskIfUnlocked() {
      if (keychain.state() === 'available') void moveToDisk(false)
    },
    async afterKeychainCheck(check) {
      const before = [...resumed]
      const wasAvailable = keychain.state() === 'available'
      await check()
      await moveToDisk(true)
      if (wasAvailable || keychain.state() !== 'available') return
      await retryChanges(before)
    },
    async onNetworkChanged() {
      await openWorkspaces.reopen(() => true)
      await retryChanges(EnvironmentName.options)
    },
  }
}
