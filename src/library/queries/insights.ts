// Lists of insights: a page of rows, how many match, how many there are.
import type { InsightPage } from '../../contract/features/insights'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { readInsightDetail } from './insight-detail'
import { createInsightOrder } from './insight-order'
import { numberOrNull, readInsightRows, rowColumns } from './insight-rows'
import { type KeptLists, readInOrder } from './row-lists'

type InsightQueries = Pick<StoreApi, 'queryInsights' | 'getInsight'>

export function createInsightQueries(context: StoreContext, kept: KeptLists): InsightQueries {
  const order = createInsightOrder(context.reader, kept)
  const counts = createCounts(context)

  return {
    queryInsights: ({ workspace, ...query }) =>
      context.read((connection): InsightPage => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return { rows: [], total: 0, all: 0, unseen: 0, greatestScore: null }
        const { rows, total } = order.page({ ...query, workspace: row })
        const ofAll = counts(row)
        return { rows: readPage(connection, row, rows), total: total ?? ofAll.all, ...ofAll }
      }),
    getInsight: ({ workspace, id }) =>
      context.read((connection) => readInsightDetail(connection, findWorkspace(connection, workspace), id)),
  }
}

function createCounts({ reader, revision }: StoreContext) {
  let kept = new Map<number, Pick<InsightPage, 'all' | 'unseen' | 'greatestScore'>>()
  let keptRevision = -1
  return (workspace: number) => {
    if (keptRevision !== revision()) {
      kept = new Map()
      keptRevision = revision()
    }
    const known = kept.get(workspace)
    if (known !== undefined) return known
    const row = reader.get('SELECT count(*) AS all_rows, sum(seen = 0) AS unseen FROM insights WHERE workspace = ?', [
      workspace,
    ])
    // Alone, so that it is one step into the index of that column.
    const scored = reader.get('SELECT max(combined_score) AS greatest FROM insights WHERE workspace = ?', [workspace])
    const counted = {
      all: Number(row?.all_rows ?? 0),
      unseen: Number(row?.unseen ?? 0),
      greatestScore: numberOrNull(scored?.greatest),
    }
    kept.set(workspace, counted)
    return counted
  }
}

function readPage(connection: Connection, workspace: number, rows: readonly number[]) {
  const sql = `SELECT ${rowColumns} FROM insights WHERE row IN (SELECT value FROM json_each(?))`
  return readInsightRows(connection, workspace, readInOrder(connection, sql, rows))
}
