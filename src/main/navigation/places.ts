// Going to another place from outside of the page: from the menu of the operating system and from links. The page is
// told where to go; nothing here changes anything at the service.
import { AppError } from '../../contract/errors'
import { type EnvironmentName, environmentLabels, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Environments } from '../environments/environments'
import { entranceOf } from '../environments/setup'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { DeepLink } from './deep-link'
import type { Dialogs } from './question'

export interface PlacesDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly environments: Pick<Environments, 'open' | 'exploreSandbox' | 'isLocked'>
  /** Opens the library of what is open now, and syncs it. */
  readonly activate: (workspace: WorkspaceRef) => Promise<void>
  readonly dialogs: Dialogs
  /** Brings the window to the front. */
  readonly focus: () => void
  /** Resolves when no dialog is open that a way elsewhere would take away; tells the person if that is not at once. */
  readonly whenFree: () => Promise<void>
  /** To a route of the page, once it is there. */
  readonly navigate: (to: string) => void
  readonly log: Pick<Log, 'defect'>
}

export interface Places {
  /** With the workspace that was open there last; production is asked about first. Never throws. */
  switchTo(environment: EnvironmentName): Promise<void>
  /**
   * null: the link could not be read. Another workspace than the open one is asked about first. While a dialog or the
   * question of another link is open it waits, the last one alone: a page that calls links in a loop gets one question at
   * a time, and none twice that is open already. Never throws.
   */
  follow(link: DeepLink | null): Promise<void>
}

/** The route of whatever the page showed of the workspace last, which only the page knows. */
const asLeft = '/'

const isSame = (link: DeepLink | null, other: DeepLink | null) => JSON.stringify(link) === JSON.stringify(other)

export function createPlaces(deps: PlacesDeps): Places {
  const { settings, environments, activate, dialogs, focus, whenFree, navigate, log } = deps
  const context = { signal: new AbortController().signal }
  let isBusy = false
  let chosenNext: (() => Promise<void>) | null = null
  let isLinkWaiting = false
  let lastLink: DeepLink | null = null
  /** The one whose question is open; null: what is open, if anything, is no link's. */
  let followed: { readonly link: DeepLink | null } | null = null
  let running: Promise<void> = Promise.resolve()

  /** What the person chose in the menu is done after what is under way, the last choice alone. */
  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (isBusy) {
      chosenNext = work
      return
    }
    running = alone(work)
    await running
  }

  /** Until nothing is under way and no dialog is open. */
  async function untilFree(): Promise<void> {
    await whenFree()
    if (!isBusy) return
    await running
    await untilFree()
  }

  /** One at a time. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError)) log.defect('going to another place', error)
      const detail = error instanceof AppError ? error.message : 'Something went wrong in the app.'
      await dialogs.tell('It could not be opened', detail).catch(() => undefined)
    } finally {
      isBusy = false
      followed = null
    }
    const next = chosenNext
    chosenNext = null
    if (next !== null) await alone(next)
  }

  async function open(workspace: WorkspaceRef): Promise<void> {
    await environments.open({ workspace }, context)
    await activate(workspace)
  }

  function nameOf({ environment, ...ids }: WorkspaceRef): string {
    const entry = settings
      .read()
      .environments[environment].workspaces.find(
        ({ organisationId, workspaceId }) => organisationId === ids.organisationId && workspaceId === ids.workspaceId,
      )
    return entry?.name ?? ids.workspaceId
  }

  /** A link names no organisation: the open workspace if it fits, else the only one of that id. */
  function meantBy({ environment, workspaceId }: DeepLink): WorkspaceRef | null {
    const { active, environments: all } = settings.read()
    if (active?.environment === environment && active.workspaceId === workspaceId) return active
    const [only, ...others] = all[environment].workspaces.filter((entry) => entry.workspaceId === workspaceId)
    return only && others.length === 0 ? { environment, organisationId: only.organisationId, workspaceId } : null
  }

  return {
    switchTo: (environment) =>
      inTurn(async () => {
        const current = settings.read()
        if (current.active?.environment === environment) return
        const label = environmentLabels[environment]
        if (environment === 'sandbox') {
          await activate((await environments.exploreSandbox({}, context)).workspace)
          return navigate(asLeft)
        }
        const workspace = entranceOf(current, environment)
        if (!workspace) return navigate(`/connect?environment=${environment}`)
        const mayEnter =
          environment !== 'production' ||
          (await dialogs.ask({
            message: `Open ${label}?`,
            detail: `It holds the real workspace of your organisation. ${environments.isLocked(environment) ? 'It opens read-only.' : 'Editing is unlocked there.'}`,
            accept: `Open ${label}`,
          }))
        if (!mayEnter) return
        await open(workspace)
        navigate(asLeft)
      }),

    async follow(newest) {
      focus()
      if (isBusy && followed !== null && isSame(newest, followed.link)) return
      lastLink = newest
      if (isLinkWaiting) return
      isLinkWaiting = true
      await untilFree()
      isLinkWaiting = false
      const link = lastLink
      followed = { link }
      await inTurn(async () => {
        if (link === null) {
          return dialogs.tell('This link cannot be opened', 'It names no place of this app, or not in a way it reads.')
        }
        const workspace = meantBy(link)
        const label = environmentLabels[link.environment]
        if (workspace === null) {
          return dialogs.tell('This link cannot be opened', `It leads to a workspace of ${label} not set up here.`)
        }
        const { active } = settings.read()
        if (active === null || workspaceKey(active) !== workspaceKey(workspace)) {
          const isWanted = await dialogs.ask({
            message: `Open ${nameOf(workspace)} in ${label}?`,
            detail: `A link from outside leads there.${active ? ` Open now: ${nameOf(active)} in ${environmentLabels[active.environment]}.` : ''}`,
            accept: `Open ${label}`,
          })
          if (!isWanted) return
          await open(workspace)
        }
        navigate(link.route)
      })
    },
  }
}
