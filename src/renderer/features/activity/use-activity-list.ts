import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import type { ListSearch } from '../../ui/records/list-params'
import type { RecordKind } from '../../ui/records/record-kind'
import { type RecordList, useRecordList } from '../../ui/records/use-record-list'
import type { PageRange, RecordPage } from '../../ui/records/use-record-rows'

/** A change as a row of a list, which knows its rows by `id`. */
export interface ActivityRow extends ActivityEntry {
  readonly id: string
}

export const changeKind: RecordKind = { path: '/activity', heading: 'Activity', one: 'change', many: 'changes' }

/** In the address, for "only this workspace". */
export const hereCode = 'here'

/** The order is main's: unsettled first, then newest first. */
const defaultSort = { column: 'createdAt', direction: 'descending' } as const

export const scopeOf = (statuses: readonly string[], workspace: WorkspaceRef) =>
  statuses.includes(hereCode) ? workspace : null

function readPage(workspace: WorkspaceRef, { text, statuses, offset, limit }: ListSearch<'createdAt'> & PageRange) {
  const input = { workspace: scopeOf(statuses, workspace), text, offset, limit }
  return queryOptions<RecordPage<ActivityRow>, AppError>({
    // "rows": the answer is not kept as it came, so it must not be taken for the plain one.
    queryKey: ['activity', 'query', input, 'rows'],
    queryFn: async ({ signal }) => {
      const page = await client.activity.query(input, { signal })
      return { ...page, rows: page.rows.map((entry) => ({ ...entry, id: entry.changeId })) }
    },
  })
}

export function useActivityList(workspace: WorkspaceRef): RecordList<ActivityRow> {
  const options = useMemo(
    () => ({
      kind: changeKind,
      columns: ['createdAt'] as const,
      defaultSort,
      readPage: (search: ListSearch<'createdAt'> & PageRange) => readPage(workspace, search),
    }),
    [workspace],
  )
  return useRecordList<ActivityRow, 'createdAt'>(options)
}
