// The app without its windows, and the harnesses' only contact with main. Assembles all parts that keep, send and show
// data as src/main/compose.ts does, over a real profile folder and the real library in its own process. When compose.ts
// changes, this file follows, and the harnesses stay as they are.
import path from 'node:path'
import type { Reply } from '../src/contract/bridge'
import { AppError } from '../src/contract/errors'
import type { LibraryApi, OpenedLibrary } from '../src/contract/library'
import type { EnvironmentName, WorkspaceRef } from '../src/contract/workspace'
import type { Changes } from '../src/main/changes/changes'
import { type Clock, systemClock } from '../src/main/clock'
import { endApp, stopStoring } from '../src/main/ending'
import { createEnvironments } from '../src/main/environments/environments'
import { isSetUpOrOnDisk } from '../src/main/environments/known-environments'
import { createWithReview, locateWithReview, setReviewOnOpen } from '../src/main/environments/require-review'
import { activityHandlers } from '../src/main/features/activity'
import { duplicatesHandlers } from '../src/main/features/duplicates'
import { environmentsHandlers } from '../src/main/features/environments'
import { insightsHandlers } from '../src/main/features/insights'
import { metricsHandlers } from '../src/main/features/metrics'
import { newsHandlers } from '../src/main/features/news'
import { prioritiesHandlers } from '../src/main/features/priorities'
import { recordHandlers } from '../src/main/features/records'
import { savedViewsHandlers } from '../src/main/features/saved-views'
import { syncHandlers } from '../src/main/features/sync'
import { thisWeekHandlers } from '../src/main/features/this-week'
import { topicMapHandlers } from '../src/main/features/topic-map'
import { triageHandlers } from '../src/main/features/triage'
import type { ForkProcess } from '../src/main/forked-process'
import { createDispatch } from '../src/main/ipc/dispatch'
import type { Handlers } from '../src/main/ipc/handlers'
import type { KeychainDriver } from '../src/main/keychain/driver'
import { createKeychain } from '../src/main/keychain/keychain'
import { createLibraryKeys } from '../src/main/keychain/library-keys'
import { undeletedAccounts } from '../src/main/keychain/profile-keychain'
import { createTokens } from '../src/main/keychain/tokens'
import { createLibraryClient } from '../src/main/library/library-client'
import { createLibraryFiles } from '../src/main/library/library-files'
import { createLibraryOnDemand } from '../src/main/library/on-demand'
import { createServiceClient } from '../src/main/service/client'
import { openSettings } from '../src/main/settings/settings'
import type { Log } from '../src/main/shell/log'
import type { Sync } from '../src/main/sync/sync'
import { wireChanges } from '../src/main/testing/wire-changes'
import { createLibraryLifecycle, type LibraryLifecycle } from '../src/main/workspaces/library-lifecycle'
import { createOpenWorkspace } from '../src/main/workspaces/open-workspace'
import { createOpenWorkspaces, mainWindowId } from '../src/main/workspaces/open-workspaces'

export interface HeadlessDeps {
  readonly profile: string
  readonly driver: KeychainDriver
  readonly fork: ForkProcess
  readonly clock: Clock
  readonly random: () => number
  readonly newId: () => string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Stands between the app and the library. */
  readonly watchLibrary: (library: LibraryApi) => LibraryApi
  readonly onOpened: (environment: EnvironmentName, opened: OpenedLibrary) => void
  readonly onDefect: (where: string, defect: unknown) => void
}

export interface HeadlessApp {
  /** Calls main as the page does. */
  call(name: string, input: unknown): Promise<Reply>
  readonly library: LibraryApi
  focus(): void
  /** Reports that the computer woke up. */
  resume(): void
  restartLibrary(): Promise<void>
  /** Ends its parts in the order of a regular quit. */
  end(): Promise<void>
}

