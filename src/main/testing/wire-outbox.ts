// Sync and outbox connected to each other as the app connects them.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Clock } from '../clock'
import { createDisowned, type Disowned } from '../outbox/disowned'
import { createOutbox, type Outbox } from '../outbox/outbox'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { Log } from '../shell/log'
import { createSync, type Sync } from '../sync/sync'

export interface OutboxWiring {
  readonly client: ServiceClient
  readonly library: LibraryApi
  readonly clock: Clock
  readonly newId: () => string
  readonly random?: () => number
  readonly isLocked?: (environment: EnvironmentName) => boolean
  readonly emit?: Emit
  readonly findTarget?: FindTarget
  readonly retryBaseMs?: number
  /** What outlives the app; without it, ids are kept in memory. */
  readonly disowned?: Disowned
  readonly log?: Pick<Log, 'defect'>
  readonly isWorthRefreshing?: () => boolean
}

/** A sync as an app of one window uses it: a workspace that is opened takes the place of the one that was open. */
export interface OneWindowSync extends Sync {
  leave(): void
  readonly fresh: Sync['requireSync']
}

function withOneWindow(sync: Sync): OneWindowSync {
  let shown: WorkspaceRef | null = null
  const leave = () => {
    if (shown) sync.close(shown)
    shown = null
  }
  return {
    ...sync,
    fresh: sync.requireSync,
    leave,
    open(workspace) {
      if (shown && workspaceKey(shown) !== workspaceKey(workspace)) leave()
      shown = workspace
      sync.open(workspace)
    },
  }
}

export function wireOutbox(wiring: OutboxWiring): { readonly sync: OneWindowSync; readonly outbox: Outbox } {
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
    disowned: createDisowned([], async () => {}),
    ...wiring,
  }
  const sync = createSync({
    ...shared,
    afterSync: (workspace, finished) => outbox.afterSync(workspace, finished),
  })
  const outbox = createOutbox({
    ...shared,
    requestSync: sync.requireSync,
    wantSync: sync.notePendingChanges,
    announce: sync.onJournalChanged,
  })
  return { sync: withOneWindow(sync), outbox }
}
