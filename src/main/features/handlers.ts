// Connects every call of the contract to its handler. A handler of this folder passes a call on to the library, the
// queue of changes or the module that owns the feature, and announces what changed; it holds no state. Begin with appHandlers
// below, then the file of a feature.
import type { Emit } from '../../contract/events'
import { EnvironmentName, workspaceKey } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import { readTimeZoneAnew } from '../clock'
import { type ForgetDeps, forgetEnvironment } from '../environments/forget'
import { knownEnvironments } from '../environments/known-environments'
import type { Handlers } from '../ipc/handlers'
import type { LibraryFiles } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import type { Network } from '../network/network'
import type { Dialogs } from '../question'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import { originOf } from '../service/address'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { SettingsStore } from '../settings/settings'
import type { Sync } from '../sync/sync'
import type { OpenWorkspaces } from '../workspaces/open-workspaces'
import { activityHandlers } from './activity'
import { type BriefsDeps, briefsHandlers } from './briefs'
import { duplicatesHandlers } from './duplicates'
import { type EnvironmentsHandlersDeps, environmentsHandlers } from './environments'
import { exportHandlers } from './export'
import { type HelpHandlersDeps, helpHandlers } from './help'
import { insightsHandlers } from './insights'
import { mapHandlers } from './map'
import { metricsHandlers } from './metrics'
import { newsHandlers } from './news'
import { preferencesHandlers } from './preferences'
import { prioritiesHandlers } from './priorities'
import { recordHandlers } from './records'
import { sandboxHandlers } from './sandbox'
import { savedViewsHandlers } from './saved-views'
import { type ShellDeps, shellHandlers } from './shell'
import { syncHandlers } from './sync'
import { thisWeekHandlers } from './this-week'
import { topicMapHandlers } from './topic-map'
import { topicsHandlers } from './topics'
import { triageHandlers } from './triage'

type Workspaces = Pick<EnvironmentsHandlersDeps, 'environments' | 'openWorkspace' | 'log'>

export interface AppParts extends Workspaces {
  readonly openWorkspaces: OpenWorkspaces
  readonly settings: SettingsStore
  readonly libraries: LibraryOnDemand
  readonly files: ForgetDeps['files'] & Pick<LibraryFiles, 'exist'>
  readonly keychain: ForgetDeps['keychain']
  readonly keys: ForgetDeps['keys']
  readonly sandbox: SandboxProcess
  readonly client: ServiceClient
  readonly findTarget: FindTarget
  readonly sync: Sync
  /** Checks the keychain again, since the person may have unlocked it. Moves libraries to the disk if it opened. */
  readonly recheckKeychain: () => Promise<void>
  readonly changes: Changes
  readonly network: Pick<Network<never>, 'handlers'>
  readonly emit: Emit
  readonly dialogs: Dialogs
  readonly briefs: Pick<BriefsDeps, 'requireMayShow' | 'printPage'>
  readonly diagnostics: HelpHandlersDeps['diagnostics']
  readonly readLicences: HelpHandlersDeps['readLicences']
  readonly reportTo: string | null
  readonly shell: Omit<ShellDeps, 'sandboxOrigin' | 'setTimeZone'>
  readonly now: () => Date
}

export function appHandlers(parts: AppParts): Handlers {
  const {
    settings,
    libraries,
    files,
    environments,
    openWorkspaces,
    sandbox,
    client,
    findTarget,
    sync,
    changes,
    emit,
    dialogs,
  } = parts
  const { library } = libraries
  const now = () => parts.now().toISOString()

  function workspaceNames(): Readonly<Record<string, string>> {
    const { environments: all } = settings.read()
    const named = EnvironmentName.options.flatMap((environment) =>
      all[environment].workspaces.map(({ organisationId, workspaceId, name }) => {
        return [workspaceKey({ environment, organisationId, workspaceId }), name] as const
      }),
    )
    return Object.fromEntries(named)
  }

  function baseAddressOf(name: EnvironmentName): string | null {
    return name === 'sandbox' ? (sandbox.current()?.baseUrl ?? null) : settings.read().environments[name].baseAddress
  }

  const ofActivity = { environments: () => knownEnvironments({ settings, libraries, files }), workspaceNames }

  return {
    activity: activityHandlers({ library, changes, ...ofActivity }),
    briefs: briefsHandlers({ library, dialogs, now: parts.now, ...parts.briefs }),
    environments: environmentsHandlers({
      log: parts.log,
      environments,
      openWorkspace: parts.openWorkspace,
      openWorkspaces,
      library,
      changes,
      forget: (environment, confirmation) => forgetEnvironment(parts, environment, confirmation),
    }),
    export: exportHandlers({ library, dialogs, emit, now: parts.now, ...ofActivity }),
    help: helpHandlers(parts),
    insights: insightsHandlers(library, changes, parts.now),
    map: mapHandlers({ library, dialogs, now: parts.now }),
    metrics: metricsHandlers({ library, changes, emit, now }),
    network: parts.network.handlers({ client, findTarget }),
    duplicates: duplicatesHandlers({ library, emit, now }),
    news: newsHandlers({ library, emit, now }),
    preferences: preferencesHandlers(settings),
    priorities: prioritiesHandlers({ library, emit, now }),
    ...recordHandlers({ library, changes, baseAddressOf }),
    sandbox: sandboxHandlers({ sandbox, sync, openWorkspaces: openWorkspaces.list }),
    savedViews: savedViewsHandlers({ library, emit }),
    thisWeek: thisWeekHandlers(library),
    shell: shellHandlers({
      ...parts.shell,
      sandboxOrigin: () => originOf(baseAddressOf('sandbox')),
      setTimeZone(timeZone) {
        readTimeZoneAnew(timeZone)
        return library.setTimeZone({ timeZone })
      },
    }),
    sync: syncHandlers(sync, parts.recheckKeychain),
    topicMap: topicMapHandlers({ library, emit, now }),
    topics: topicsHandlers({ client, findTarget, library, emit, now }),
    triage: triageHandlers({ library, emit, now }),
  }
}
