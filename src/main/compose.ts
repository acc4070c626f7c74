// Puts the app together: every part is made here, once, and given what it needs. Nothing else in main reaches for
// another part by itself.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { app, net, powerMonitor, type Session, utilityProcess } from 'electron'
import electronPackage from 'electron/package.json'
import { AppError } from '../contract/errors'
import libraryEntry from '../library/index?modulePath'
import sandboxEntry from '../sandbox/index?modulePath'
import { systemClock } from './clock'
import { endInOrder } from './ending'
import { createActiveWorkspace } from './environments/active-workspace'
import { createAskFirst } from './environments/ask-first'
import { createEnvironments, type Environments } from './environments/environments'
import { startInSandbox } from './environments/start-in-sandbox'
import { appHandlers } from './features/handlers'
import { applyColorScheme } from './features/preferences'
import { createDispatch } from './ipc/dispatch'
import { createEmit, serveCalls } from './ipc/serve'
import { createLibraryKeys } from './keychain/library-keys'
import { openProfileKeychain } from './keychain/profile-keychain'
import { createTokens } from './keychain/tokens'
import { createLibraryClient } from './library/library-client'
import { createLibraryFiles } from './library/library-files'
import { lockedOutNotices } from './library/locked-out-notice'
import { createLibraryOnDemand } from './library/on-demand'
import { emptiedMemoryNotice, rebuiltNotice } from './library/rebuilt-notice'
import { parseDeepLink } from './navigation/deep-link'
import { createNativeDialogs } from './navigation/native-dialogs'
import { createPlaces } from './navigation/places'
import { askingFirst, lostNotices, openDisowned } from './outbox/disowned'
import { createEverywhere } from './outbox/everywhere'
import { createOutbox } from './outbox/outbox'
import { createSandboxProcess } from './sandbox/sandbox-process'
import { createServiceClient } from './service/client'
import { fetchThroughSessions } from './service/sessions'
import { openSettings } from './settings/settings'
import { askAfterCrashes } from './shell/crash-dialog'
import { guardSession } from './shell/guards'
import type { Log } from './shell/log'
import { createMainWindow } from './shell/main-window'
import { createMenu } from './shell/menu'
import { servePage } from './shell/page'
import { createPageCover } from './shell/page-cover'
import { createStartReport } from './shell/start-report'
import { openWindow } from './shell/window'
import { createSync } from './sync/sync'

export interface AppDeps {
  readonly log: Log
  /** The profile's folder. */
  readonly profile: string
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
}

