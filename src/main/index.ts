// The entry point of the main process: settings that must come before everything else, the single instance, and a clean
// end. compose.ts creates the parts of the app and connects them; begin reading there.
import path from 'node:path'
import { app, dialog, protocol, session } from 'electron'
import { linkScheme } from '../contract/views'
import { type App, composeApp } from './compose'
import { linkAmong } from './navigation/deep-link'
import { openSettings } from './settings/settings'
import { appScheme } from './shell/app-protocol'
import { guardAllContents } from './shell/guards'
import { createLog, logFolder } from './shell/log'
import { refusedSwitch } from './shell/switches'
import { claimProfile, claimWords } from './updates/profile-version'

/** EX_SOFTWARE of sysexits.h. */
const internalErrorExitCode = 70

// Files that the app writes are readable by their owner only.
process.umask(0o077)

const log = createLog(path.join(app.getPath('userData'), logFolder), { showsMessages: !app.isPackaged })

function fail(where: string, defect: unknown): void {
  log.defect(where, defect)
  // Otherwise Electron opens a dialog, which nobody may see, and the process hangs.
  app.exit(internalErrorExitCode)
}

process.on('uncaughtException', (defect) => fail('uncaught exception', defect))
process.on('unhandledRejection', (defect) => fail('unhandled rejection', defect))

/** false: the person was told why the app can't go on with this profile, and nothing in it was changed. */
async function claimOwnProfile(): Promise<boolean> {
  const profile = { profile: app.getPath('userData'), version: app.getVersion() }
  for (;;) {
    const claim = await claimProfile(profile)
    if (claim.state === 'ready') return true
    const words = claimWords(claim, profile)
    log.info(`not started: ${words.message}`)
    const buttons = claim.state === 'newer' ? ['Quit'] : ['Quit', 'Try again']
    const options = { type: 'error' as const, title: 'Discovery Desk', ...words, buttons, cancelId: 0, noLink: true }
    if ((await dialog.showMessageBox(options)).response === 0) return false
  }
}

function run(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  guardAllContents()

  // Read while Electron starts.
  const settings = openSettings(path.join(app.getPath('userData'), 'settings.json'))
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
      if (!(await claimOwnProfile())) return app.quit()
      composed = await composeApp({
        log,
        profile: app.getPath('userData'),
        settings,
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
