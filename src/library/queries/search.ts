// Anything the library knows, by text. A title that begins with what was typed comes first, then titles with all its
// words, then what has some of them in its text only; within each, insights by strength and everything else by title.
// What the service wants hidden comes last and without its title, so that its place tells nothing of it either.
import type { Found } from '../../contract/features/search'
import { hasWords, searchExpression, sortKey } from '../folded-text'
import type { Connection, SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import type { SearchedTable } from '../text-index'
import { createInsightOrder } from './insight-order'
import { rowsWithWords } from './record-list'
import { type KeptLists, readInOrder } from './row-lists'

interface SearchedKind {
  readonly kind: Found['kind']
  readonly table: SearchedTable
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

const readTitled = (kind: Found['kind'], row: SqlRow): Titled => ({
  kind,
  id: String(row.id),
  title: String(row.title),
  isHidden: row.is_hidden === 1,
})

/** A word that is in more insights than this is told apart by title among the strongest of them only. */
const insightsLookedAt = 500

export function createSearch(context: StoreContext, kept: KeptLists): Pick<StoreApi, 'searchEverything'> {
  const insights = createInsightOrder(context.reader, kept)

  function findInsights(connection: Connection, workspace: number, text: string): Looked {
    const { rows, total } = insights.page({
      workspace,
      filter: { text, types: [], seen: 'any', opportunity: 'any', minScore: null, maxScore: null, relatedTo: null },
      sort: { column: 'combinedScore', direction: 'descending' },
      offset: 0,
      limit: insightsLookedAt,
    })
    const titled = readInOrder(
      connection,
      `SELECT row, id, title, ${hidden} AS is_hidden FROM insights WHERE row IN (SELECT value FROM json_each(?))`,
      rows,
    ).map((row) => readTitled('insight', row))
    return { kind: 'insight', titled, total: total ?? titled.length }
  }

  return {
    searchEverything: ({ workspace, text, limit }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const words = searchExpression(text)
        if (row === null || words === null) return { found: [], totals: [] }
        const lists = [
          findInsights(connection, row, text),
          ...kinds.map((kind) => findRecords(connection, row, kind, words)),
        ]
        return {
          found: lists.flatMap(({ titled }) => bestFirst(titled, text).slice(0, limit)),
          totals: lists.flatMap(({ kind, total }) => (total === 0 ? [] : [{ kind, total }])),
        }
      }),
  }
}

function findRecords(connection: Connection, workspace: number, searched: SearchedKind, words: string): Looked {
  const { kind, table, id, title, hidden: isHidden } = searched
  const rows = connection.all(
    `SELECT ${id} AS id, ${title} AS title, ${isHidden} AS is_hidden FROM ${table}
     WHERE workspace = ? AND row IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(rowsWithWords(connection, table, words))],
  )
  const titled = rows
    .map((row) => readTitled(kind, row))
    .map((found) => ({ found, key: sortKey(found.title) }))
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
