// The list of changes, its summary, and the commands to mark all as reviewed and to undo that.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NewsPage, NewsRow } from '../../../contract/features/news'
import type { WorkspaceRef } from '../../../contract/workspace'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { listShape } from '../../records/list-search'
import type { RecordKind } from '../../records/record-kind'
import { type RecordList, useRecordList } from '../../records/use-record-list'
import { announce } from '../../ui/announce'
import { notifyError } from '../../ui/notify'

export const newsKind: RecordKind = { path: '/news', heading: 'What changed', one: 'change', many: 'changes' }

/** The order is the library's. */
const shape = listShape(['kind'], { column: 'kind', direction: 'ascending' })

export function useNewsList(workspace: WorkspaceRef): RecordList<NewsRow> {
  return useRecordList({
    kind: newsKind,
    shape,
    readPage: ({ text, statuses, offset, limit }) =>
      queryOptionsFor('news', 'query', { workspace, text, kinds: statuses, offset, limit }),
  })
}

export interface Review {
  /** Counts of all kinds and where the measuring began; the same question as the badge's. */
  readonly summary: NewsPage | undefined
  readonly markAllReviewed: () => void
  readonly undo: () => void
}

export function useReview(workspace: WorkspaceRef, onReviewed: () => void): Review {
  const { data: summary } = useQuery(
    queryOptionsFor('news', 'query', { workspace, text: '', kinds: [], offset: 0, limit: 1 }),
  )
  const markReviewed = useMutation({
    ...mutationOptionsFor('news', 'markReviewed'),
    onSuccess: () => {
      announce('Marked as reviewed.')
      onReviewed()
    },
    onError: notifyError,
  })
  const undo = useMutation({
    ...mutationOptionsFor('news', 'undoReview'),
    onSuccess: () => announce('Changes restored.'),
    onError: notifyError,
  })
  return {
    summary,
    markAllReviewed: () => summary && markReviewed.mutate({ workspace, upTo: summary.upTo }),
    undo: () => undo.mutate({ workspace }),
  }
}
