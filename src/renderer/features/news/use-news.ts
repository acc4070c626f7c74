// The list of changes, its summary, and the commands to mark all as reviewed and to undo that.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NewsPage, NewsRow } from '../../../contract/features/news'
import type { WorkspaceRef } from '../../../contract/workspace'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { type ListSearch, listShape } from '../../records/list-search'
import type { RecordKind } from '../../records/record-kind'
import { type RecordList, useRecordList } from '../../records/use-record-list'
import { pageSize } from '../../records/use-record-rows'
import { announce } from '../../ui/announce'
import { notifyError } from '../../ui/notify'

export const newsKind: RecordKind = { path: '/news', heading: 'What changed', one: 'change', many: 'changes' }

/** The order is the library's: by the size of the change. */
const shape = listShape(['scores'], { column: 'scores', direction: 'descending' })

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
  /** The first page of the list under its filters; undefined while that is read. */
  readonly shown: NewsPage | undefined
  readonly markAllReviewed: () => void
  readonly undo: () => void
}

export function useReview(
  workspace: WorkspaceRef,
  { text, statuses }: Pick<ListSearch, 'text' | 'statuses'>,
  onReviewed: () => void,
): Review {
  const { data: summary } = useQuery(
    queryOptionsFor('news', 'query', { workspace, text: '', kinds: [], offset: 0, limit: 1 }),
  )
  const filter = { workspace, text, kinds: statuses }
  // The same question as the list's, so that a review covers what is on screen and no later sync.
  const { data: shown } = useQuery(queryOptionsFor('news', 'query', { ...filter, offset: 0, limit: pageSize }))
  const markReviewed = useMutation({
    ...mutationOptionsFor('news', 'markReviewed'),
    onSuccess: () => {
      announce('Marked as reviewed')
      onReviewed()
    },
    onError: notifyError,
  })
  const undo = useMutation({
    ...mutationOptionsFor('news', 'undoReview'),
    onSuccess: () => announce('Changes restored'),
    onError: notifyError,
  })
  return {
    summary,
    shown,
    markAllReviewed: () => shown && markReviewed.mutate({ ...filter, upTo: shown.upTo }),
    undo: () => undo.mutate({ workspace }),
  }
}
