// The entry point of the main process: settings that must come before everything else, the single instance, and a clean
// end. compose.ts creates the parts of the app and connects them; begin reading there.
import path from 'node:path'
import { app, dialog, Menu, protocol, session } from 'electron'
import { linkScheme } from '../contract/views'
import { systemClock } from './clock'
import { type App, composeApp } from './compose'
import { createHeldQuit } from './ending'
import { linkAmong, restartArguments, sandboxSwitch } from './navigation/deep-link'
import { appScheme } from './shell/app-protocol'
import { guardAllContents } from './shell/guards'
import { createLog, logFolder } from './shell/log'
import { profileFolder, whyNotLocked } from './shell/profile-folder'
import { isInstalled } from './shell/protocol-client'
import { refusedSwitch } from './shell/switches'
import { openProfile } from './updates/open-profile'
import { claimWords, type RefusedClaim } from './updates/profile-version'

/** EX_SOFTWARE of sysexits.h. */
const internalErrorExitCode = 70

// Files that the app writes are readable by their owner only.
process.umask(0o077)
// Over HTTP/3 Chromium repeats a change whose connection broke, even on a fresh connection (service/sessions.ts).
app.commandLine.appendSwitch('disable-quic')
// Otherwise a service's headers make Chromium report requests, with their addresses, to any host that they name. A second
// switch replaces the first: the features that are off already stay off.
const alreadyOff = app.commandLine.getSwitchValue('disable-features')
app.commandLine.appendSwitch('disable-features', `NetworkErrorLogging,Reporting,${alreadyOff}`)

const own = { profile: profileFolder(app), version: app.getVersion() }
const log = createLog(path.join(own.profile, logFolder), { showsMessages: !app.isPackaged })

function fail(where: string, defect: unknown): void {
  log.defect(where, defect)
  // Otherwise Electron opens a dialog, which nobody may see, and the process hangs.
  app.exit(internalErrorExitCode)
}

process.on('uncaughtException', (defect) => fail('uncaught exception', defect))
process.on('unhandledRejection', (defect) => fail('unhandled rejection', defect))

/** false: the person was told why the app can't go on with this profile, and does not want to try again. */
async function asksAgain(claim: RefusedClaim): Promise<boolean> {
  const words = claimWords(claim, own)
  log.info(`not started: ${words.message}`)
  const buttons = claim.state === 'newer' ? ['Quit'] : ['Quit', 'Try again']
  const options = { type: 'error' as const, title: 'Discovery Desk', ...words, buttons, cancelId: 0, noLink: true }
  return (await dialog.showMessageBox(options)).response === 1
}

/** Another process has the profile and heard of this start, or the person is told why the app can't start. */
function endWithoutLock(): void {
  const detail = whyNotLocked(own.profile)
  if (detail === null) {
    app.quit()
    return
  }
  log.info(`not started: ${detail}`)
  const message = 'Discovery Desk couldn’t start.'
  const options = { type: 'error' as const, title: 'Discovery Desk', message, detail, buttons: ['Quit'], noLink: true }
  app
    .whenReady()
    .then(() => dialog.showMessageBox(options))
    .then(() => app.exit(1))
    .catch((defect: unknown) => fail('start', defect))
}

/** Starts the app again once this process is gone, for starts that this one missed. */
function startAgain(missed: readonly string[]): void {
  const args = restartArguments(process.argv.slice(1), missed)
  // The file system of an AppImage goes with this process.
  app.relaunch({ execPath: process.env.APPIMAGE ?? process.execPath, args })
}

function run(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  guardAllContents()
  // Otherwise the window has Electron's default menu, with Reload and links to the web, until ours is there.
  Menu.setApplicationMenu(null)

  // Read while Electron starts.
  const opening = openProfile(own)
  let composing: Promise<App> | null = null
  let composed: App | null = null
  /** A link that arrived before the app was composed. */
  let pendingLink = linkAmong(process.argv)
  const follow = (link: string) => {
    if (composed) composed.follow(link)
    else pendingLink = link
  }
  // An app that is not installed would register a path that may be deleted.
  if (isInstalled({ ...process, isPackaged: app.isPackaged })) app.setAsDefaultProtocolClient(linkScheme)
  /** Arguments of all starts, and links, that found this process ending; null: there were none. */
  let missed: readonly string[] | null = null
  const miss = (args: readonly string[]) => {
    missed = [...(missed ?? []), ...args]
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    if (heldQuit.isEnding()) miss([link])
    else follow(link)
  })
  app.on('second-instance', (_event, args) => {
    // The other process has ended as well.
    if (heldQuit.isEnding()) return miss(args)
    const link = linkAmong(args)
    composed?.focus()
    if (link !== null) follow(link)
  })
  // On macOS, a second start of the app is this event.
  app.on('activate', () => (heldQuit.isEnding() ? miss([]) : composed?.focus()))
  app.on('window-all-closed', () => app.quit())
  /** Something in the start did not return. */
  let isStuck = false
  const heldQuit = createHeldQuit({
    ...{ composing: () => composing, clock: systemClock, log },
    quit(ended) {
      isStuck = ended === null
      // The new version starts before this one is gone.
      app.releaseSingleInstanceLock()
      const isInstalling = ended?.installUpdate((error) => {
        log.defect('installing an update', error)
        dialog.showErrorBox('The update couldn’t be installed.', 'Restart Discovery Desk to continue.')
        app.exit(internalErrorExitCode)
      })
      if (isInstalling) return
      if (missed !== null) startAgain(missed)
      app.quit()
    },
  })
  app.on('before-quit', heldQuit.onQuit)
  // The last event. Electron then waits until every native call has returned, while the window is gone and the next start
  // finds the profile in use. The keychain returns when the person answers its prompt, which may be never.
  app.on('quit', () => {
    if (isStuck || composed?.isKeychainWaiting()) process.kill(process.pid, 'SIGKILL')
  })
  app
    .whenReady()
    .then(async () => {
      let opened = await opening
      while ('refused' in opened) {
        if (!(await asksAgain(opened.refused))) return app.quit()
        opened = await openProfile(own)
      }
      composing = composeApp({
        log,
        profile: own.profile,
        settings: opened.settings,
        pageSession: session.defaultSession,
        // In memory, so that no cookie, cache or sign-in of the service reaches the disk.
        openServiceSession(name) {
          const opened = session.fromPartition(name, { cache: false })
          // Otherwise each would download a dictionary from a server of Google, through the network of the person.
          opened.setSpellCheckerLanguages([])
          return opened
        },
        startsWithSandbox: process.argv.includes(sandboxSwitch),
      })
      composed = await composing
      if (pendingLink !== null && !heldQuit.isEnding()) composed.follow(pendingLink)
    })
    .catch((defect: unknown) => fail('start', defect))
}

const refused = refusedSwitch()
if (refused) {
  // On stderr, too.
  log.info(`this build does not start with ${refused}, which is not among the switches that an installed app accepts`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  run()
} else {
  endWithoutLock()
}
