// Feedback as a list and one by one. There may be far more of it than of any other kind.
import type { FeedbackColumn, FeedbackFacets, FeedbackFilter, FeedbackRow } from '../../contract/features/feedback'
import type { OwnFilter, RelatedTo } from '../../contract/features/listing'
import { createSnippets } from '../../contract/features/search-marks'
import { sentimentSql } from '../../contract/features/sentiment'
import { startOfDay } from '../../contract/weeks'
import type { WorkspaceRef } from '../../contract/workspace'
import { rowsOfOwn } from '../local/triage'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { searchOf } from '../text/folded-text'
import type { CompleteFeedbackIndex } from '../text/text-index'
import { inAll, type ListCache, rowsOf } from './list-cache'
import { type Among, type RecordList, readList, readRecord, readRecords, rowsOfSearch } from './record-list'
import { insightsOf } from './relations'
import type { Forgiveness, WordSearch } from './word-search'

/** Without the number of insights that carry it. */
export const feedbackRecord = rowOf({
  id: column.text,
  title: column.textOrNull,
  content: column.text,
  source: column.text,
  sourceId: column.textOrNull,
  sourceUrl: column.textOrNull,
  submittedBy: column.textOrNull,
  processed: column.flag,
  sentimentScore: column.numberOrNull,
  sentimentCategory: column.textOrNull,
  sentimentConfidence: column.numberOrNull,
  createdAt: column.text,
})

const feedbackRow = rowOf({ ...feedbackRecord.fields, insights: column.number })

const counts = { insights: insightsOf('feedback') }

/**
 * Must match `feedback_by_date`. For these three words the database returns the current time, on which no index may depend:
 * a sync would fail at them.
 */
export const writtenAt = `CASE WHEN lower(created_at) NOT IN ('now', 'subsec', 'subsecond') THEN julianday(created_at) END`

const list: RecordList<(typeof FeedbackColumn.options)[number], FeedbackRow> = {
  table: 'feedback',
  kind: 'feedback',
  record: 'feedback',
  order: {
    ...counts,
    createdAt: writtenAt,
    source: 'source COLLATE NOCASE',
    sentimentScore: 'sentiment_score',
  },
  indexed: ['createdAt'],
  computed: counts,
  schema: feedbackRow,
  noun: 'feedback',
}

/** SQL of each filter by its name: columns of `feedback_by_facets`. A score stands in for a category the service left out. */
const filtered = {
  sources: 'source',
  sentiments: `coalesce(sentiment_category, ${sentimentSql('sentiment_score')})`,
  // As the service wrote it: a function of dates cannot be indexed.
  months: 'substr(created_at, 1, 7)',
} as const satisfies Record<keyof FeedbackFilter, string>

/** The sentiment of each piece; null: unknown. */
export const sentimentOfPiece = filtered.sentiments

const combination = rowOf({
  sources: column.textOrNull,
  sentiments: column.textOrNull,
  // null for a date that cannot be read.
  months: column.mapped(column.textOrNull, (text) => (text !== null && /^\d{4}-\d\d$/.test(text) ? text : null)),
  count: column.number,
})
type Combination = ReturnType<typeof combination.read>

const choicesOf = ({ sources, sentiments, months }: FeedbackFilter) => ({
  [filtered.sources]: sources,
  [filtered.sentiments]: sentiments,
  [filtered.months]: months,
})

function writtenSince(connection: Connection, workspace: WorkspaceRef, since: string | null): Among | null {
  if (since === null) return null
  const sql = `SELECT row FROM feedback WHERE workspace = ? AND ${writtenAt} >= julianday(?)`
  const from = startOfDay(since).toISOString()
  const values = [findWorkspace(connection, workspace), from]
  // The moment, as the day begins at another in another time zone.
  return { key: [from], rows: () => rowsOf(connection, sql, values) }
}

function amongOwn(connection: Connection, workspace: number, filter: OwnFilter): Among | null {
  const own = rowsOfOwn({ workspace, kind: 'feedback' }, filter)
  return own === null ? null : { key: [own], rows: () => rowsOf(connection, own.sql, own.values) }
}

