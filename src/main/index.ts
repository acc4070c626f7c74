// The entry point of the main process: settings that must come before everything else, the single instance, and a clean
// end. compose.ts creates the parts of the app and connects them; begin reading there.
import path from 'node:path'
import { app, dialog, protocol, session } from 'electron'
import { linkScheme } from '../contract/views'
import { type App, composeApp } from './compose'
import { linkAmong } from './navigation/deep-link'
import { openSettings, type SettingsStore } from './settings/settings'
import { appScheme } from './shell/app-protocol'
import { guardAllContents } from './shell/guards'
import { createLog, logFolder } from './shell/log'
import { refusedSwitch } from './shell/switches'
import { claimProfile, claimWords, type RefusedClaim } from './updates/profile-version'

/** EX_SOFTWARE of sysexits.h. */
const internalErrorExitCode = 70

// Files that the app writes are readable by their owner only.
process.umask(0o077)

const own = { profile: app.getPath('userData'), version: app.getVersion() }
const log = createLog(path.join(own.profile, logFolder), { showsMessages: !app.isPackaged })

function fail(where: string, defect: unknown): void {
  log.defect(where, defect)
  // Otherwise Electron opens a dialog, which nobody may see, and the process hangs.
  app.exit(internalErrorExitCode)
}

process.on('uncaughtException', (defect) => fail('uncaught exception', defect))
process.on('unhandledRejection', (defect) => fail('unhandled rejection', defect))

/** The settings of a profile that this version may use. One that it may not use is left as it is. */
async function openProfile(): Promise<{ readonly settings: SettingsStore } | { readonly refused: RefusedClaim }> {
  const claim = await claimProfile(own)
  if (claim.state !== 'ready') return { refused: claim }
  return { settings: await openSettings(path.join(own.profile, 'settings.json')) }
}

/** false: the person was told why the app can't go on with this profile, and does not want to try again. */
async function asksAgain(claim: RefusedClaim): Promise<boolean> {
  const words = claimWords(claim, own)
  log.info(`not started: ${words.message}`)
  const buttons = claim.state === 'newer' ? ['Quit'] : ['Quit', 'Try again']
  const options = { type: 'error' as const, title: 'Discovery Desk', ...words, buttons, cancelId: 0, noLink: true }
  return (await dialog.showMessageBox(options)).response === 1
}

function run(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  guardAllContents()

  // Read while Electron starts.
  const opening = openProfile()
  let composed: App | null = null
  /** A link that arrived before the app was composed. */
  let pendingLink = linkAmong(process.argv)
  const follow = (link: string) => {
    if (composed) composed.follow(link)
    else pendingLink = link
  }
  // An app that is not installed would register a path that may be deleted.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow(link)
  })
  let isEnding = false
  let hasEnded = false
  app.on('second-instance', (_event, args) => {
    composed?.focus()
    const link = linkAmong(args)
    if (link !== null) follow(link)
  })
  app.on('activate', () => composed?.focus())
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (hasEnded || !composed) return
    // Quits again once all writes have finished.
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void composed.end().finally(() => {
      hasEnded = true
      // The new version starts before this one is gone.
      app.releaseSingleInstanceLock()
      const isInstalling = composed?.installUpdate((error) => {
        log.defect('installing an update', error)
        dialog.showErrorBox('The update couldn’t be installed.', 'Start Discovery Desk again to go on.')
        app.exit(internalErrorExitCode)
      })
      if (!isInstalling) app.quit()
    })
  })
  app
    .whenReady()
    .then(async () => {
      let opened = await opening
      while ('refused' in opened) {
        if (!(await asksAgain(opened.refused))) return app.quit()
        opened = await openProfile()
      }
      composed = await composeApp({
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
        startsWithSandbox: process.argv.includes('--sandbox'),
      })
      if (pendingLink !== null) composed.follow(pendingLink)
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
  app.quit()
}
