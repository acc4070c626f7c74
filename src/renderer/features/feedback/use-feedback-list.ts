import { FeedbackColumn, type FeedbackFilter, type FeedbackRow } from '../../../contract/features/feedback'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { filterNames, readFilter, writeFilter } from '../../records/feedback/feedback-filter'
import { type PlainSearch, searchShape } from '../../records/list-search'
import { type OwnSearch, withOwn } from '../../records/own-filter'
import { feedbackKind } from '../../records/record-kind'
import { readSince, sinceName, writeSince } from '../../records/since'
import { useRecordList } from '../../records/use-record-list'
import { type PageRange, pageSize } from '../../records/use-record-rows'

type Column = (typeof FeedbackColumn.options)[number]

type Filters = FeedbackFilter & { readonly since: string | null }
export type FeedbackSearch = Filters & PlainSearch<Column> & OwnSearch

const shape = withOwn(
  searchShape<Column, Filters>({
    columns: FeedbackColumn.options,
    defaultSort: { column: 'createdAt', direction: 'descending' },
    names: [...Object.values(filterNames), sinceName],
    read: (params) => ({ ...readFilter(params), since: readSince(params) }),
    write: ({ since, ...filter }) => [...writeFilter(filter), ...writeSince(since)],
  }),
)

const readPage = (workspace: WorkspaceRef, search: FeedbackSearch & PageRange) =>
  queryOptionsFor('feedback', 'query', { workspace, ...search })

export function useFeedbackList(workspace: WorkspaceRef) {
  return useRecordList<FeedbackRow, FeedbackSearch>({
    kind: feedbackKind,
    shape,
    readPage: (search) => readPage(workspace, search),
  })
}

/** The first page of the list, which carries the count of each filter. */
export const firstFeedbackPage = (workspace: WorkspaceRef, search: FeedbackSearch) =>
  readPage(workspace, { ...search, offset: 0, limit: pageSize })
