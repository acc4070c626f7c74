// Knowledge as a list, with the values of state and source that occur, and one by one.
import type { KnowledgeColumn, KnowledgePage } from '../../contract/features/knowledge'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { ListCache } from './list-cache'
import { type RecordList, readList, readRecord, summary } from './record-list'
import { withSnippets } from './snippets'
import type { WordSearch } from './word-search'

const stored = rowOf({
  id: column.text,
  title: column.textOrNull,
  summary: column.orElse(summary, ''),
  state: column.textOrNull,
  source: column.textOrNull,
  providedBy: column.textOrNull,
  createdAt: column.textOrNull,
  updatedAt: column.textOrNull,
  url: column.textOrNull,
  pdfFileUrl: column.textOrNull,
  txtFileUrl: column.textOrNull,
})

type Stored = ReturnType<typeof stored.read>

const storedDetail = rowOf({ ...stored.fields, description: column.textOrNull })

const facetValue = rowOf({ value: column.textOrNull, count: column.number })

const list: RecordList<(typeof KnowledgeColumn.options)[number], Stored> = {
  table: 'knowledge',
  kind: 'knowledge',
  record: null,
  order: {
    state: 'state COLLATE NOCASE',
    source: 'source COLLATE NOCASE',
    providedBy: 'provided_by COLLATE NOCASE',
    createdAt: 'julianday(created_at)',
    updatedAt: 'julianday(updated_at)',
  },
  schema: stored,
  noun: 'knowledge item',
}

type Queries = Pick<StoreApi, 'queryKnowledge' | 'getKnowledge'>

export function createKnowledgeQueries(context: StoreContext, cache: ListCache, search: WordSearch): Queries {
  return {
    queryKnowledge: (input) =>
      search.read({ ...input, tables: ['knowledge'] }, (connection, forgiveness) => {
        const page = readList(connection, cache, list, input, forgiveness, {
          state: input.states,
          source: input.sources,
        })
        const workspace = findWorkspace(connection, input.workspace)
        const searched = { table: 'knowledge', text: input.text, forgiveness } as const
        const shown = workspace === null ? [] : withSnippets(connection, { ...searched, workspace }, page.rows)
        return {
          ...page,
          rows: shown.map(({ url, pdfFileUrl, txtFileUrl, ...row }) => ({
            ...row,
            links: linksOf({ url, pdfFileUrl, txtFileUrl }),
          })),
          states: facet(connection, workspace, 'state'),
          sources: facet(connection, workspace, 'source'),
        }
      }),
    getKnowledge: (input) =>
      context.read((connection) => {
        const found = readRecord(connection, list, storedDetail, input)
        return { ...found, links: linksOf(found) }
      }),
  }
}

/** Over the whole workspace, most frequent first: the choices stay the same while filters change. */
function facet(connection: Connection, workspace: number | null, name: 'state' | 'source'): KnowledgePage['states'] {
  return connection.all(
    `SELECT ${name} AS value, count(*) AS count FROM knowledge WHERE workspace = ? GROUP BY ${name}
     ORDER BY count DESC, value ASC NULLS LAST`,
    [workspace],
    facetValue,
  )
}

function linksOf({ url, pdfFileUrl, txtFileUrl }: Pick<Stored, 'url' | 'pdfFileUrl' | 'txtFileUrl'>) {
  const addresses = { page: url, pdf: pdfFileUrl, text: txtFileUrl }
  const names = ['page', 'pdf', 'text'] as const
  return names.filter((name) => addresses[name] !== null && addresses[name] !== '')
}
