// The real library, in memory and in this process, for tests of main. It outlives the objects that use it, as a file
// would: a restart in a test is a new changes over the same library.
import { onTestFinished } from 'vitest'
import type { ActivityEntry } from '../../contract/features/activity'
import type { LibraryApi, SyncResource } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { createLibrary } from '../../library/library'
import { settlesAfter } from './manual-clock'

/** A plain object: a test replaces a method to have it fail, and puts the old one back. */
export interface TestLibrary extends LibraryApi {
  /** Ids of the insights that the service was seen to have, by title. */
  insightIds(workspace: WorkspaceRef): Promise<readonly string[]>
  /** Titles of the same, sorted. */
  insightTitles(workspace: WorkspaceRef): Promise<readonly string[]>
  knowledgeTitles(workspace: WorkspaceRef): Promise<readonly (string | null)[]>
  /** Ids of the goals that are linked to a metric, as far as confirmed. */
  links(workspace: WorkspaceRef, metricId: string): Promise<readonly string[]>
  /** Every change that waits needs review from now on, as after the library was rebuilt. */
  requireReviewOfAll(environment: EnvironmentName): Promise<void>
  /** What became of the settled changes, in the order in which they were settled. */
  readonly settled: readonly ActivityEntry[]
  /** Sizes of the pieces in which lists of insights arrived, in order. */
  readonly pieceBytes: readonly number[]
  /** Syncs that have begun and were neither committed, confirmed nor aborted. */
  readonly openSyncs: () => number
}

const pageLimit = 500

/** All four environments are open; each is created when it is first asked. Closed at the end of the test. */
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
  const asked = Object.fromEntries(
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
    const filter = { text: '', seen: 'any', opportunity: 'any', relatedTo: null } as const
    const sort = { column: 'title', direction: 'ascending' } as const
    const query = {
      workspace,
      filter: { ...filter, types: [], minScore: null, maxScore: null },
      sort,
      limit: pageLimit,
    }
    const rows = await readAll((offset) => asked.queryInsights({ ...query, offset }))
    return rows.filter(({ pending }) => pending === null)
  }

  return {
    ...asked,
    open(input) {
      const answer = open(input)
      opened.set(input.environment, answer)
      return settlesAfter(answer)
    },
    close: (input) => settlesAfter(close(input)),
    async beginSync(input) {
      const begun = await asked.beginSync(input)
      syncs.set(begun.syncId, input.resource)
      return begun
    },
    appendSync(input) {
      if (syncs.get(input.syncId) === 'insights') pieceBytes.push(input.bytes.length)
      return asked.appendSync(input)
    },
    commitSync(input) {
      syncs.delete(input.syncId)
      return asked.commitSync(input)
    },
    async confirmSync(input) {
      const report = await asked.confirmSync(input)
      if (report !== null) syncs.delete(input.syncId)
      return report
    },
    abortSync(input) {
      syncs.delete(input.syncId)
      return asked.abortSync(input)
    },
    async settleChange(input) {
      const { environment, changeId } = input
      await asked.settleChange(input)
      const entry = await asked.findActivity({ environment, changeId })
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
      return (await readAll((offset) => asked.queryKnowledge({ ...query, offset }))).map(({ title }) => title)
    },
    async links(workspace, metricId) {
      const find = async () => (await asked.listMetrics({ workspace })).find((metric) => metric.metricId === metricId)
      const known = await find()
      // The library answers for metrics in the register only.
      if (!known) await asked.saveMetric({ workspace, metricId, label: '', addedAt: '' })
      const metric = await find()
      if (!known) await asked.removeMetric({ workspace, metricId })
      return (metric?.links ?? []).map(({ outcomeId }) => outcomeId)
    },
    async requireReviewOfAll(environment) {
      const changeIds = (await asked.pendingChanges({ environment })).map(({ changeId }) => changeId)
      await asked.requireReview({ environment, changeIds })
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
