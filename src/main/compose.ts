// Puts the app together: every part is made here, once, and given what it needs, in four steps that are read in this
// order: window, storage, workspaces, shell. The window loads its page meanwhile, whose calls wait for the last step.
// Only wiring: what happens in a callback belongs to the part that it calls.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { app, net, powerMonitor, type Session, shell as system, utilityProcess } from 'electron'
import type { Emit } from '../contract/events'
import type { EnvironmentList } from '../contract/features/environments'
import libraryEntry from '../library/index?modulePath'
import sandboxEntry from '../sandbox/index?modulePath'
import { createChanges } from './changes/changes'
import { systemClock } from './clock'
import { createDiagnostics } from './diagnostics/diagnostics'
import { knownSecrets } from './diagnostics/known-secrets'
import { describeProgram } from './diagnostics/program'
import { createSyncHistory } from './diagnostics/sync-history'
import { createTimings } from './diagnostics/timings'
import { endApp, stopStoring } from './ending'
import { createEnvironments, type Environments } from './environments/environments'
import { isSetUpOrOnDisk, knownEnvironments } from './environments/known-environments'
import { createWithReview, locateWithReview, retireNotKeptList, setReviewOnOpen } from './environments/require-review'
import { appHandlers } from './features/handlers'
import { applyColorScheme } from './features/preferences'
import { createDispatch, type Dispatch } from './ipc/dispatch'
import { createEmit, serveCalls } from './ipc/serve'
import { createLibraryKeys } from './keychain/library-keys'
import { openProfileKeychain } from './keychain/profile-keychain'
import { createTokens } from './keychain/tokens'
import { createLibraryClient } from './library/library-client'
import { createLibraryFiles } from './library/library-files'
import { lockedOutNotices } from './library/locked-out-notice'
import { createLibraryOnDemand } from './library/on-demand'
import { parseDeepLink, restartArguments } from './navigation/deep-link'
import { createNativeDialogs } from './navigation/native-dialogs'
import { createPlaces } from './navigation/places'
import { createNetwork } from './network/network'
import type { Dialogs, Question } from './question'
import { createSandboxProcess } from './sandbox/sandbox-process'
import { createServiceClient } from './service/client'
import { electronFetch } from './service/electron-fetch'
import { fetchThroughSessions } from './service/sessions'
import type { SettingsStore } from './settings/settings'
import { askAfterCrashes } from './shell/crash-dialog'
import { guardSession } from './shell/guards'
import { readLicences } from './shell/licences'
import { type Log, logFolder } from './shell/log'
import { createMainWindow, type MainWindow } from './shell/main-window'
import { createMenu } from './shell/menu'
import { createModalGuard } from './shell/modal-guard'
import { type PageSource, servePage } from './shell/page'
import { createPageQuestions } from './shell/page-questions'
import { printPage } from './shell/print-page'
import { writableFolderNotices } from './shell/profile-folder'
import { sinceStartMs } from './shell/since-start'
import { createStartReport } from './shell/start-report'
import { createUserInput, type UserInput } from './shell/user-input'
import { openWindow } from './shell/window'
import { createSync } from './sync/sync'
import { readUpdateSource } from './updates/update-address'
import { createUpdateHttp } from './updates/update-http'
import { installKind, loadUpdater, updateCacheFolder } from './updates/updater'
import { createUpdates } from './updates/updates'
import { endSnoozesInTime } from './workspaces/end-snoozes'
import { createLibraryLifecycle, type LibraryLifecycle } from './workspaces/library-lifecycle'
import { createOpenWorkspace } from './workspaces/open-workspace'
import { createOpenWorkspaces, mainWindowId } from './workspaces/open-workspaces'

/** The major version of the `electron` package, set by the build: an installed app has no such package to ask. */
declare const INTENDED_ELECTRON_MAJOR: number
/** The address for reporting problems: `bugs` of package.json, set by the build. */
declare const REPORT_ADDRESS: string | null

