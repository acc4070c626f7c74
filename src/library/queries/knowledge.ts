// Knowledge as a list, with the values of state and source that occur, and one by one.
import { AppError } from '../../contract/errors'
import type { KnowledgeColumn, KnowledgePage, KnowledgeRow } from '../../contract/features/knowledge'
import type { Connection, SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { summarise, summarySource, textOrNull } from './insight-rows'
import { type RecordList, readList } from './record-list'
import type { KeptLists } from './row-lists'

const list: RecordList<(typeof KnowledgeColumn.options)[number]> = {
  table: 'knowledge',
  record: null,
  order: {
    state: 'state COLLATE NOCASE',
    source: 'source COLLATE NOCASE',
    providedBy: 'provided_by COLLATE NOCASE',
    createdAt: 'julianday(created_at)',
    updatedAt: 'julianday(updated_at)',
  },
  columns: `row, id, title, ${summarySource}, state, source, provided_by, created_at, updated_at, url, pdf_file_url,
    txt_file_url`,
}

type Queries = Pick<StoreApi, 'queryKnowledge' | 'getKnowledge'>

export function createKnowledgeQueries(context: StoreContext, kept: KeptLists): Queries {
  return {
    queryKnowledge: (input) =>
      context.read((connection) => {
        const page = readList(connection, kept, list, input, { state: input.states, source: input.sources })
        const workspace = findWorkspace(connection, input.workspace)
        return {
          ...page,
          rows: page.rows.map(readRow),
          states: facet(connection, workspace, 'state'),
          sources: facet(connection, workspace, 'source'),
        }
      }),
    getKnowledge: ({ workspace, id }) =>
      context.read((connection) => {
        const stored = connection.get(
          `SELECT ${list.columns}, description FROM knowledge AS record WHERE workspace = ? AND id = ?`,
          [findWorkspace(connection, workspace), id],
        )
        if (stored === undefined) throw new AppError('NOT_FOUND', 'This knowledge item is not in the library.')
        return {
          ...readRow(stored),
          description: textOrNull(stored.description),
          url: textOrNull(stored.url),
          pdfFileUrl: textOrNull(stored.pdf_file_url),
          txtFileUrl: textOrNull(stored.txt_file_url),
        }
      }),
  }
}

/** Over all of the workspace, most frequent first: what can be chosen does not change while somebody chooses. */
function facet(connection: Connection, workspace: number | null, column: 'state' | 'source'): KnowledgePage['states'] {
  return connection
    .all(
      `SELECT ${column} AS value, count(*) AS count FROM knowledge WHERE workspace = ? GROUP BY ${column}
       ORDER BY count DESC, value ASC NULLS LAST`,
      [workspace],
    )
    .map(({ value, count }) => ({ value: textOrNull(value), count: Number(count) }))
}

function readRow(row: SqlRow): KnowledgeRow {
  const links = [
    ['page', row.url],
    ['pdf', row.pdf_file_url],
    ['text', row.txt_file_url],
  ] as const
  return {
    id: String(row.id),
    title: textOrNull(row.title),
    summary: summarise(textOrNull(row.summary) ?? ''),
    state: textOrNull(row.state),
    source: textOrNull(row.source),
    providedBy: textOrNull(row.provided_by),
    createdAt: textOrNull(row.created_at),
    updatedAt: textOrNull(row.updated_at),
    links: links.flatMap(([name, address]) => (typeof address === 'string' && address !== '' ? [name] : [])),
  }
}
