// The app's client and library accept every form that the sandbox can send, over real HTTP and a real library in a file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InsightFilter } from '../../src/contract/features/insights'
import { topicsHandlers } from '../../src/main/features/topics'
import { buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import { http, type RealParts, startRealParts } from '../../src/main/testing/real-parts'
import { startSandbox } from '../../src/sandbox/testing/start-sandbox'
import type { Variant } from '../../src/sandbox/variants'
import { variantCases } from './variant-cases'

const never = new AbortController().signal
const everything = { text: '', relatedTo: null, offset: 0, limit: 500 }

let program: LibraryProgram

beforeAll(async () => {
  program = await buildLibraryProgram()
})
afterAll(() => program.remove())

async function outcomes({ library, workspace }: RealParts) {
  const sort = { column: 'insights', direction: 'descending' } as const
  return (await library.queryOutcomes({ ...everything, workspace, sort })).rows
}

async function opportunityWithUnseen({ library, workspace }: RealParts) {
  const sort = { column: 'unseen', direction: 'descending' } as const
  return (await library.queryOpportunities({ ...everything, workspace, statuses: [], sort })).rows[0]
}

describe.each(variantCases)('with %s the app', (_, variants: readonly Variant[]) => {
  let parts: RealParts
  let changes: ReturnType<RealParts['wire']>['changes']
  let sync: ReturnType<RealParts['wire']>['sync']

  beforeAll(async () => {
    parts = await startRealParts(program, await startSandbox({ variants }))
    ;({ changes, sync } = parts.wire())
    expect(await sync.now(parts.workspace)).toMatchObject({ state: 'synced', quarantined: 0, error: null })
  })
  afterAll(() => parts.end())

  test('reads every insight, and orders them by their dates', async () => {
    const { library, workspace } = parts
    for (const column of ['createdAt', 'updatedAt'] as const) {
      const sort = { column, direction: 'ascending' } as const
      const page = await library.queryInsights({
        ...{ workspace, filter: InsightFilter.parse({}), sort, offset: 0, limit: 500 },
      })
      const instants = page.rows.map((row) => Date.parse(row[column]))
      expect(instants.length).toBeGreaterThanOrEqual(120)
      expect(instants).toEqual(instants.toSorted((one, other) => one - other))
      const scored = page.rows.find(({ combinedScore }) => combinedScore !== null)
      const { lastScoreCalculatedAt } = await library.getInsight({ workspace, id: scored?.id ?? '' })
      expect(Date.parse(lastScoreCalculatedAt ?? '')).toBeGreaterThan(0)
    }
  })

  test('reads every knowledge item with its dates', async () => {
    const { library, workspace } = parts
    const sort = { column: 'createdAt', direction: 'ascending' } as const
    const { rows } = await library.queryKnowledge({ ...everything, workspace, states: [], sources: [], sort })
    const instants = rows.map(({ createdAt }) => Date.parse(createdAt ?? ''))
    expect(instants).toHaveLength(14)
    expect(instants).toEqual(instants.toSorted((one, other) => one - other))
  })

  test('links an outcome to a metric', async () => {
    const { library, workspace, metricId } = parts
    await library.saveMetric({ workspace, metricId, label: 'Sign-ups', addedAt: '2025-01-01T00:00:00Z' })
    const [outcome] = await outcomes(parts)
    const outcomeId = outcome?.id ?? ''
    expect(await changes.relateMetric(workspace, metricId, 'add', [outcomeId], never)).toMatchObject({ state: 'done' })
    expect(await library.listMetrics({ workspace })).toMatchObject([{ links: [{ outcomeId }], waiting: 0 }])
  })

  test('marks the insights of an opportunity as seen', async () => {
    const { library, workspace } = parts
    const { id = '', unseen } = (await opportunityWithUnseen(parts)) ?? {}
    expect(unseen).toBeGreaterThan(0)
    await changes.markAllSeen(workspace, id, never)
    expect(await library.previewMarkAllSeen({ workspace, id })).toMatchObject({ unseen: 0 })
    expect(await library.pendingChanges({ environment: 'staging' })).toEqual([])
    expect(await sync.now(workspace)).toMatchObject({ state: 'synced', quarantined: 0 })
    expect(await library.previewMarkAllSeen({ workspace, id })).toMatchObject({ unseen: 0 })
  })

  test('reads a topic whose insights it knows from the list', async () => {
    const { library, workspace, target, topic } = parts
    const now = () => new Date().toISOString()
    const deps = { client: http, findTarget: async () => target, library, emit: () => {}, now }
    const read = await topicsHandlers(deps).open({ workspace, id: topic.id }, { signal: never })
    expect(read).toMatchObject({ id: topic.id, title: topic.title })
    expect(read.insights.length).toBeGreaterThan(5)
    for (const insight of read.insights) expect(insight).toMatchObject({ isKnown: true, title: expect.any(String) })
    for (const { marks } of read.insights) expect(marks).not.toBeNull()
  })
})
