// The real library, in memory and in this process, for tests of main. It outlives the objects that use it, as a file
// would: to restart the app, a test wires new objects to the same library.
import { onTestFinished } from 'vitest'
import type { ActivityEntry } from '../../contract/features/activity'
import { InsightFilter } from '../../contract/features/insights'
import type { LibraryApi, SyncResource } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { createLibrary } from '../../library/library'
import { settlesAfter } from './manual-clock'

/** A plain object: a test may replace a method to inject a fault. */
export interface TestLibrary extends LibraryApi {
  /** Ids of the insights that a list or an answer of the service had, sorted by title. */
  insightIds(workspace: WorkspaceRef): Promise<readonly string[]>
  /** Titles of the same, sorted. */
  insightTitles(workspace: WorkspaceRef): Promise<readonly string[]>
  knowledgeTitles(workspace: WorkspaceRef): Promise<readonly (string | null)[]>
  /** Ids of the goals whose link to the metric is confirmed. */
  links(workspace: WorkspaceRef, metricId: string): Promise<readonly string[]>
  /** Marks every pending change as needing review, as after a rebuild of the library. */
  requireReviewOfAll(environment: EnvironmentName): Promise<void>
  /** The activity entries of settled changes, in the order in which they were settled. */
  readonly settled: readonly ActivityEntry[]
  /** Sizes of the pieces of lists of insights, in order of arrival. */
  readonly pieceBytes: readonly number[]
  /** Number of syncs that were begun and neither committed, confirmed nor aborted. */
  readonly openSyncs: () => number
}

const pageLimit = 500

/** Opens each environment at its first call, and closes all at the end of the test. */
export function createTestLibrary(): TestLibrary {
  const real = createLibrary({ now: () => new Date(), log: () => {} })
  onTestFinished(() => real.closeAllNow())
  const opened = new Map<EnvironmentName, Promise<unknown>>()

  async function ensureOpen(environment: EnvironmentName | undefined): Promise<void> {
    if (environment === undefined) return
    if (!opened.has(environment)) {
      opened.set(environment, real.open({ environment, file: null, key: null, generation: 'test' }))
    }
    await opened.get(environment)
  }

  const { closeAllNow: _, open, close, ...methods } = real
  const calls = Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (input: never) =>
        settlesAfter(ensureOpen(environmentOf(input)).then((): Promise<unknown> => method(input) as Promise<unknown>)),
    ]),
  ) as unknown as Omit<LibraryApi, 'open' | 'close'>

  const settled: ActivityEntry[] = []
  const pieceBytes: number[] = []
  const syncs = new Map<string, SyncResource>()

  const insights = async (workspace: WorkspaceRef) => {
    const sort = { column: 'title', direction: 'ascending' } as const
    const query = {
      workspace,
      filter: InsightFilter.parse({}),
      sort,
      limit: pageLimit,
    }
    const rows = await readAll((offset) => calls.queryInsights({ ...query, offset }))
    return rows.filter(({ pending }) => pending === null)
  }

  return {
    ...calls,
    open(input) {
      const answer = open(input)
      opened.set(input.environment, answer)
      return settlesAfter(answer)
    },
    close: (input) => settlesAfter(close(input)),
    async beginSync(input) {
      const begun = await calls.beginSync(input)
      syncs.set(begun.syncId, input.resource)
      return begun
    },
    appendSync(input) {
      if (syncs.get(input.syncId) === 'insights') pieceBytes.push(input.bytes.length)
      return calls.appendSync(input)
    },
    commitSync(input) {
      syncs.delete(input.syncId)
      return calls.commitSync(input)
    },
    async confirmSync(input) {
      const report = await calls.confirmSync(input)
      if (report !== null) syncs.delete(input.syncId)
      return report
    },
    abortSync(input) {
      syncs.delete(input.syncId)
      return calls.abortSync(input)
    },
    async settleChange(input) {
      const { environment, changeId } = input
      await calls.settleChange(input)
      const entry = await calls.findActivity({ environment, changeId })
      if (!settled.some((other) => other.changeId === changeId)) settled.push(entry)
      return null
    },
    settled,
    pieceBytes,
    openSyncs: () => syncs.size,
    insightIds: async (workspace) => (await insights(workspace)).map(({ id }) => id),
    insightTitles: async (workspace) => (await insights(workspace)).map(({ title }) => title),
    async knowledgeTitles(workspace) {
      const sort = { column: 'title', direction: 'ascending' } as const
      const query = { workspace, text: '', relatedTo: null, states: [], sources: [], sort, limit: pageLimit }
      return (await readAll((offset) => calls.queryKnowledge({ ...query, offset }))).map(({ title }) => title)
    },
    async links(workspace, metricId) {
      const find = async () => (await calls.listMetrics({ workspace })).find((metric) => metric.metricId === metricId)
      const existing = await find()
      // The library answers for metrics in the register only.
      if (!existing) await calls.saveMetric({ workspace, metricId, label: '', addedAt: '' })
      const metric = await find()
      if (!existing) await calls.removeMetric({ workspace, metricId })
      return (metric?.links ?? []).map(({ outcomeId }) => outcomeId)
    },
    async requireReviewOfAll(environment) {
      const changeIds = (await calls.pendingChanges({ environment })).map(({ changeId }) => changeId)
      await calls.requireReview({ environment, changeIds })
    },
  }
}

/** undefined: the call names a sync, whose environment is open. */
function environmentOf(input: {
  readonly environment?: EnvironmentName
  readonly workspace?: WorkspaceRef | null
}): EnvironmentName | undefined {
  return input.environment ?? input.workspace?.environment
}

async function readAll<Row>(
  page: (offset: number) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { rows: more, total } = await page(rows.length)
    rows.push(...more)
    if (more.length === 0 || rows.length >= total) return rows
  }
}