export interface AppDeps {
  readonly log: Log
  /** The profile's folder. */
  readonly profile: string
  /** Read while Electron starts. */
  readonly settings: SettingsStore
  readonly pageSession: Session
  /** The session of a name, in memory only. */
  readonly openServiceSession: (name: string) => Session
  readonly startsWithSandbox: boolean
}

export interface App {
  focus(): void
  /** A link that the operating system handed over, whatever it says. */
  follow(link: string): void
  /** Finishes what is under way, in an order that loses nothing. */
  end(): Promise<void>
  /** After `end`. true: an update that the person accepted is being installed, which quits the app. */
  installUpdate(onFailed: (error: unknown) => void): boolean
  /** The keychain owes an answer, and may never give it. */
  isKeychainWaiting(): boolean
}

export async function composeApp(deps: AppDeps): Promise<App> {
  const { log, settings, startsWithSandbox } = deps
  applyColorScheme(settings.read().preferences)
  const page = await servePage(deps.pageSession)
  await guardSession(deps.pageSession, page)

  /** The parts that the window tells of its events, made while it loads. */
  let composed: ToldByWindow | null = null
  const userInput = createUserInput(systemClock)
  const mainWindow = composeWindow(
    { settings, log, page, userInput, emit: (...event) => emit(...event) },
    () => composed,
  )
  const emit = createEmit(mainWindow.list)
  let answerCalls: (dispatch: Dispatch) => void = () => undefined
  serveCalls(new Promise<Dispatch>((resolve) => (answerCalls = resolve)), page.origin, mainWindow.knownContents)
  mainWindow.focus()

  const storage = await composeStorage(deps, {
    onOpened: (location, opened) => workspaces.lifecycle.onOpened(location, opened),
    onReopened: (input, opened) => workspaces.lifecycle.onReopened(input, opened),
    onStopped: (isStopped) => emit('library.stopped', { isStopped }),
  })
  const workspaces = composeWorkspaces(deps, storage, {
    emit,
    isWatched: () => mainWindow.list().some((each) => each.isVisible() && !each.isMinimized()),
    ask: (question) => shell.ask(question),
    onEnvironmentsChanged(list) {
      shell.menu.show(list)
      emit('environments.changed', list)
    },
  })
  const shell = composeShell(deps, { mainWindow, userInput, storage, workspaces, emit })
  composed = { ...workspaces, ...shell }

  const { environments, openWorkspace, lifecycle, sync } = workspaces
  shell.menu.show(await environments.list({}, { signal: new AbortController().signal }))
  powerMonitor.on('resume', () => {
    sync.onResume()
    workspaces.changes.onResume()
  })
  // Many keychains are unlocked with the screen.
  powerMonitor.on('unlock-screen', () => void workspaces.recheckKeychain())
  const { notices, opened } = await openWorkspace.openAtStart(mainWindowId, startsWithSandbox)
  storage.notices.push(...notices)
  answerCalls(shell.dispatch)
  void opened.then(lifecycle.start)
  shell.updates.start()
  const endSnoozes = endSnoozesInTime({
    ...{ library: storage.libraries.library, modeOf: storage.libraries.modeOf, settings: storage.settings },
    ...{ clock: systemClock, emit, log },
  })

  return {
    focus: mainWindow.focus,
    follow: (link) => void shell.places.follow(parseDeepLink(link)),
    end: () =>
      endApp({
        ...storage,
        ...workspaces,
        before: [mainWindow.end, async () => endSnoozes(), async () => shell.updates.dispose()],
        dispatch: shell.dispatch,
        clock: systemClock,
        log,
      }),
    installUpdate: shell.updates.install,
    isKeychainWaiting: storage.keychain.isWaiting,
  }
}

type Storage = Awaited<ReturnType<typeof composeStorage>>
type Workspaces = ReturnType<typeof composeWorkspaces>
type Shell = ReturnType<typeof composeShell>
type ToldByWindow = Pick<Shell, 'dispatch' | 'modalGuard'> & Pick<Workspaces, 'sync' | 'stopStoring'>

