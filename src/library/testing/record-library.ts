// A library with every kind of record in it, and one way to ask any of its lists.

import type { OwnFilter, RelatedTo } from '../../contract/features/listing'
import type { TriageMarks } from '../../contract/features/triage'
import type { Insight } from '../../contract/resources/insight'
import { settleChange } from './moved-changes'
import { openTestLibrary, recordQuery, syncItems, syncKnowledge, type TestLibrary, workspace } from './opened-library'
import { distinct, variedInsights } from './varied-insights'

export const all = variedInsights(250)

/** As the service listed them first: every third score was lower. */
export const earlier = all.map((insight, number) => ({
  ...insight,
  ...(insight.combinedScore === undefined || number % 3 !== 0 ? {} : { combinedScore: insight.combinedScore * 0.9 }),
}))

export const knowledge = Array.from({ length: 40 }, (_, number) => ({
  id: `00000009-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
  ...(number % 5 === 0 ? {} : { title: `${number % 2 ? 'Übersicht' : 'overview'} ${number % 9}` }),
  ...(number % 3 === 0 ? { state: null } : { state: number % 2 ? 'initial' : 'Ready' }),
  ...(number % 4 === 0 ? {} : { source: ['upload', 'Web', 'api'][number % 3] }),
  ...(number % 7 === 0 ? {} : { providedBy: `person ${number % 4}` }),
  ...(number % 6 === 0 ? {} : { createdAt: number % 6 === 1 ? 'unknown' : `2025-0${1 + (number % 8)}-01T00:00:00Z` }),
  updatedAt: `2025-0${1 + ((number * 5) % 9)}-11T00:00:00.000Z`,
}))

export async function openRecordLibrary(): Promise<TestLibrary> {
  const test = await openTestLibrary('file')
  await syncItems(test.library, earlier)
  await syncItems(test.library, all)
  await syncKnowledge(test.library, knowledge)
  const base = { workspace, createdAt: '2025-06-02T00:00:00.000Z' }
  const outcomeIds = distinct(all.flatMap(({ outcomes }) => outcomes)).map(({ id }) => id)
  for (const [number, ids] of [outcomeIds.slice(0, 20), outcomeIds.slice(0, 9), outcomeIds.slice(4, 7)].entries()) {
    const changeId = `link-${number}`
    const change = { ...base, changeId, kind: 'linkMetric', targetId: `m${number}`, body: { outcomeIds: ids } } as const
    await test.library.addChange(change)
    await settleChange(test.library, {
      environment: 'sandbox',
      changeId,
      state: 'done',
      insight: null,
      settledAt: `2025-06-02T00:00:0${number}.000Z`,
    })
  }
  return test
}

export type Carried = 'opportunities' | 'solutions' | 'outcomes' | 'feedback'
export const carrying = (list: Carried, id: string): Insight[] =>
  all.filter((insight) => insight[list].some((r) => r.id === id))
/** How many different records of a list these insights carry. */
export const together = (insights: readonly Insight[], list: Carried) =>
  new Set(insights.flatMap((insight) => insight[list].map(({ id }) => id))).size

export type ListName = Carried | 'knowledge'
export type AnyRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly triage?: TriageMarks | null }

interface Asked {
  readonly workspace?: typeof workspace
  readonly text?: string
  readonly relatedTo?: RelatedTo
  readonly own?: OwnFilter
  readonly sort?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
  readonly offset?: number
  readonly limit?: number
}

/** All lists take the same questions; what one has beyond that is left open. */
export async function ask({ library }: TestLibrary, list: ListName, asked: Asked = {}) {
  const queries = {
    opportunities: library.queryOpportunities,
    outcomes: library.queryOutcomes,
    solutions: library.querySolutions,
    feedback: library.queryFeedback,
    knowledge: library.queryKnowledge,
  } as const
  const query = queries[list] as unknown as (input: object) => Promise<{ rows: AnyRow[]; total: number; all: number }>
  const sort = { column: 'createdAt', direction: 'ascending' } as const
  const byTitle = { column: 'title', direction: 'ascending' } as const
  const open = {
    statuses: [],
    states: [],
    sources: [],
    sentiments: [],
    months: [],
    horizons: [],
    sort: list === 'feedback' ? sort : byTitle,
  }
  return query({ ...recordQuery(), ...open, ...asked })
}
