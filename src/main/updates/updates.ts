// Updates of the app itself. Begin here: when to check, what to ask, what to say. update-address.ts says where from,
// updater.ts drives electron-updater, update-http.ts is its way to the network, and profile-version.ts keeps the person's
// data when another version starts.
//
// Without an address nothing is loaded and nothing is sent. Nothing is downloaded before the person said so, and nothing
// is installed before they said so again.
import { AppError, type ErrorCode } from '../../contract/errors'
import type { UpdateStatus } from '../../contract/features/shell'
import type { Clock } from '../clock'
import type { Question } from '../question'
import { reportOf } from '../schedule/failure'
import { createMutex } from '../schedule/mutex'
import type { UpdateChoices } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { UpdateSource } from './update-address'
import type { InstallKind, Release, Updater } from './updater'

type SetSource = Extract<UpdateSource, { kind: 'set' }>

export interface UpdatesDeps {
  /** The version of this app. */
  readonly version: string
  readonly kind: InstallKind
  readonly readSource: () => Promise<UpdateSource>
  readonly load: (source: SetSource) => Promise<Updater>
  readonly settings: Pick<SettingsStore, 'read' | 'update'>
  /** Asks in a dialog of the operating system; `tell` uses one, too. */
  readonly ask: (question: Question) => Promise<boolean>
  readonly tell: (message: string, detail: string) => Promise<void>
  readonly openPage: (page: string) => Promise<void>
  /** A fraction; null: nothing is being downloaded. */
  readonly showProgress: (done: number | null) => void
  /** Ends the app in order; `install` follows. */
  readonly quit: () => void
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'defect'>
}

export interface Updates {
  /** Checks soon and then once a day, if an address is set and allowed. */
  start(): void
  /** The person asked: every outcome is told. Never throws. */
  check(): Promise<void>
  status(): Promise<UpdateStatus>
  /** After everything else ended. true: it installs what the person accepted, and quits. */
  install(onFailed: (error: unknown) => void): boolean
  dispose(): void
}

/** The window, the first rows and the first sync come first. */
const firstCheckMs = 30_000
const dayMs = 24 * 60 * 60 * 1000

const tryLater = 'Try again later.'
const causes: Partial<Record<ErrorCode, string>> = {
  NAME_NOT_FOUND: `The update server wasn’t found. ${tryLater}`,
  CONNECTION_REFUSED: `The update server can’t be reached. You may be offline. ${tryLater}`,
  CONNECTION_LOST: `The connection to the update server was lost. ${tryLater}`,
  TIMEOUT: `The update server stopped answering. ${tryLater}`,
  TLS_UNTRUSTED: 'The certificate of the update server isn’t trusted, so nothing was read from it.',
  NOT_FOUND: 'The update server has no list of versions, or the file in its list is missing.',
  NOT_THE_SERVICE: 'The update server’s response isn’t a list of versions.',
  REDIRECTED: 'The update server redirects to another address, which the app doesn’t follow.',
  ANSWER_TOO_LARGE: 'The update server’s response is too large for an update.',
  TAMPERED:
    'The downloaded file isn’t the one that was published. It was deleted. Try again, or ask the people who gave you Discovery Desk.',
  SERVICE_FAILED: `Something went wrong on the update server. ${tryLater}`,
  DISK_FULL: 'The disk is full. Free up some space, then try again.',
  PROFILE_READ_ONLY: 'The app can’t write to its folder. Make it writable, then try again.',
}

