// The app without its window, for a soak: all parts of main that keep, send and show data, over a real profile folder
// and the real library in its own process, put together as src/main/compose.ts does. It can die like a killed process.
import path from 'node:path'
import type { Reply } from '../../src/contract/bridge'
import { AppError } from '../../src/contract/errors'
import type { OpenedLibrary } from '../../src/contract/library'
import type { EnvironmentName } from '../../src/contract/workspace'
import { createAskFirst } from '../../src/main/environments/ask-first'
import { createEnvironments } from '../../src/main/environments/environments'
import { activityHandlers } from '../../src/main/features/activity'
import { environmentsHandlers } from '../../src/main/features/environments'
import { insightsHandlers } from '../../src/main/features/insights'
import { knowledgeHandlers } from '../../src/main/features/knowledge'
import { metricsHandlers } from '../../src/main/features/metrics'
import { newsHandlers } from '../../src/main/features/news'
import { opportunitiesHandlers } from '../../src/main/features/opportunities'
import { outcomesHandlers } from '../../src/main/features/outcomes'
import { readingHandlers } from '../../src/main/features/reading'
import { syncHandlers } from '../../src/main/features/sync'
import type { ForkProcess } from '../../src/main/forked-process'
import { createDispatch } from '../../src/main/ipc/dispatch'
import type { Handlers } from '../../src/main/ipc/handlers'
import type { KeychainDriver } from '../../src/main/keychain/driver'
import { createKeychain } from '../../src/main/keychain/keychain'
import { createLibraryKeys } from '../../src/main/keychain/library-keys'
import { createTokens } from '../../src/main/keychain/tokens'
import { createLibraryClient, type LibraryClient } from '../../src/main/library/library-client'
import { createLibraryFiles, type LibraryFiles } from '../../src/main/library/library-files'
import { createLibraryOnDemand } from '../../src/main/library/on-demand'
import { type Disowned, openDisowned } from '../../src/main/outbox/disowned'
import { createServiceClient } from '../../src/main/service/client'
import { openSettings, type SettingsStore } from '../../src/main/settings/settings'
import { mortal } from '../../src/main/testing/fault-injection'
import type { ManualClock } from '../../src/main/testing/manual-clock'
import { wireOutbox } from '../../src/main/testing/wire-outbox'
import { createOpenWorkspace } from '../../src/main/workspaces/open-workspace'
import { createOpenWorkspaces, mainWindowId } from '../../src/main/workspaces/open-workspaces'
import { createResumeEnvironments } from '../../src/main/workspaces/resume-environments'

export interface SoakDeps {
  readonly profile: string
  readonly driver: KeychainDriver
  readonly fork: ForkProcess
  readonly clock: ManualClock
  readonly random: () => number
  readonly newId: () => string
  /** Aborted by `die`, as the end of a process cuts its connections. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Stands between the app and the library process. */
  readonly watchLibrary: (library: LibraryClient['library']) => LibraryClient['library']
  /** Counts what goes on without the clock. */
  readonly counted: <T>(work: Promise<T>) => Promise<T>
  readonly onOpened: (environment: EnvironmentName, opened: OpenedLibrary) => void
  readonly onDefect: (where: string, defect: unknown) => void
}

export interface SoakApp {
  call(name: string, input: unknown): Promise<Reply>
  readonly library: LibraryClient['library']
  focus(): void
  /** The machine wakes up. */
  resume(): void
  restartLibrary(): Promise<void>
  /** In the order of a proper end. */
  end(): Promise<void>
  /** Nothing it does has an effect any more; its library process is the caller's to kill. */
  die(): void
}