interface LibraryEvents extends Pick<LibraryLifecycle, 'onOpened' | 'onReopened'> {
  readonly onStopped: (isStopped: boolean) => void
}

/** The storage on this computer: settings, keychain, libraries, and the sandbox's data. */
async function composeStorage({ log, profile, settings }: AppDeps, events: LibraryEvents) {
  const keychain = await openProfileKeychain(settings, log)
  const { profileId } = settings.read()
  const keys = createLibraryKeys({ keychain, profileId })
  const files = createLibraryFiles({ profile, keys, log })
  await retireNotKeptList(profile, settings)
  const fork = (entry: string, name: string) => () =>
    utilityProcess.fork(entry, [], { serviceName: name, stdio: 'inherit' })
  const libraryProcess = createLibraryClient({
    fork: fork(libraryEntry, 'Discovery Desk Library'),
    clock: systemClock,
    log,
    onReopened: events.onReopened,
    onStopped: events.onStopped,
  })
  const libraries = createLibraryOnDemand({
    library: libraryProcess.library,
    locate: locateWithReview(files.locate, settings),
    isKnown: (name) => isSetUpOrOnDisk({ settings, files }, name),
    requireReviewOnOpen: (name) => setReviewOnOpen(settings, name, true),
    onOpened: events.onOpened,
  })
  const sandbox = createSandboxProcess({
    fork: fork(sandboxEntry, 'Discovery Desk Sandbox'),
    dataFile: path.join(profile, 'sandbox.data'),
    keychain,
    clock: systemClock,
    log,
  })
  const tokens = createTokens({ keychain, profileId })
  const notices = [...settings.notices, ...(await writableFolderNotices(profile, log))]
  return { settings, keychain, tokens, keys, files, libraryProcess, libraries, sandbox, notices }
}

interface WorkspacesEvents {
  readonly emit: Emit
  /** A window is visible. */
  readonly isWatched: () => boolean
  /** Asks the person in a dialog of the operating system. */
  readonly ask: (question: Question) => Promise<boolean>
  readonly onEnvironmentsChanged: (list: EnvironmentList) => void
}

/** The parts that read from and send to the service, and the workspaces that they do it for. */
function composeWorkspaces({ log, openServiceSession }: AppDeps, storage: Storage, events: WorkspacesEvents) {
  const { settings, keychain, tokens, files, libraryProcess, libraries, sandbox } = storage
  const { library, ensureOpen, modeOf } = libraries
  const { emit } = events
  const network = createNetwork({
    ...{ settings, keychain, openSession: openServiceSession, emit, clock: systemClock, ask: events.ask, log },
    openRequest: (options) => net.request(options),
    onChanged: () => lifecycle.onNetworkChanged(),
  })
  const client = createServiceClient({
    fetch: fetchThroughSessions({
      open: network.open,
      send: (session, url, init) => electronFetch((options) => net.request({ ...options, session }), url, init),
      isOnline: () => net.isOnline(),
      watchLock: (environment) => changes.watchLock(environment),
      signInToProxy: network.signInToProxy,
    }),
  })
  const environments: Environments = createEnvironments({
    settings,
    tokens,
    keychain,
    client,
    sandbox,
    libraryModeOf: modeOf,
    withReview: (scope, step) => withReview(scope, step),
    revokeApprovals: (environment) => changes.revokeApprovals(environment),
    ask: events.ask,
    trustsThisComputer: !app.isPackaged,
    emitChanged(list) {
      events.onEnvironmentsChanged(list)
      lifecycle.moveToDiskIfUnlocked()
    },
  })
  const shared = {
    client,
    findTarget: environments.findTarget,
    library,
    clock: systemClock,
    random: Math.random,
    emit,
    log,
  }
  const syncHistory = createSyncHistory(log)
  const sync = createSync({
    ...shared,
    onRunEnded: syncHistory.add,
    isWorthRefreshing: () => net.isOnline() && events.isWatched(),
    afterSync: (workspace, finished) => changes.afterSync(workspace, finished),
    recoveryFailure: (environment) => changes.recoveryFailure(environment),
  })
  const changes = createChanges({
    ...shared,
    isLocked: environments.isLocked,
    newId: randomUUID,
    run: randomUUID(),
    requestSync: sync.requireSync,
    checkService: sync.checkService,
    onTokenAccepted: sync.onTokenAccepted,
    announce: sync.onJournalChanged,
  })
  const withReview = createWithReview({ libraries, files, changes, settings, emit })
  const openWorkspaces = createOpenWorkspaces({ ensureOpen, sync, log })
  const openWorkspace = createOpenWorkspace({ environments, openWorkspaces, log })
  const lifecycle: LibraryLifecycle = createLibraryLifecycle({
    ...{ settings, keychain, libraries, changes, openWorkspaces, emit, log },
    folder: files.folder,
    addNotice: (notice) => storage.notices.push(notice),
    restartProcess: libraryProcess.restart,
    announceEnvironments: environments.announce,
  })
  return {
    ...{ client, environments, network, sync, syncHistory, changes, openWorkspaces, openWorkspace, lifecycle },
    recheckKeychain: () => lifecycle.afterKeychainCheck(environments.checkKeychain),
    stopStoring: () => stopStoring({ sync, library, openWorkspaces }),
  }
}

