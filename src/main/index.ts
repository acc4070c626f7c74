// Where main begins: what has to be set before anything else runs, one instance, a clean end. What the app is made of is
// put together in compose.ts.
import path from 'node:path'
import { app, protocol, session } from 'electron'
import { linkScheme } from '../contract/views'
import { type App, composeApp } from './compose'
import { linkAmong } from './navigation/deep-link'
import { appScheme } from './shell/app-protocol'
import { guardAllContents, refusedSwitch } from './shell/guards'
import { createLog } from './shell/log'

/** By the convention of sysexits: an internal software error. */
const internalFailure = 70

// Everything the app writes is the person's alone.
process.umask(0o077)

const log = createLog(path.join(app.getPath('userData'), 'logs'))

function fail(where: string, defect: unknown): void {
  log.defect(where, defect)
  // Without this, Electron opens a dialog nobody may see and the process hangs.
  app.exit(internalFailure)
}

process.on('uncaughtException', (defect) => fail('uncaught exception', defect))
process.on('unhandledRejection', (defect) => fail('unhandled rejection', defect))

function run(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  guardAllContents()

  let composed: App | null = null
  /** A link that came before there was anybody to follow it. */
  let early = linkAmong(process.argv)
  const follow = (link: string) => {
    if (composed) composed.follow(link)
    else early = link
  }
  // A build that is not installed would leave the system with a link to a file that goes.
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
    // What is being written is finished first; then quitting is asked for again.
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void composed.end().finally(() => {
      hasEnded = true
      app.quit()
    })
  })
  app
    .whenReady()
    .then(async () => {
      composed = await composeApp({
        log,
        profile: app.getPath('userData'),
        pageSession: session.defaultSession,
        // In memory: no cookie, cache or sign-in of the service ever reaches the disk.
        openServiceSession: (name) => session.fromPartition(name, { cache: false }),
        startsWithSandbox: process.argv.includes('--sandbox'),
      })
      if (early !== null) composed.follow(early)
    })
    .catch((defect: unknown) => fail('start', defect))
}

const refused = refusedSwitch()
if (refused) {
  log.info(`this build does not start with --${refused}`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  run()
} else {
  app.quit()
}
