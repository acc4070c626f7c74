// Searches all kinds of records. Titles that begin with the typed text come first, then titles with all its words, then
// records with the words in their text; within each, insights by strength and everything else by title. Hidden records
// come last and without their titles, so that their position reveals nothing.
import { InsightFilter } from '../../contract/features/insights'
import type { Found } from '../../contract/features/search'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { hasWords, searchTerms, sortKey } from '../text/folded-text'
import { pageOfInsights } from './insights'
import { type ListCache, readInOrder } from './list-cache'
import { type ListedTable, rowsWithWords } from './record-list'

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
  /** Of insights, the strongest only. */
  readonly titled: readonly Titled[]
  readonly total: number
}

/** Before it is known how well it fits. */
type Titled = Omit<Found, 'foundIn'>

const titledRow = rowOf({ id: column.text, title: column.text, isHidden: column.flag })

/** Of a word in more insights than this, only the strongest are ordered by title. */
const insightsLookedAt = 500

export function createSearch(context: StoreContext, cache: ListCache): Pick<StoreApi, 'searchEverything'> {
  return {
    searchEverything: ({ workspace, text, limit }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const words = searchTerms(text)
        if (row === null || words === null) return { found: [], totals: [] }
        const lists = [
          findInsights(connection, cache, row, text),
          ...kinds.map((kind) => findRecords(connection, row, kind, words)),
        ]
        return {
          found: lists.flatMap(({ titled }) => bestFirst(titled, text).slice(0, limit)),
          totals: lists.flatMap(({ kind, total }) => (total === 0 ? [] : [{ kind, total }])),
        }
      }),
  }
}

function findInsights(connection: Connection, cache: ListCache, workspace: number, text: string): Looked {
  const { rows, total } = pageOfInsights(connection, cache, {
    workspace,
    filter: InsightFilter.parse({ text }),
    sort: { column: 'combinedScore', direction: 'descending' },
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

function findRecords(
  connection: Connection,
  workspace: number,
  searched: SearchedKind,
  words: readonly string[],
): Looked {
  const { kind, table, id, title, hidden: isHidden } = searched
  const rows = connection.all(
    `SELECT ${id} AS id, ${title} AS title, ${isHidden} AS is_hidden FROM ${table}
     WHERE workspace = ? AND row IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(rowsWithWords(connection, table, words))],
    titledRow,
  )
  const titled = rows
    .map((found) => ({ found: { kind, ...found }, key: sortKey(found.title) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ found }) => found)
  return { kind, titled, total: titled.length }
}

const places = ['title-start', 'title', 'text'] as const satisfies readonly Found['foundIn'][]

function bestFirst(found: readonly Titled[], text: string): Found[] {
  const placed = found.map(({ isHidden, ...rest }): Found => {
    if (isHidden) return { ...rest, isHidden, title: '', foundIn: 'text' }
    return { ...rest, isHidden, foundIn: placeIn(rest.title, text) }
  })
  return places.flatMap((place) => placed.filter(({ foundIn }) => foundIn === place)).sort(hiddenLast)
}

const hiddenLast = (a: Found, b: Found) => Number(a.isHidden) - Number(b.isHidden)

function placeIn(title: string, text: string): Found['foundIn'] {
  if (sortKey(title).startsWith(sortKey(text))) return 'title-start'
  return hasWords(title, text) ? 'title' : 'text'
}
