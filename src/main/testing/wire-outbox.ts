// Sync and outbox connected to each other as the app connects them.
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import { createDisowned, type Disowned } from '../outbox/disowned'
import { createOutbox, type Outbox } from '../outbox/outbox'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { Log } from '../shell/log'
import { createSync, type Emit, type Sync } from '../sync/sync'

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

export function wireOutbox(wiring: OutboxWiring): { readonly sync: Sync; readonly outbox: Outbox } {
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
  const outbox = createOutbox({ ...shared, requestSync: sync.fresh, wantSync: sync.want, announce: sync.announce })
  return { sync, outbox }
}