interface ShellParts {
  readonly mainWindow: MainWindow
  readonly userInput: UserInput
  readonly storage: Storage
  readonly workspaces: Workspaces
  readonly emit: Emit
}

/** The parts around the window: the menu, dialogs, links, and the calls of the page. */
function composeShell(deps: AppDeps, { mainWindow, userInput, storage, workspaces, emit }: ShellParts) {
  const { log, profile } = deps
  const { settings, keychain, libraries, libraryProcess, notices } = storage
  const { environments, openWorkspace, lifecycle } = workspaces
  const { isLocked, findTarget } = environments
  const hasDevTools = !app.isPackaged

  const modalGuard = createModalGuard({
    onChange: (isOpen) => menu.setModalOpen(isOpen),
    onWait: () => emit('shell.linkWaits', {}),
  })
  const dialogs = createNativeDialogs(() => mainWindow.list()[0])
  const { ask, chooseFile, requireMayShow } = createPageQuestions({ dialogs, input: userInput })
  const updates = composeUpdates(deps, {
    settings,
    network: workspaces.network,
    dialogs,
    showProgress: (done) => mainWindow.list()[0]?.setProgressBar(done ?? -1),
  })
  const places = createPlaces({
    settings,
    isLocked,
    openWorkspace: (workspace) => openWorkspace.open(mainWindowId, workspace),
    openSandbox: () => openWorkspace.openSandbox(mainWindowId),
    dialogs,
    focus: () => mainWindow.focus(),
    whenDialogsClosed: modalGuard.whenDialogsClosed,
    navigate: (to) => mainWindow.whenLoaded(() => emit('shell.navigate', { to })),
    log,
  })
  const menu = createMenu(
    {
      tell: (command) => emit('shell.command', { command }),
      openView: modalGuard.guard((view: string) => mainWindow.whenLoaded(() => emit('shell.openView', { view }))),
      switchTo: modalGuard.guard(places.switchTo),
      checkForUpdates: () => void updates.check(),
    },
    hasDevTools,
  )
  const timings = createTimings(sinceStartMs)
  timings.mark('composed')
  const diagnostics = createDiagnostics({
    ...{ settings, libraries, timings, log, clock: systemClock, syncHistory: workspaces.syncHistory },
    program: () => describeProgram(INTENDED_ELECTRON_MAJOR),
    keychainState: keychain.state,
    environments: () => knownEnvironments(storage),
    logFolder: path.join(profile, logFolder),
    secrets: () => knownSecrets({ ...storage, network: workspaces.network, clock: systemClock }),
  })
  const startReport = createStartReport({
    ...{ settings, log, isPackaged: app.isPackaged, windowInFront: () => mainWindow.list()[0] },
  })
  const dispatch = createDispatch({
    handlers: appHandlers({
      ...storage,
      ...workspaces,
      findTarget,
      emit,
      dialogs: { ...dialogs, chooseFile },
      diagnostics,
      readLicences,
      reportTo: REPORT_ADDRESS,
      log,
      briefs: { requireMayShow, printPage: () => printPage(mainWindow.list()[0]) },
      shell: {
        intendedElectronMajor: INTENDED_ELECTRON_MAJOR,
        notices: () => [...notices, ...lockedOutNotices(keychain, libraries.inMemoryReason)],
        painted(rows) {
          timings.mark('first rows painted')
          return startReport(rows)
        },
        readyToClose: () => mainWindow.readyToClose(),
        setModalOpen: modalGuard.setOpen,
        ask,
        takeInput: userInput.take,
        updateStatus: updates.status,
        isLibraryStopped: libraryProcess.isStopped,
        restartLibrary: lifecycle.restart,
      },
      now: () => new Date(),
    }),
    assertUnlocked: ({ environment }) => workspaces.changes.assertUnlocked(environment),
    log,
    onDone: timings.call,
  })
  return { menu, places, dispatch, modalGuard, ask, updates }
}

