// Searches all kinds of records. Titles that begin with the typed text come first, then titles with all its words, then
// records with the words in their text; within each, insights by strength and everything else by title. Hidden records
// come last and without their titles, so that their position reveals nothing. Words are forgiven only if no kind has any.
import { InsightFilter } from '../../contract/features/insights'
import type { Found } from '../../contract/features/search'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi } from '../store/context'
import { column, rowOf } from '../store/row'
import { matcherOfSearch, searchOf, sortKey } from '../text/folded-text'
import { pageOfInsights } from './insights'
import { type ListCache, readInOrder } from './list-cache'
import { type Forgiveness, type ListedTable, rowsFound, type WordSearch } from './word-search'

interface SearchedKind {
  readonly kind: Found['kind']
  readonly table: Exclude<ListedTable, 'insights'>
  readonly id: string
  readonly title: string
  readonly hidden: string
}

const hidden = 'hide_content <> 0'
const never = '0'

const kinds: readonly SearchedKind[] = [
  { kind: 'opportunity', table: 'opportunities', id: 'id', title: 'title', hidden },
  { kind: 'solution', table: 'solutions', id: 'id', title: 'title', hidden },
  { kind: 'outcome', table: 'outcomes', id: 'id', title: 'title', hidden },
  { kind: 'knowledge', table: 'knowledge', id: 'id', title: 'coalesce(title, id)', hidden: never },
  { kind: 'topic', table: 'topics', id: 'id', title: 'coalesce(title, id)', hidden: never },
  { kind: 'metric', table: 'metrics', id: 'metric_id', title: `iif(label = '', metric_id, label)`, hidden: never },
]

interface Looked {
  readonly kind: Found['kind']
  /** For insights, only the strongest. */
  readonly titled: readonly Titled[]
  readonly total: number
}

/** A match before it is ranked. */
type Titled = Omit<Found, 'foundIn'>

const titledRow = rowOf({ id: column.text, title: column.text, isHidden: column.flag })

/** If a word is in more insights than this, only the strongest are ordered by title. */
const insightsLookedAt = 500

export function createSearch(cache: ListCache, search: WordSearch): Pick<StoreApi, 'searchEverything'> {
  return {
    searchEverything: ({ workspace, text, limit }) =>
      search.read({ workspace, text, tables: searchedTables }, (connection, forgiveness) => {
        const row = findWorkspace(connection, workspace)
        if (row === null || searchOf(text) === null) return { found: [], totals: [] }
        const asked: Asked = { workspace: row, text, forgiveness }
        const lists = [
          findInsights(connection, cache, asked),
          ...kinds.map((kind) => findRecords(connection, cache, asked, kind)),
        ]
        return {
          found: lists.flatMap(({ titled }) => bestFirst(titled, asked).slice(0, limit)),
          totals: lists.flatMap(({ kind, total }) => (total === 0 ? [] : [{ kind, total }])),
          ...(forgiveness.length === 0 ? {} : { forgiven: forgiveness }),
        }
      }),
  }
}

const searchedTables: readonly ListedTable[] = ['insights', ...kinds.map(({ table }) => table)]

interface Asked {
  readonly workspace: number
  readonly text: string
  readonly forgiveness: Forgiveness
}

function findInsights(connection: Connection, cache: ListCache, { text, ...asked }: Asked): Looked {
  const { rows, total } = pageOfInsights(connection, cache, {
    ...asked,
    filter: InsightFilter.parse({ text }),
    sort: { column: 'combinedScore', direction: 'descending', bestFirst: true },
    offset: 0,
    limit: insightsLookedAt,
  })
  const titled = readInOrder(
    connection,
    `SELECT row, id, title, ${hidden} AS is_hidden FROM insights WHERE row IN (SELECT value FROM json_each(?))`,
    rows,
    titledRow,
  ).map((found): Titled => ({ kind: 'insight', ...found }))
  return { kind: 'insight', titled, total: total ?? titled.length }
}

function findRecords(connection: Connection, cache: ListCache, asked: Asked, searched: SearchedKind): Looked {
  const { kind, table, id, title, hidden: isHidden } = searched
  // The plus keeps the database from reading all records of the workspace by their index, even if none was found.
  const rows = connection.all(
    `SELECT ${id} AS id, ${title} AS title, ${isHidden} AS is_hidden FROM ${table}
     WHERE +workspace = ? AND row IN (SELECT value FROM json_each(?))`,
    [asked.workspace, JSON.stringify(rowsFound(connection, cache, { ...asked, table }) ?? [])],
    titledRow,
  )
  const titled = rows
    .map((found) => ({ found: { kind, ...found }, key: sortKey(found.title) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ found }) => found)
  return { kind, titled, total: titled.length }
}

const places = ['title-start', 'title', 'text'] as const satisfies readonly Found['foundIn'][]

function bestFirst(found: readonly Titled[], { text, forgiveness }: Asked): Found[] {
  const start = sortKey(text)
  const matches = matcherOfSearch(searchOf(text))
  const placeIn = (title: string) =>
    sortKey(title).startsWith(start) ? 'title-start' : matches(title) ? 'title' : 'text'
  const placed = found.map(({ isHidden, ...rest }): Found => {
    if (isHidden) return { ...rest, isHidden, title: '', foundIn: 'text' }
    // Below the records that have the words as typed.
    if (forgiveness.length > 0) return { ...rest, isHidden, foundIn: 'text' }
    return { ...rest, isHidden, foundIn: placeIn(rest.title) }
  })
  return places.flatMap((place) => placed.filter(({ foundIn }) => foundIn === place)).sort(hiddenLast)
}

const hiddenLast = (a: Found, b: Found) => Number(a.isHidden) - Number(b.isHidden)
