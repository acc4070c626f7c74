// What follows when the library of an environment is opened, comes back after a crash, or is restarted: the person is
// told what was rebuilt, the changes in it are recovered, and what was emptied is filled from the service.
import type { OpenedLibrary, OpenLibrary } from '../../contract/library'
import { EnvironmentName } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { LibraryLocation } from '../library/library-files'
import { emptiedMemoryNotice, rebuiltNotice } from '../library/rebuilt-notice'
import { reportOf } from '../schedule/failure'
import type { Log } from '../shell/log'
import type { OpenWorkspaces } from './open-workspaces'
import type { ResumeEnvironments } from './resume-environments'

export interface LibraryLifecycle {
  onOpened(place: LibraryLocation, opened: OpenedLibrary): void
  /** After its process crashed and was started again. */
  onReopened(input: OpenLibrary, opened: OpenedLibrary): void
  /** The person restarts the process that crashed too often: changes in flight are recovered as after a start. */
  restart(): Promise<void>
}

export interface LibraryLifecycleDeps {
  /** The folder of all libraries, for notices. */
  readonly folder: string
  /** Keys in the keychain are filed under another id than in the last run. */
  readonly isIdNew: boolean
  readonly addNotice: (notice: string) => void
  readonly restartProcess: () => Promise<void>
  readonly isLibraryOpen: (environment: EnvironmentName) => boolean
  /** The mode of a library changed, which the page shows. */
  readonly announceEnvironments: () => Promise<void>
  /** Every change in the library was marked as needing review. */
  readonly onReviewRequired: (environment: EnvironmentName) => Promise<unknown>
  readonly pendingChanges: Pick<Changes, 'recover' | 'revokeApprovals'>
  readonly openWorkspaces: Pick<OpenWorkspaces, 'refill' | 'reopen'>
  readonly resumeEnvironments: Pick<ResumeEnvironments, 'start'>
  readonly log: Pick<Log, 'defect'>
}

export function createLibraryLifecycle(deps: LibraryLifecycleDeps): LibraryLifecycle {
  const { folder, isIdNew, pendingChanges, openWorkspaces, resumeEnvironments, log } = deps

  function tell(notice: string | null): void {
    if (notice) deps.addNotice(notice)
    void deps.announceEnvironments()
  }

  return {
    onOpened({ input: { environment, requiresReview = false }, isKeyNew }, opened) {
      if (requiresReview) {
        // It asks once more at the next opening, which does no harm.
        void deps
          .onReviewRequired(environment)
          .catch((error: unknown) => void reportOf(log, 'clearing a review mark', error))
      }
      void pendingChanges.recover(environment)
      tell(rebuiltNotice({ environment, folder, isKeyNew, isIdNew }, opened))
    },
    onReopened({ environment, file }, opened) {
      // All its changes need review now, also one of which the person was told before that it waits.
      if (opened.state === 'rebuilt') pendingChanges.revokeApprovals(environment)
      // Of a library in memory only unsent changes outlive its process.
      const isMemory = file === null
      tell(
        isMemory
          ? emptiedMemoryNotice(environment, opened)
          : rebuiltNotice({ environment, folder, isKeyNew: false }, opened),
      )
      if (isMemory || opened.state === 'rebuilt') openWorkspaces.refill(environment)
    },
    async restart() {
      await deps.restartProcess()
      for (const environment of EnvironmentName.options) {
        // Not waited for: it may stand behind a change that waits for the service.
        if (deps.isLibraryOpen(environment)) void pendingChanges.recover(environment)
      }
      await openWorkspaces.reopen(() => true)
      void resumeEnvironments.start()
    },
  }
}
