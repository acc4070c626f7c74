// A sync with a fake service, a manual clock and the real library in memory, for its tests.
import { createHash } from 'node:crypto'
import { AppError, type ErrorCode } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { WorkspaceRef } from '../../contract/workspace'
import type { FinishedSync } from '../schedule/finished-sync'
import type { ListAnswer, ServiceClient, ServiceTarget } from '../service/service-client'
import { createSync } from '../sync/sync'
import type { SyncRun } from '../sync/sync-run'
import { listed } from './listed-records'
import { createManualClock } from './manual-clock'
import { createTestLibrary } from './test-library'

export const here: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'here' }
export const there: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'there' }

type StreamOptions = Parameters<ServiceClient['streamList']>[2]
type Stream = (target: ServiceTarget, options: StreamOptions) => Promise<void>

const readWhole: ListAnswer = { state: 'read', validators: null }

/** The same UUID for the same title. */
export const idOf = (title: string) =>
  createHash('sha256')
    .update(title)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

/** The body of a list of insights with these titles. */
export const list = (...titles: string[]) => {
  const data = titles.map((title) => listed('insights', { id: idOf(title), title }))
  return new TextEncoder().encode(JSON.stringify({ data }))
}

export function fails(code: ErrorCode, details = {}): Stream {
  return () => Promise.reject(new AppError(code, 'It failed.', details))
}

export const answers =
  (...titles: string[]): Stream =>
  (_, { onBytes }) =>
    onBytes(list(...titles))

/** Answers when the test calls `finish`, and rejects on an abort as the real client does. */
export function held() {
  const calls: { target: ServiceTarget; options: StreamOptions; finish: (...titles: string[]) => Promise<void> }[] = []
  const stream: Stream = (target, options) =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Stopped.')))
      const finish = (...titles: string[]) => options.onBytes(list(...titles)).then(resolve, reject)
      calls.push({ target, options, finish })
    })
  return { stream, calls }
}

export function setUp(first: Stream = answers()) {
  const library = createTestLibrary()
  const clock = createManualClock()
  const emitted: string[] = []
  const statuses: SyncStatus[] = []
  const runs: SyncRun[] = []
  const after: { workspace: WorkspaceRef; finished: FinishedSync }[] = []
  /** `calls` counts requests for the list of insights; the list of knowledge follows each one that succeeds. */
  const service = { stream: first, knowledge: answers(), calls: 0, answer: readWhole }
  const window = { isWatched: true }
  const sync = createSync({
    client: {
      async streamList(target, name, options) {
        const stream = name === 'listKnowledge' ? service.knowledge : service.stream
        if (name === 'listInsights') service.calls += 1
        await stream(target, options)
        return service.answer
      },
    },
    findTarget: async (workspace) => ({ workspace, baseAddress: 'https://x', token: 't', relationships: null }),
    library,
    clock,
    random: () => 0,
    emit(name, payload) {
      if (name === 'sync.changed') statuses.push(payload as SyncStatus)
      emitted.push(name === 'sync.changed' ? (payload as SyncStatus).state : name)
    },
    log: { defect: () => 'abc' },
    isWorthRefreshing: () => window.isWatched,
    afterSync: (workspace, finished) => after.push({ workspace, finished }),
    onRunEnded: (run) => runs.push(run),
  })
  return { sync, library, clock, emitted, statuses, after, runs, service, window }
}