/** Counts each combination of source, sentiment and month: far fewer rows than feedback, and every facet is a sum. */
function readCombinations(
  connection: Connection,
  cache: ListCache,
  workspace: number,
  search: { readonly text: string; readonly relatedTo: RelatedTo | null; readonly forgiveness: Forgiveness },
  narrowed: readonly (Among | null)[],
): Combination[] {
  const found = rowsOfSearch(connection, cache, workspace, list, search)
  const [first, ...others] = [found, ...narrowed.map((each) => each?.rows() ?? null)].filter((each) => each !== null)
  const among = first === undefined ? null : inAll(first, ...others)
  const { sources, sentiments, months } = filtered
  return connection.all(
    `SELECT ${sources} AS sources, ${sentiments} AS sentiments, ${months} AS months, count(*) AS count FROM feedback
     WHERE workspace = ? ${among === null ? '' : 'AND row IN (SELECT value FROM json_each(?))'} GROUP BY 1, 2, 3`,
    among === null ? [workspace] : [workspace, JSON.stringify(among)],
    combination,
  )
}

function facetsOf(combinations: readonly Combination[], filter: FeedbackFilter): FeedbackFacets {
  const matches = (each: Combination, name: keyof FeedbackFilter) => {
    const values: readonly (string | null)[] = filter[name]
    return values.length === 0 || values.includes(each[name])
  }
  const facet = (name: keyof FeedbackFilter, ...others: (keyof FeedbackFilter)[]) => {
    const counts = new Map<string | null, number>()
    for (const each of combinations) {
      if (others.every((other) => matches(each, other)))
        counts.set(each[name], (counts.get(each[name]) ?? 0) + each.count)
    }
    return [...counts].map(([value, count]) => ({ value, count }))
  }
  const mostFirst = (a: { count: number; value: string | null }, b: typeof a) =>
    b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1)
  return {
    sources: facet('sources', 'sentiments', 'months').sort(mostFirst),
    sentiments: facet('sentiments', 'sources', 'months').sort(mostFirst),
    months: facet('months', 'sources', 'sentiments').sort((a, b) => ((a.value ?? '') < (b.value ?? '') ? -1 : 1)),
  }
}

/** In no order; missing ids are left out. */
export const readFeedback = (connection: Connection, workspace: WorkspaceRef, ids: readonly string[]) =>
  readRecords(connection, list, feedbackRow, { workspace, ids })

export function createFeedbackQueries(
  context: StoreContext,
  cache: ListCache,
  search: WordSearch,
  completeIndex: CompleteFeedbackIndex,
): Pick<StoreApi, 'queryFeedback' | 'getFeedback'> {
  return {
    async queryFeedback(input) {
      if (searchOf(input.text) !== null) await completeIndex()
      return search.read({ ...input, tables: ['feedback'] }, (connection, forgiveness) => {
        const recent = writtenSince(connection, input.workspace, input.since ?? null)
        const page = readList(connection, cache, list, input, forgiveness, choicesOf(input), recent)
        const workspace = findWorkspace(connection, input.workspace)
        if (workspace === null) return page
        const { text, relatedTo } = input
        const own = amongOwn(connection, workspace, input.own ?? {})
        const combinations = cache.value(
          ['feedback facets', workspace, text, forgiveness, relatedTo, recent?.key, own?.key],
          () => readCombinations(connection, cache, workspace, { text, relatedTo, forgiveness }, [recent, own]),
        )
        const snippetOf = createSnippets(text, forgiveness)
        const rows = page.rows.map((row) => {
          const excerpt = snippetOf?.(row.title ?? '', row.content) ?? null
          return excerpt === null ? row : { ...row, excerpt }
        })
        return { ...page, rows, facets: facetsOf(combinations, input) }
      })
    },
    getFeedback: (input) => context.read((connection) => readRecord(connection, list, feedbackRow, input)),
  }
}
