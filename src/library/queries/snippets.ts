// The part of a long text that a row of a search shows. The indexes keep no text, so SQLite cannot provide it.
import { createSnippets } from '../../contract/features/search-marks'
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'
import type { Searched } from './word-search'

const described = rowOf({ id: column.text, description: column.orElse(column.text, '') })

interface Summed {
  readonly id: string
  readonly title: string | null
  readonly summary: string
}

/** Uses the match in the description as the summary, where neither the title nor its beginning shows it. */
export function withSnippets<Row extends Summed>(
  connection: Connection,
  { table, workspace, text, forgiveness }: Searched & { readonly table: 'insights' | 'knowledge' },
  rows: readonly Row[],
): Row[] {
  const snippetOf = createSnippets(text, forgiveness)
  if (snippetOf === null) return [...rows]
  const found = connection.all(
    `SELECT id, description FROM ${table} WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(rows.map(({ id }) => id))],
    described,
  )
  const descriptions = new Map(found.map(({ id, description }) => [id, description]))
  return rows.map((row) => {
    const snippet = snippetOf(row.title ?? '', descriptions.get(row.id) ?? '')
    return snippet === null ? row : { ...row, summary: snippet }
  })
}