export async function startSoakApp(deps: SoakDeps): Promise<SoakApp> {
  const { profile, driver, fork, clock, random, newId, onOpened, onDefect } = deps
  const death = new AbortController()
  const isAlive = () => !death.signal.aborted
  const emit = () => {}
  const log = {
    info: () => {},
    defect(where: string, defect: unknown) {
      if (isAlive()) onDefect(where, defect)
      return 'id'
    },
  }
  const kept = await openSettings(path.join(profile, 'settings.json'), { clock, newProfileId: newId })
  const settings: SettingsStore = { ...kept, update: (change) => deps.counted(kept.update(change)) }
  const { profileId } = settings.read()
  const keychain = createKeychain({ driver, profileId, clock })
  const tokens = createTokens({ keychain, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  const { place, exist, ...otherFiles } = createLibraryFiles({ profile, keys, log })
  const files: LibraryFiles = {
    ...otherFiles,
    place: (environment) => deps.counted(place(environment)),
    exist: (environment) => deps.counted(exist(environment)),
  }
  const libraryProcess = createLibraryClient({
    fork,
    clock,
    log,
    onReopened: ({ environment }, opened) => onOpened(environment, opened),
  })
  const libraries = createLibraryOnDemand({
    library: mortal(deps.watchLibrary(libraryProcess.library), isAlive),
    place: files.place,
    isKnown: async (name) => settings.read().environments[name].workspaces.length > 0 || (await files.exist(name)),
    onOpened: ({ input }, opened) => onOpened(input.environment, opened),
  })
  const { library } = libraries
  const client = createServiceClient({
    fetch: (url, init) =>
      deps.fetch(url, { ...init, signal: AbortSignal.any([death.signal, ...(init.signal ? [init.signal] : [])]) }),
    clock,
  })
  const noSandbox = async () => Promise.reject(new AppError('WORKSPACE_UNKNOWN', 'There is no sandbox here.'))
  const environments = createEnvironments({
    ...{ settings, tokens, keychain, client, clock },
    sandbox: { start: noSandbox, current: () => null },
    libraryModeOf: libraries.modeOf,
    emitChanged: emit,
    askFirst: (asked, step) => askFirst(asked, step),
    revokeApprovals: (environment) => outbox.revokeApprovals(environment),
  })
  const { findTarget, isLocked } = environments
  const listed = await openDisowned(path.join(profile, 'not-kept'))
  const disowned: Disowned = {
    ...listed,
    add: (changeId) => deps.counted(listed.add(changeId)),
    remove: (changeId) => deps.counted(listed.remove(changeId)),
    wereAskedAbout: (environment) => deps.counted(listed.wereAskedAbout(environment)),
    askLater: (environment) => deps.counted(listed.askLater(environment)),
  }
  const { sync, outbox } = wireOutbox({
    client,
    findTarget,
    library,
    isLocked,
    clock,
    random,
    newId,
    emit,
    log,
    disowned,
    isWorthRefreshing: () => true,
  })
  const askFirst = createAskFirst({ libraries, files, outbox, disowned, emit })
  const pendingChanges = { recover: outbox.recover, wake: outbox.look, tryAgain: outbox.tryAgain }
  const openWorkspaces = createOpenWorkspaces({ ensureOpen: libraries.ensureOpen, pendingChanges, sync, log })
  const openWorkspace = createOpenWorkspace({ environments, openWorkspaces, log })
  const shown = { openWorkspace, openWorkspaces }
  const parts = { settings, keychain, libraries, pendingChanges, openWorkspaces, log }
  const resumeEnvironments = createResumeEnvironments(parts)
  const now = () => clock.now()
  const noFile = async () => null
  // What is left out needs Electron or the sandbox; nothing of it keeps or sends what a person typed.
  const handlers: Omit<Handlers, 'preferences' | 'sandbox' | 'shell' | 'topics'> = {
    activity: activityHandlers({
      ...{ library, outbox, now, chooseFile: noFile, workspaceNames: () => ({}) },
      environments: async () => ['production', 'staging', 'development'],
      writeFile: async () => {},
    }),
    environments: environmentsHandlers({ environments, ...shown, library, pendingChanges, forget: async () => {} }),
    insights: insightsHandlers(library, outbox, () => new Date(now())),
    knowledge: knowledgeHandlers({ library, outbox, baseAddressOf: () => null }),
    metrics: metricsHandlers({ library, outbox, emit, now }),
    news: newsHandlers({ library, emit, now }),
    opportunities: opportunitiesHandlers(library, outbox),
    outcomes: outcomesHandlers(library, outbox),
    ...readingHandlers(library),
    sync: syncHandlers(sync, async () => {}),
  }
  const dispatch = createDispatch({
    handlers: handlers as Handlers,
    assertUnlocked({ environment }) {
      if (isLocked(environment)) throw new AppError('ENVIRONMENT_LOCKED', 'Editing is locked in this environment.')
    },
    logDefect: log.defect,
  })
  void openWorkspace.openAtStart(mainWindowId, false).then(({ opened }) => opened.then(resumeEnvironments.start))
  let calls = 0

  return {
    library,
    call(name, input) {
      calls += 1
      return dispatch.run(1, { name, callId: `call-${calls}`, input })
    },
    focus: () => sync.onFocus(),
    resume: () => sync.onResume(),
    async restartLibrary() {
      await libraryProcess.restart()
      // Not waited for: it may stand behind a change that waits for the service, and so for the clock.
      void openWorkspaces.reopen(() => true).then(resumeEnvironments.start)
    },
    async end() {
      await sync.dispose()
      await outbox.dispose()
      await Promise.race([dispatch.drain(), new Promise<void>((resolve) => clock.after(2_000, resolve))])
      await deps.counted(libraryProcess.dispose())
      await settings.flush()
    },
    die() {
      death.abort()
      void sync.dispose()
      libraryProcess.endByForce()
    },
  }
}