interface WindowParts {
  readonly settings: SettingsStore
  readonly log: Log
  readonly page: PageSource
  readonly userInput: UserInput
  readonly emit: Emit
}

/** The window, before the rest of the app is there: `composed` is null until then. */
function composeWindow(
  { settings, log, page, userInput, emit }: WindowParts,
  composed: () => ToldByWindow | null,
): MainWindow {
  return createMainWindow({
    open() {
      const opened = openWindow({
        place: settings.read().window,
        savePlace: (window) => void settings.update((current) => ({ ...current, window })).catch(() => undefined),
        url: page.url,
        hasDevTools: !app.isPackaged,
      })
      userInput.watch(opened.webContents)
      return opened
    },
    clock: systemClock,
    log,
    onFocus: () => composed()?.sync.onFocus(),
    onGone(contentsId) {
      composed()?.dispatch.abortSender(contentsId)
      composed()?.modalGuard.setOpen(false)
    },
    tellClosing() {
      // The app ends with its window.
      composed()?.stopStoring()
      emit('shell.closing', {})
    },
    askAfterCrashes,
    quit: () => app.quit(),
  })
}

interface UpdateParts extends Pick<Storage, 'settings'>, Pick<Workspaces, 'network'> {
  readonly dialogs: Dialogs
  readonly showProgress: (done: number | null) => void
}

/** Asks in dialogs of main. The page can read the status and nothing else. */
function composeUpdates({ log, profile }: AppDeps, { settings, network, dialogs, showProgress }: UpdateParts) {
  const version = app.getVersion()
  const { platform, resourcesPath: resources } = process
  const kind = installKind({ platform, isPackaged: app.isPackaged, appImage: process.env.APPIMAGE, resources })
  return createUpdates({
    ...{ version, kind, settings, ask: dialogs.ask, tell: dialogs.tell, showProgress, clock: systemClock, log },
    readSource: () => readUpdateSource({ profile, allowsHttp: !app.isPackaged }),
    load: ({ address, origin }) =>
      loadUpdater({
        ...{ kind, version, address, resources, log },
        http: createUpdateHttp({
          origin,
          // A session of its own, without data of the service, that follows the network settings.
          fetch: (url, init) => network.fetch('updates', url, init),
          clock: systemClock,
        }),
        cacheFolder: updateCacheFolder({ platform, localAppData: process.env.LOCALAPPDATA, profile }),
        restartArguments: restartArguments(process.argv.slice(1), []),
        quit: () => app.quit(),
      }),
    openPage: (page) => system.openExternal(page),
    quit: () => app.quit(),
  })
}
