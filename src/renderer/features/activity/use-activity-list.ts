import { queryOptions } from '@tanstack/react-query'
import type { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { derivedKey, queryOptionsFor } from '../../client/queries'
import { type ListSearch, listShape } from '../../records/list-search'
import type { RecordKind } from '../../records/record-kind'
import { type RecordList, useRecordList } from '../../records/use-record-list'
import type { PageRange, RecordPage } from '../../records/use-record-rows'

/** A change as a list row: lists identify rows by `id`. */
export interface ActivityRow extends ActivityEntry {
  readonly id: string
}

const changeKind: RecordKind = {
  path: '/activity',
  heading: 'Activity',
  one: 'change',
  many: 'changes',
  searched: 'activity',
  detailed: 'activity',
}

/** "Only this workspace", in the address. */
export const hereCode = 'here'

/** "Only changes to review", in the address. */
export const reviewCode = 'review'

/** The order is main's: unsettled first, then newest first. */
const shape = listShape(['createdAt'], { column: 'createdAt', direction: 'descending' })

const scopeOf = (statuses: readonly string[], workspace: WorkspaceRef) =>
  statuses.includes(hereCode) ? workspace : null

function readPage(workspace: WorkspaceRef, { text, statuses, offset, limit }: ListSearch & PageRange) {
  const isToReview = statuses.includes(reviewCode)
  const input = { workspace: scopeOf(statuses, workspace), ...(isToReview && { isToReview }), text, offset, limit }
  return queryOptions<RecordPage<ActivityRow>, AppError>({
    queryKey: derivedKey(queryOptionsFor('activity', 'query', input), 'rows'),
    queryFn: async ({ signal }) => {
      const page = await client.activity.query(input, { signal })
      return { ...page, rows: page.rows.map((entry) => ({ ...entry, id: entry.changeId })) }
    },
  })
}

export function useActivityList(workspace: WorkspaceRef): RecordList<ActivityRow> {
  return useRecordList({ kind: changeKind, shape, readPage: (search) => readPage(workspace, search) })
}
