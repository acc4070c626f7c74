// Anything the library knows, by text. What has all the words in its title comes before what has some of them in its
// text only; within each, insights by strength and everything else by title.
import type { Found } from '../../contract/features/search'
import { hasWords, searchExpression, sortKey } from '../folded-text'
import type { Connection } from '../store/connection'
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
  readonly shown: string
}

const visible = 'hide_content = 0'

const kinds: readonly SearchedKind[] = [
  { kind: 'opportunity', table: 'opportunities', id: 'id', title: 'title', shown: visible },
  { kind: 'solution', table: 'solutions', id: 'id', title: 'title', shown: visible },
  { kind: 'outcome', table: 'outcomes', id: 'id', title: 'title', shown: visible },
  { kind: 'knowledge', table: 'knowledge', id: 'id', title: 'coalesce(title, id)', shown: '1' },
  { kind: 'topic', table: 'topics', id: 'id', title: 'coalesce(title, id)', shown: '1' },
  { kind: 'metric', table: 'metrics', id: 'metric_id', title: `iif(label = '', metric_id, label)`, shown: '1' },
]

/** A word that is in more insights than this is told apart by title among the strongest of them only. */
const insightsLookedAt = 500

export function createSearch(context: StoreContext, kept: KeptLists): Pick<StoreApi, 'searchEverything'> {
  const insights = createInsightOrder(context.reader, kept)

  function findInsights(connection: Connection, workspace: number, text: string): Found[] {
    const { rows } = insights.page({
      workspace,
      filter: { text, types: [], seen: 'any', opportunity: 'any', minScore: null, maxScore: null, relatedTo: null },
      sort: { column: 'combinedScore', direction: 'descending' },
      offset: 0,
      limit: insightsLookedAt,
    })
    return readInOrder(
      connection,
      `SELECT row, id, title FROM insights WHERE row IN (SELECT value FROM json_each(?)) AND ${visible}`,
      rows,
    ).map(({ id, title }) => ({ kind: 'insight', id: String(id), title: String(title) }))
  }

  return {
    searchEverything: ({ workspace, text, limit }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const words = searchExpression(text)
        if (row === null || words === null) return []
        const lists = [
          findInsights(connection, row, text),
          ...kinds.map((kind) => findRecords(connection, row, kind, words)),
        ]
        return lists.flatMap((found) => titledFirst(found, text).slice(0, limit))
      }),
  }
}

function findRecords(connection: Connection, workspace: number, searched: SearchedKind, words: string): Found[] {
  const { kind, table, id, title, shown } = searched
  const rows = connection.all(
    `SELECT ${id} AS id, ${title} AS title FROM ${table}
     WHERE workspace = ? AND ${shown} AND row IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(rowsWithWords(connection, table, words))],
  )
  return rows
    .map((row): Found => ({ kind, id: String(row.id), title: String(row.title) }))
    .map((found) => ({ found, key: sortKey(found.title) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ found }) => found)
}

function titledFirst(found: readonly Found[], text: string): Found[] {
  const titled = found.filter(({ title }) => hasWords(title, text))
  const wanted = new Set(titled)
  return [...titled, ...found.filter((each) => !wanted.has(each))]
}