export async function composeApp({
  log,
  profile,
  pageSession,
  openServiceSession,
  startsWithSandbox,
}: AppDeps): Promise<App> {
  const clock = systemClock
  const hasDevTools = !app.isPackaged
  const notices: string[] = []
  const page = await servePage(pageSession)
  guardSession(pageSession, page.allowedPrefixes)

  const settings = await openSettings(path.join(profile, 'settings.json'))
  notices.push(...settings.notices)
  applyColorScheme(settings.read().preferences)
  const keychain = await openProfileKeychain(settings, log)
  const { profileId } = settings.read()
  const tokens = createTokens({ keychain, profileId })

  const fork = (entry: string, name: string) => () =>
    utilityProcess.fork(entry, [], { serviceName: name, stdio: 'inherit' })
  const libraryProcess = createLibraryClient({
    fork: fork(libraryEntry, 'Discovery Desk Library'),
    clock,
    log,
    // What was only in memory went with the process but for what waits; what was rebuilt has to be filled.
    onReopened({ environment, file }, opened) {
      const from = { environment, folder: files.folder, isKeyNew: false }
      const notice = file === null ? emptiedMemoryNotice(environment, opened) : rebuiltNotice(from, opened)
      if (notice) notices.push(notice)
      void environments.announce()
      const isEmpty = file === null || opened.state === 'rebuilt'
      const workspace = settings.read().active
      if (isEmpty && workspace?.environment === environment) sync.open(workspace)
    },
    onStopped: (isStopped) => emit('library.stopped', { isStopped }),
  })
  const keys = createLibraryKeys({ keychain, profileId })
  const files = createLibraryFiles({ profile, keys, log })
  const disowned = await openDisowned(path.join(profile, 'not-kept'))
  notices.push(...lostNotices(disowned))
  const libraries = createLibraryOnDemand({
    library: libraryProcess.library,
    place: askingFirst(files.place, disowned),
    isKnown: async (name) => settings.read().environments[name].workspaces.length > 0 || (await files.exist(name)),
    onOpened({ input: { environment, requiresReview = false }, isKeyNew }, opened) {
      if (requiresReview) void disowned.wereAskedAbout(environment)
      void outbox.recover(environment).catch((defect) => log.defect('recovering what a killed run left', defect))
      const notice = rebuiltNotice({ environment, folder: files.folder, isKeyNew, isIdNew: settings.isIdNew }, opened)
      if (notice) notices.push(notice)
      void environments.announce()
    },
  })
  const { library } = libraries
  const sandbox = createSandboxProcess({
    fork: fork(sandboxEntry, 'Discovery Desk Sandbox'),
    dataFile: path.join(profile, 'sandbox.data'),
    mayKeep: () => keychain.ready().then(() => keychain.state() === 'available'),
    clock,
    log,
  })

  const client = createServiceClient({ fetch: fetchThroughSessions(openServiceSession) })
  const emit = createEmit(() => mainWindow.list())
  const environments: Environments = createEnvironments({
    settings,
    tokens,
    keychain,
    client,
    sandbox,
    libraryModeOf: libraries.modeOf,
    askFirst: (asked, step) => askFirst(asked, step),
    revokeApprovals: (environment) => outbox.revokeApprovals(environment),
    emitChanged(list) {
      menu.show(list)
      emit('environments.changed', list)
      if (keychain.state() === 'available') void everywhere.moveToDisk()
    },
  })
  const { findTarget, isLocked } = environments
  const lookAtKeychainAgain = () => everywhere.lookAgain(environments.lookAtKeychain)
  const sync = createSync({
    client,
    findTarget,
    library,
    clock,
    random: Math.random,
    emit,
    log,
    isWorthRefreshing: () =>
      net.isOnline() && mainWindow.list().some((each) => each.isVisible() && !each.isMinimized()),
    afterSync: (workspace, finished) => outbox.afterSync(workspace, finished),
  })
  const outbox = createOutbox({
    client,
    findTarget,
    library,
    isLocked,
    clock,
    random: Math.random,
    disowned,
    newId: randomUUID,
    emit,
    log,
    requestSync: sync.requireSync,
    wantSync: sync.notePendingChanges,
    announce: sync.onJournalChanged,
  })

  const askFirst = createAskFirst({ libraries, files, outbox, disowned, emit })
  const active = createActiveWorkspace({ settings, ensureOpen: libraries.ensureOpen, outbox, sync, log })
  const everywhere = createEverywhere({ settings, keychain, libraries, outbox, active, log })
  /** As after a start: what was on its way when the library went is looked into, and the list is read anew. */
  async function restartLibrary(): Promise<void> {
    await libraryProcess.restart()
    const workspace = active.read()
    if (workspace) await active.activate(workspace)
    void everywhere.start()
  }
  const cover = createPageCover({ onChange: (on) => menu.cover(on), onWait: () => emit('shell.linkWaits', {}) })
  const focus = () => mainWindow.focus()
  const navigate = (to: string) => mainWindow.whenLoaded(() => emit('shell.navigate', { to }))
  const dialogs = createNativeDialogs(() => mainWindow.list()[0])
  const places = createPlaces({
    settings,
    environments,
    activate: active.activate,
    dialogs,
    focus,
    whenFree: cover.whenFree,
    navigate,
    log,
  })
  const menu = createMenu(
    {
      tell: (command) => emit('shell.command', { command }),
      openView: cover.guard((view: string) => mainWindow.whenLoaded(() => emit('shell.openView', { view }))),
      switchTo: cover.guard(places.switchTo),
    },
    hasDevTools,
  )

  const dispatch = createDispatch({
    handlers: appHandlers({
      settings,
      libraries,
      files,
      keys,
      sandbox,
      environments,
      active,
      client,
      findTarget,
      sync,
      lookAgain: lookAtKeychainAgain,
      outbox,
      emit,
      dialogs,
      shell: {
        intendedElectronMajor: Number.parseInt(electronPackage.version, 10),
        notices: () => [...notices, ...lockedOutNotices(keychain, libraries.inMemoryReason)],
        painted: createStartReport(settings, () => mainWindow.list()[0]),
        readyToClose: () => mainWindow.readyToClose(),
        covered: cover.set,
        isLibraryStopped: libraryProcess.isStopped,
        restartLibrary,
      },
      now: () => new Date(),
    }),
    assertUnlocked({ environment }) {
      if (isLocked(environment)) throw new AppError('ENVIRONMENT_LOCKED', 'Editing is locked in this environment.')
    },
    logDefect: (call, defect) => log.defect(call, defect),
  })

  const mainWindow = createMainWindow({
    open: () =>
      openWindow({
        place: settings.read().window,
        savePlace: (window) => void settings.update((current) => ({ ...current, window })).catch(() => undefined),
        url: page.url,
        hasDevTools,
      }),
    clock,
    log,
    onFocus: () => sync.onFocus(),
    onGone(contentsId) {
      dispatch.abortSender(contentsId)
      cover.set(false)
    },
    tellClosing: () => emit('shell.closing', {}),
    askAfterCrashes,
    quit: () => app.quit(),
  })
  serveCalls(dispatch, page.origin, mainWindow.knownContents)
  menu.show(await environments.list({}, { signal: new AbortController().signal }))
  powerMonitor.on('resume', () => sync.onResume())
  // Many keychains are unlocked with the screen.
  powerMonitor.on('unlock-screen', () => void lookAtKeychainAgain())

  if (startsWithSandbox) {
    notices.push(...(await startInSandbox({ environments, active, log })))
  }
  const restored = active.read()
  mainWindow.focus()
  const opened = restored && !startsWithSandbox ? active.activate(restored) : Promise.resolve()
  void opened.then(everywhere.start)

  return {
    focus,
    follow: (link) => void places.follow(parseDeepLink(link)),
    end: () =>
      endInOrder({
        steps: [
          // First, while there is still a library for what was typed last.
          mainWindow.end,
          sync.dispose,
          outbox.dispose,
          () => Promise.race([dispatch.drain(), new Promise((resolve) => setTimeout(resolve, 2000))]),
          libraryProcess.dispose,
          sandbox.stop,
          settings.flush,
        ],
        force() {
          libraryProcess.endByForce()
          sandbox.endByForce()
        },
        clock,
        log,
      }),
  }
}
