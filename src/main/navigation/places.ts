// Going to another place from outside of the page: from the menu of the operating system and from links. The page is
// told where to go; nothing here changes anything at the service.
import { AppError } from '../../contract/errors'
import { type EnvironmentName, environmentLabels, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Environments } from '../environments/environments'
import { entranceOf } from '../environments/setup'
import type { Dialogs } from '../question'
import { isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { DeepLink } from './deep-link'
import { createTurns } from './turns'

export interface PlacesDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly isLocked: Environments['isLocked']
  readonly openWorkspace: (workspace: WorkspaceRef) => Promise<void>
  readonly openSandbox: () => Promise<unknown>
  readonly dialogs: Dialogs
  /** Brings the window to the front. */
  readonly focus: () => void
  /** Resolves when no dialog is open that going elsewhere would close; tells the person when that takes a while. */
  readonly whenDialogsClosed: () => Promise<void>
  /** Opens a route of the page, once it is loaded. */
  readonly navigate: (to: string) => void
  readonly log: Pick<Log, 'defect'>
}

export interface Places {
  /** Opens the workspace that was open there last; asks first for production. Never throws. */
  switchTo(environment: EnvironmentName): Promise<void>
  /**
   * null: the link could not be read. Asks first when it leads to another workspace than the active one. A page that calls
   * links in a loop gets one question at a time, and none about a link whose question is open. Never throws.
   */
  follow(link: DeepLink | null): Promise<void>
}

/** The page answers this route with what it last showed of the workspace. */
const asLeft = '/'

const isSame = (link: DeepLink | null, other: DeepLink | null) => JSON.stringify(link) === JSON.stringify(other)

export function createPlaces(deps: PlacesDeps): Places {
  const { settings, isLocked, openWorkspace, openSandbox, dialogs, focus, whenDialogsClosed, navigate, log } = deps
  const turns = createTurns({ whenDialogsClosed, onFailure: tellFailure })
  /** The newest link that waits; undefined = none. */
  let waitingLink: DeepLink | null | undefined
  /** The link that is being followed, with its question open; undefined = none. */
  let followedLink: DeepLink | null | undefined

  async function tellFailure(error: unknown): Promise<void> {
    // The person went on to another workspace.
    if (error instanceof AppError && error.code === 'CANCELLED') return
    if (!(error instanceof AppError)) log.defect('going to another place', error)
    const detail = error instanceof AppError ? error.message : 'Something went wrong in the app.'
    await dialogs.tell('Couldn’t open the workspace', detail).catch(() => undefined)
  }

  function nameOf(workspace: WorkspaceRef): string {
    const { workspaces } = settings.read().environments[workspace.environment]
    return workspaces.find((entry) => isOf(entry, workspace))?.name ?? workspace.workspaceId
  }

  /** A link names no organisation: the active workspace if it fits, otherwise the only one of that id. */
  function targetOf({ environment, workspaceId }: DeepLink): WorkspaceRef | null {
    const { active, environments } = settings.read()
    if (active?.environment === environment && active.workspaceId === workspaceId) return active
    const [only, ...others] = environments[environment].workspaces.filter((entry) => entry.workspaceId === workspaceId)
    return only && others.length === 0 ? { environment, organisationId: only.organisationId, workspaceId } : null
  }

  function isActive(workspace: WorkspaceRef): boolean {
    const { active } = settings.read()
    return active !== null && workspaceKey(active) === workspaceKey(workspace)
  }

  async function openEnvironment(environment: EnvironmentName): Promise<void> {
    const current = settings.read()
    if (current.active?.environment === environment) return
    if (environment === 'sandbox') {
      await openSandbox()
      return navigate(asLeft)
    }
    const workspace = entranceOf(current, environment)
    if (!workspace) return navigate(`/connect?environment=${environment}`)
    if (environment === 'production' && !(await askAboutProduction())) return
    await openWorkspace(workspace)
    navigate(asLeft)
  }

  function askAboutProduction(): Promise<boolean> {
    const label = environmentLabels.production
    return dialogs.ask({
      message: `Open ${label}?`,
      detail: `It’s your organisation’s live workspace. ${isLocked('production') ? 'It opens read-only.' : 'Editing is unlocked.'}`,
      accept: `Open ${label}`,
    })
  }

  async function openLink(link: DeepLink | null): Promise<void> {
    if (link === null) {
      return dialogs.tell('Can’t open this link', 'This link doesn’t point to anything in the app.')
    }
    const workspace = targetOf(link)
    const label = environmentLabels[link.environment]
    if (workspace === null) {
      return dialogs.tell('Can’t open this link', `It points to a workspace in ${label} that isn’t connected.`)
    }
    if (!isActive(workspace)) {
      const { active } = settings.read()
      const isAccepted = await dialogs.ask({
        message: `Open ${nameOf(workspace)} in ${label}?`,
        detail: `You followed a link from outside the app.${active ? ` Currently open: ${nameOf(active)} in ${environmentLabels[active.environment]}.` : ''}`,
        accept: `Open ${label}`,
      })
      if (!isAccepted) return
      await openWorkspace(workspace)
      // The page shows it before its library is open: the person may be at a dialog by now, or in another workspace.
      await whenDialogsClosed()
      if (!isActive(workspace)) return
    }
    navigate(link.route)
  }

  return {
    switchTo: (environment) => turns.run(() => openEnvironment(environment)),
    async follow(newest) {
      focus()
      if (followedLink !== undefined && isSame(newest, followedLink)) return
      const isFirst = waitingLink === undefined
      waitingLink = newest
      if (!isFirst) return
      await turns.untilFree()
      const link = waitingLink
      waitingLink = undefined
      await turns.run(async () => {
        followedLink = link
        await openLink(link).finally(() => {
          followedLink = undefined
        })
      })
    },
  }
}