export function createUpdates(deps: UpdatesDeps): Updates {
  const { settings, ask, tell, clock, log } = deps
  const mutex = createMutex()
  let loaded: { readonly address: string; readonly updater: Updater } | null = null
  let release: Release | null = null
  let problem: string | null = null
  let isDownloading = false
  let isReady = false
  let isAccepted = false
  let cancelTimer = () => {}

  const choices = () => settings.read().updates
  /** Keeps it in memory at least, where the disk is full. */
  const remember = (change: Partial<UpdateChoices>) =>
    settings.update((current) => ({ ...current, updates: { ...current.updates, ...change } })).catch(() => undefined)

  function causeOf(error: unknown): string {
    const { code, message } = reportOf(log, 'updates', error)
    return causes[code] ?? message
  }

  async function updaterOf(source: SetSource): Promise<Updater> {
    if (loaded?.address !== source.address) {
      loaded?.updater.dispose()
      isReady = false
      loaded = { address: source.address, updater: await deps.load(source) }
    }
    return loaded.updater
  }

  async function isAllowed(source: SetSource, isAsked: boolean): Promise<boolean> {
    const { allowedAddress, declinedAddress } = choices()
    if (allowedAddress === source.address) return true
    if (!isAsked && declinedAddress === source.address) return false
    const isYes = await ask({
      message: 'Get updates for Discovery Desk from this address?',
      detail: `${source.address}\n\nUpdates can do anything you can do on this computer. Allow this only if the address comes from the people who gave you Discovery Desk.`,
      accept: 'Allow',
    })
    await remember(
      isYes ? { allowedAddress: source.address, declinedAddress: null } : { declinedAddress: source.address },
    )
    return isYes
  }

  async function checkSource(isAsked: boolean): Promise<void> {
    const source = await deps.readSource()
    if (source.kind === 'none') {
      if (isAsked) await tell('Updates are off.', 'No update address is set on this computer.')
      return
    }
    if (source.kind === 'invalid') {
      problem = source.reason
      if (isAsked) await tell('Couldn’t check for updates.', `${source.reason} (${source.file})`)
      return
    }
    if (!(await isAllowed(source, isAsked))) return
    const updater = await updaterOf(source)
    if (isReady && release !== null) {
      if (isAsked) await offerInstall(updater, release)
      return
    }
    release = await updater.check()
    problem = null
    await remember({ checkedAt: clock.now() })
    if (release === null) {
      if (isAsked) await tell('Discovery Desk is up to date.', `You have version ${deps.version}.`)
      return
    }
    if (isAsked || choices().declinedVersion !== release.version) await offer(source, updater, release)
  }

  async function offer(source: SetSource, updater: Updater, { version, notes }: Release): Promise<void> {
    const message = `Discovery Desk ${version} is available.`
    const about = `You have version ${deps.version}.${notes === '' ? '' : `\n\n${notes}`}`
    const later = () => remember({ declinedVersion: version })
    if (deps.kind !== 'page') {
      const question = { message, detail: about, accept: 'Download', decline: 'Later' }
      return (await ask(question)) ? download(updater, { version, notes }) : void (await later())
    }
    await later()
    if (source.page === null) {
      return tell(message, `${about}\n\nTo get it, ask the people who gave you Discovery Desk.`)
    }
    const detail = `${about}\n\nDownload it from ${source.page}`
    if (await ask({ message, detail, accept: 'Open download page', decline: 'Later' })) await deps.openPage(source.page)
  }

  async function download(updater: Updater, found: Release): Promise<void> {
    isDownloading = true
    try {
      await updater.download(deps.showProgress)
      isReady = true
    } catch (error) {
      if (error instanceof AppError && error.code === 'CANCELLED') return
      problem = causeOf(error)
      return tell(`Discovery Desk ${found.version} couldn’t be downloaded.`, problem)
    } finally {
      isDownloading = false
      deps.showProgress(null)
    }
    await offerInstall(updater, found)
  }

  async function offerInstall(updater: Updater, { version }: Release): Promise<void> {
    const question = {
      message: `Discovery Desk ${version} is ready to install.`,
      detail: 'The app will close, update and restart. The new version backs up your data before it opens it.',
      accept: 'Install and restart',
      decline: 'Later',
    }
    if (!(await ask(question))) return void (await remember({ declinedVersion: version }))
    try {
      await updater.assertInstallable()
    } catch (error) {
      return tell(`Discovery Desk ${version} couldn’t be installed.`, causeOf(error))
    }
    isAccepted = true
    deps.quit()
  }

  async function check(isAsked: boolean): Promise<void> {
    if (isDownloading) {
      if (isAsked) await tell('An update is being downloaded.', 'You’ll be asked when it’s done.')
      return
    }
    // A check that the person asks for follows the one in the background, with its questions.
    await mutex.run(async () => {
      try {
        await checkSource(isAsked)
      } catch (error) {
        problem = causeOf(error)
        // Being offline is no news to anybody who didn't ask.
        if (isAsked) await tell('Couldn’t check for updates.', problem)
      }
    })
  }

  function checkIn(delayMs: number): void {
    cancelTimer = clock.after(delayMs, () => {
      checkIn(dayMs)
      void check(false)
    })
  }

  return {
    start: () => checkIn(firstCheckMs),
    check: () => check(true),
    async status() {
      const source = await deps.readSource()
      const { allowedAddress, checkedAt } = choices()
      const version = release?.version ?? null
      const status = (state: UpdateStatus['state']) => ({ state, version, problem, checkedAt })
      if (source.kind === 'none') return { ...status('off'), problem: null }
      if (source.kind === 'invalid') return { ...status('failed'), problem: source.reason }
      if (allowedAddress !== source.address) return status('unconfirmed')
      if (isDownloading) return status('downloading')
      if (problem !== null) return status('failed')
      if (isReady) return status('ready')
      if (release !== null) return status('available')
      return status(checkedAt === null ? 'unchecked' : 'current')
    },
    install(onFailed) {
      if (!isAccepted || loaded === null) return false
      loaded.updater.install(onFailed)
      return true
    },
    dispose() {
      cancelTimer()
      loaded?.updater.dispose()
    },
  }
}