export async function startHeadlessApp(deps: HeadlessDeps): Promise<HeadlessApp> {
  const { profile, driver, fork, clock, random, newId, onOpened, onDefect } = deps
  const emit = () => {}
  const log = {
    info: () => {},
    defect(where: string, defect: unknown) {
      onDefect(where, defect)
      return 'id'
    },
  }
  const settings = await openSettings(path.join(profile, 'settings.json'), { clock, newProfileId: newId })
  const { profileId } = settings.read()
  const keychain = createKeychain({ driver, profileId, undeleted: undeletedAccounts(settings), clock })
  const tokens = createTokens({ keychain, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  const files = createLibraryFiles({ profile, keys, log })
  const libraryProcess = createLibraryClient({
    fork,
    clock,
    log,
    onReopened(input, opened) {
      lifecycle.onReopened(input, opened)
      onOpened(input.environment, opened)
    },
  })
  const libraries = createLibraryOnDemand({
    library: deps.watchLibrary(libraryProcess.library),
    locate: locateWithReview(files.locate, settings),
    isKnown: (name) => isSetUpOrOnDisk({ settings, files }, name),
    requireReviewOnOpen: (name) => setReviewOnOpen(settings, name, true),
    onOpened(location, opened) {
      lifecycle.onOpened(location, opened)
      onOpened(location.input.environment, opened)
    },
  })
  const { library } = libraries
  const client = createServiceClient({ fetch: deps.fetch, clock })
  const noSandbox = async () => Promise.reject(new AppError('WORKSPACE_UNKNOWN', 'There is no sandbox here.'))
  const environments = createEnvironments({
    ask: async () => true,
    trustsThisComputer: true,
    ...{ settings, tokens, keychain, client, clock },
    sandbox: { start: noSandbox, current: () => null },
    libraryModeOf: libraries.modeOf,
    emitChanged: emit,
    withReview: (scope, step) => withReview(scope, step),
    revokeApprovals: (environment) => changes.revokeApprovals(environment),
  })
  const { findTarget, isLocked } = environments
  const { sync, changes } = wireChanges({
    client,
    findTarget,
    library,
    isLocked,
    clock,
    random,
    newId,
    emit,
    log,
    run: newId(),
    isWorthRefreshing: () => true,
  })
  const withReview = createWithReview({ libraries, files, changes, settings, emit })
  const openWorkspaces = createOpenWorkspaces({ ensureOpen: libraries.ensureOpen, sync, log })
  const openWorkspace = createOpenWorkspace({ environments, openWorkspaces, log })
  const lifecycle: LibraryLifecycle = createLibraryLifecycle({
    ...{ settings, keychain, libraries, changes, openWorkspaces, emit, log },
    folder: files.folder,
    addNotice: () => {},
    restartProcess: libraryProcess.restart,
    announceEnvironments: environments.announce,
  })
  const now = () => clock.now()
  // The omitted handlers need Electron or the sandbox. None of them keeps or sends a person's input.
  const handlers: Omit<
    Handlers,
    'briefs' | 'export' | 'help' | 'map' | 'network' | 'preferences' | 'sandbox' | 'shell' | 'topics'
  > = {
    activity: activityHandlers({
      ...{ library, changes, workspaceNames: () => ({}) },
      environments: async () => ['production', 'staging', 'development'],
    }),
    environments: environmentsHandlers({
      ...{ environments, openWorkspace, openWorkspaces, library, changes, log },
      forget: async () => {},
    }),
    insights: insightsHandlers(library, changes, () => new Date(now())),
    metrics: metricsHandlers({ library, changes, emit, now }),
    duplicates: duplicatesHandlers({ library, emit, now }),
    news: newsHandlers({ library, emit, now }),
    priorities: prioritiesHandlers({ library, emit, now }),
    savedViews: savedViewsHandlers({ library, emit }),
    thisWeek: thisWeekHandlers(library),
    topicMap: topicMapHandlers({ library, emit, now }),
    triage: triageHandlers({ library, emit, now }),
    ...recordHandlers({ library, changes, baseAddressOf: () => null }),
    sync: syncHandlers(sync, async () => {}),
  }
  const dispatch = createDispatch({
    handlers: handlers as Handlers,
    assertUnlocked: ({ environment }) => changes.assertUnlocked(environment),
    log,
  })
  void openWorkspace.openAtStart(mainWindowId, false).then(async ({ opened }) => {
    await opened
    await lifecycle.start()
  })
  let calls = 0

  return {
    library,
    call(name, input) {
      calls += 1
      return dispatch.run(1, { name, callId: `call-${calls}`, input })
    },
    focus: () => sync.onFocus(),
    resume() {
      sync.onResume()
      changes.onResume()
    },
    restartLibrary: lifecycle.restart,
    end: () =>
      endApp({
        // As the window does when it closes.
        before: [async () => stopStoring({ sync, library, openWorkspaces })],
        ...{ sync, changes, dispatch, libraryProcess, keychain, settings, clock, log },
        sandbox: { stop: async () => {}, endByForce: () => {} },
      }),
  }
}

export interface QueueDeps {
  readonly workspace: WorkspaceRef
  readonly baseAddress: string
  readonly fork: ForkProcess
  readonly newId: () => string
  readonly log: Pick<Log, 'info' | 'defect'>
  readonly random?: () => number
  readonly retryBaseMs?: number
  readonly commitGraceMs?: number
  /** Stands between the queue and the library. */
  readonly watchLibrary?: (library: LibraryApi) => LibraryApi
}

export interface Queue {
  readonly library: LibraryApi
  readonly sync: Sync
  readonly changes: Changes
  end(): Promise<void>
}

/** Starts only the sync and the changes of one workspace, on the system's clock. */
export async function startQueue(deps: QueueDeps): Promise<Queue> {
  const { workspace, baseAddress, fork, newId, log, watchLibrary = (it) => it } = deps
  const { random, retryBaseMs, commitGraceMs } = deps
  const { library, dispose } = createLibraryClient({ fork, clock: systemClock, log })
  const { sync, changes } = wireChanges({
    client: createServiceClient({ fetch }),
    findTarget: async () => ({ workspace, baseAddress, token: 'token', relationships: null }),
    library: watchLibrary(library),
    clock: systemClock,
    newId,
    ...(random && { random }),
    ...(retryBaseMs !== undefined && { retryBaseMs }),
    ...(commitGraceMs !== undefined && { commitGraceMs }),
  })
  return {
    library,
    sync,
    changes,
    async end() {
      await sync.dispose()
      await changes.dispose()
      await dispose()
    },
  }
}
