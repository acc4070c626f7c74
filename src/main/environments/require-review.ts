// A waiting change was made for the service that its environment led to then, and for a workspace that was set up. Where
// either is about to change, the change needs review before it is sent: at another service it may mean something else,
// and changes that had arrived at the first may be missing there.
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import { EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { LibraryFiles, LibraryLocation } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import { type EnvironmentSettings, isOf, type Settings } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { isWrittenAlike } from './same-address'
import { withEnvironment } from './setup'

/** All changes of an environment (`workspace` is null), or those of one workspace of it. */
export interface ReviewScope {
  readonly environment: EnvironmentName
  readonly workspace: WorkspaceRef | null
}

/**
 * Runs a step after which the changes in the scope need review, while nothing is sent to the environment. Throws what the
 * step throws, and what the library or the settings throw when the review could not be stored; the step has not begun then.
 */
export type WithReview = (scope: ReviewScope, step: () => Promise<void>) => Promise<void>

export interface WithReviewDeps {
  readonly libraries: {
    readonly library: Pick<LibraryApi, 'pendingChanges' | 'requireReview'>
    readonly modeOf: LibraryOnDemand['modeOf']
  }
  readonly files: Pick<LibraryFiles, 'exist'>
  readonly changes: Pick<Changes, 'pause' | 'revokeApprovals'>
  readonly settings: Pick<SettingsStore, 'update'>
  readonly emit: Emit
}

/** The scope of the review that connecting requires; null: none. `href` as `parseBaseAddress` returns it. */
export function reviewScopeOf(before: EnvironmentSettings, workspace: WorkspaceRef, href: string): ReviewScope | null {
  const { environment } = workspace
  if (isMoved(before, href)) return { environment, workspace: null }
  // It may have been removed while changes waited in it.
  return before.workspaces.some((entry) => isOf(entry, workspace)) ? null : { environment, workspace }
}

export function isMoved({ baseAddress }: Pick<EnvironmentSettings, 'baseAddress'>, href: string): boolean {
  return baseAddress === null || !isWrittenAlike(baseAddress, href)
}

export function createWithReview({ libraries, files, changes, settings, emit }: WithReviewDeps): WithReview {
  const { library, modeOf } = libraries

  async function pendingIn({ environment, workspace }: ReviewScope): Promise<readonly JournalEntry[]> {
    try {
      const pending = await library.pendingChanges({ environment })
      return pending.filter((entry) => workspace === null || workspaceKey(entry.workspace) === workspaceKey(workspace))
    } catch (error) {
      // Nothing of it is stored on this computer.
      if (error instanceof AppError && error.code === 'WORKSPACE_UNKNOWN') return []
      throw error
    }
  }

  return (scope, step) =>
    changes.pause(scope.environment, async () => {
      const { environment } = scope
      // The keychain is locked, so the file cannot be opened: its changes need review once it can. This comes first, as the file
      // may open while the library answers.
      const isFileClosed = async () => modeOf(environment) === 'memory' && (await files.exist(environment))
      const wasFileClosed = await isFileClosed()
      if (wasFileClosed) await setReviewOnOpen(settings, environment, true)
      const pending = await pendingIn(scope)
      // Asking opened the library, in memory where the file could not be opened.
      if (await isFileClosed()) await setReviewOnOpen(settings, environment, true)
      if (pending.length > 0) {
        await library.requireReview({ environment, changeIds: pending.map(({ changeId }) => changeId) })
      }
      // The file was opened meanwhile, perhaps for settings that were read before the mark: `pending` has its changes.
      if (wasFileClosed && modeOf(environment) === 'encrypted') await setReviewOnOpen(settings, environment, false)
      // Earlier approvals were for the previous destination; nothing is sent before this has ended.
      await step().finally(() => changes.revokeApprovals(environment))
      const workspaces = new Map(pending.map((entry) => [workspaceKey(entry.workspace), entry.workspace]))
      for (const workspace of workspaces.values()) emit('library.changed', { workspace, features: ['activity'] })
    })
}

/** Sets whether the changes in a library file need review when it is opened next. */
export function setReviewOnOpen(
  settings: Pick<SettingsStore, 'update'>,
  environment: EnvironmentName,
  isRequired: boolean,
): Promise<unknown> {
  return settings.update((current) =>
    withEnvironment(current, environment, (before) => ({ ...before, requiresReviewOnOpen: isRequired })),
  )
}

/** Opens the file of an environment such that its changes need review, where the settings say so. */
export function locateWithReview(
  locate: (environment: EnvironmentName) => Promise<LibraryLocation>,
  settings: Pick<SettingsStore, 'read'>,
): (environment: EnvironmentName) => Promise<LibraryLocation> {
  return async (environment) => {
    const location = await locate(environment)
    const isRequired = settings.read().environments[environment].requiresReviewOnOpen
    // A library in memory was created after the mark.
    if (location.input.file === null || !isRequired) return location
    return { ...location, input: { ...location.input, requiresReview: true } }
  }
}

const requireReviewOfAll = (current: Settings): Settings =>
  EnvironmentName.options.reduce(
    (settings, name) => withEnvironment(settings, name, (before) => ({ ...before, requiresReviewOnOpen: true })),
    current,
  )

/**
 * Version 5 and earlier of the journal kept a list of changes that the person was told were not kept. Where such a list
 * has entries, all changes that wait on the disk need review once, and the list goes. Never throws.
 */
export async function retireNotKeptList(profile: string, settings: Pick<SettingsStore, 'update'>): Promise<void> {
  const files = ['not-kept', 'not-kept-2'].map((name) => path.join(profile, name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(textOfUnreadable)))
  if (texts.every((text) => text === '')) return
  const isEmpty = texts.every((text) => text.split('\n').every((line) => line === '' || line.startsWith('= ')))
  try {
    if (!isEmpty) await settings.update(requireReviewOfAll)
    for (const file of files) await rm(file, { force: true })
  } catch {
    // The disk is full or read-only. The settings hold until the app closes, and the next start finds the list again.
  }
}

/** A list that cannot be read may have entries. */
function textOfUnreadable(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? '' : 'unreadable'
}
