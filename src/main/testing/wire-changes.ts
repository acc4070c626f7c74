// Sync and changes connected to each other as the app connects them.
import { randomUUID } from 'node:crypto'
import type { Emit } from '../../contract/events'
import type { SeenVersion } from '../../contract/features/activity'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { type Changes, createChanges } from '../changes/changes'
import type { Clock } from '../clock'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { Log } from '../shell/log'
import { createSync, type Sync } from '../sync/sync'
import { killable } from './fault-injection'

export interface ChangesWiring {
  readonly client: ServiceClient
  readonly library: LibraryApi
  readonly clock: Clock
  readonly newId: () => string
  /** Names this run of the app. */
  readonly run?: string
  readonly random?: () => number
  readonly isLocked?: (environment: EnvironmentName) => boolean
  readonly emit?: Emit
  readonly findTarget?: FindTarget
  readonly retryBaseMs?: number
  readonly commitGraceMs?: number
  readonly log?: Pick<Log, 'defect'>
  readonly isWorthRefreshing?: () => boolean
}

/** A sync as an app with one window uses it: opening a workspace closes the one that was open. */
export interface OneWindowSync extends Sync {
  closeShown(): void
}

function withOneWindow(sync: Sync): OneWindowSync {
  let shown: WorkspaceRef | null = null
  const closeShown = () => {
    if (shown) sync.close(shown)
    shown = null
  }
  return {
    ...sync,
    closeShown,
    open(workspace) {
      if (shown && workspaceKey(shown) !== workspaceKey(workspace)) closeShown()
      shown = workspace
      sync.open(workspace)
    },
  }
}

type Change = string | SeenVersion

/** The calls that name the version the person saw: an id alone means the version at the time of the call. */
export interface AsSeen extends Changes {
  editInsight(
    workspace: WorkspaceRef,
    change: Change,
    insight: InsightInput,
    signal: AbortSignal,
  ): Promise<CreateResult>
  retry(workspace: WorkspaceRef, change: Change): Promise<void>
  send(workspace: WorkspaceRef, changes: readonly Change[], signal: AbortSignal): ReturnType<Changes['send']>
  discard(workspace: WorkspaceRef, change: Change): Promise<void>
}

function asSeen(changes: Changes, library: LibraryApi): AsSeen {
  async function seenOf({ environment }: WorkspaceRef, given: readonly Change[]): Promise<readonly SeenVersion[]> {
    if (given.every((change) => typeof change !== 'string')) return given
    const pending = await library.pendingChanges({ environment })
    const version = (id: string) => pending.find(({ changeId }) => changeId === id)?.version ?? 0
    return given.map((change) => (typeof change === 'string' ? { changeId: change, version: version(change) } : change))
  }
  /** Does not wait when it is given a version. */
  function one<Result>(workspace: WorkspaceRef, change: Change, act: (seen: SeenVersion) => Promise<Result>) {
    if (typeof change !== 'string') return act(change)
    return seenOf(workspace, [change]).then(([seen]) => act(seen ?? { changeId: change, version: 0 }))
  }
  return {
    ...changes,
    editInsight: (workspace, change, insight, signal) =>
      one(workspace, change, (seen) => changes.editInsight(workspace, seen, insight, signal)),
    retry: (workspace, change) => one(workspace, change, (seen) => changes.retry(workspace, seen)),
    send: async (workspace, given, signal) => changes.send(workspace, await seenOf(workspace, given), signal),
    discard: (workspace, change) => one(workspace, change, (seen) => changes.discard(workspace, seen)),
  }
}

export function wireChanges(wiring: ChangesWiring): { readonly sync: OneWindowSync; readonly changes: AsSeen } {
  const shared = {
    random: () => 0,
    emit: () => {},
    log: { defect: () => 'abc' },
    findTarget: async (workspace: Parameters<FindTarget>[0]) => ({
      workspace,
      baseAddress: 'https://service.example',
      token: 't',
      relationships: null,
    }),
    isLocked: () => false,
    isWorthRefreshing: () => false,
    run: wiring.run ?? randomUUID(),
    ...wiring,
  }
  const sync = createSync({
    ...shared,
    afterSync: (workspace, finished) => changes.afterSync(workspace, finished),
    recoveryFailure: (environment) => changes.recoveryFailure(environment),
  })
  const changes: Changes = createChanges({
    ...shared,
    requestSync: sync.requireSync,
    checkService: sync.checkService,
    onTokenAccepted: sync.onTokenAccepted,
    announce: sync.onJournalChanged,
  })
  return { sync: withOneWindow(sync), changes: asSeen(changes, wiring.library) }
}

/** The same with a workspace open, and a way to end it like a killed process: no call returns or has an effect any more. */
export function startKillable(wiring: ChangesWiring, workspace: WorkspaceRef) {
  let isAlive = true
  const app = wireChanges({
    ...wiring,
    library: killable(wiring.library, () => isAlive),
    client: killable(wiring.client, () => isAlive),
  })
  app.sync.open(workspace)
  const kill = () => {
    isAlive = false
    app.sync.closeShown()
  }
  return { ...app, kill }
}
