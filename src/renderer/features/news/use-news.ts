// The list of changes, its summary, and the commands to mark some or all as reviewed and to undo that.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { NewsPage, NewsRow } from '../../../contract/features/news'
import type { WorkspaceRef } from '../../../contract/workspace'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { type ListSearch, listShape } from '../../records/list-search'
import type { RecordKind } from '../../records/record-kind'
import { alreadyUpToDate, counted, nameInNotice } from '../../records/record-words'
import { useUndoSteps } from '../../records/triage/undo-step'
import { type RecordList, useRecordList } from '../../records/use-record-list'
import { pageSize } from '../../records/use-record-rows'
import { announce } from '../../ui/announce'
import { notifyError, notifyInView } from '../../ui/notify'
import { newsTexts } from './news-words'

export const newsKind: RecordKind = { path: '/news', heading: 'What changed', one: 'change', many: 'changes' }

/** Sorted by size, under each opportunity or all together. */
const shape = listShape(['opportunity', 'scores'], { column: 'opportunity', direction: 'descending' })

const orderOf = ({ column }: ListSearch['sort']) => (column === 'opportunity' ? 'opportunity' : 'size')

export function useNewsList(workspace: WorkspaceRef): RecordList<NewsRow> {
  return useRecordList({
    kind: newsKind,
    shape,
    readPage: ({ text, statuses, sort, offset, limit }) =>
      queryOptionsFor('news', 'query', { workspace, text, kinds: statuses, sort: orderOf(sort), offset, limit }),
  })
}

const noStarts: readonly number[] = []

export interface Review {
  /** Counts of all kinds and the date they are measured from; the same query as the badge's. */
  readonly summary: NewsPage | undefined
  /** The first page of the filtered list; undefined while it loads. */
  readonly shown: NewsPage | undefined
  /** See `NewsPage`; while another list loads, those of the last one, like its rows. */
  readonly starts: readonly number[]
  readonly markAllReviewed: () => void
  /**
   * Marks these, whatever the filters. false: none was marked, and the person was told.
   * @param only named by its title; undefined: there are several, or it is not loaded
   */
  readonly markReviewed: (ids: readonly string[], only: NewsRow | undefined, onUndone: () => void) => Promise<boolean>
  readonly undo: () => void
}

export function useReview(
  workspace: WorkspaceRef,
  { text, statuses, sort }: Pick<ListSearch, 'text' | 'statuses' | 'sort'>,
  onReviewed: () => void,
): Review {
  const { data: summary } = useQuery(
    queryOptionsFor('news', 'query', { workspace, text: '', kinds: [], offset: 0, limit: 1 }),
  )
  const filter = { workspace, text, kinds: statuses }
  // The same query as the list's, so that a review covers the listed changes and no later sync.
  const first = queryOptionsFor('news', 'query', { ...filter, sort: orderOf(sort), offset: 0, limit: pageSize })
  const { data: latest, isPlaceholderData } = useQuery({ ...first, placeholderData: keepPreviousData })
  const shown = isPlaceholderData ? undefined : latest
  const { mutateAsync: mark } = useMutation(mutationOptionsFor('news', 'markReviewed'))
  const { mutateAsync: unmark } = useMutation(mutationOptionsFor('news', 'undoReview'))
  const { done, underWay } = useUndoSteps()
  const withdrawLast = useRef(() => {})
  /** Resolves to the result; false: nothing was marked, and the person was told. */
  const review = async (
    which: Pick<typeof filter, 'text' | 'kinds'> & { ids?: string[] },
    only?: NewsRow,
    onUndone = () => {},
  ) => {
    if (shown === undefined) {
      notifyInView(newsTexts.stillLoading, 'yellow')
      return false
    }
    try {
      const { reviewed, undo } = await underWay(mark({ workspace, ...which, upTo: shown.upTo }))
      if (undo === null) {
        notifyInView(alreadyUpToDate, 'yellow')
        return false
      }
      const what = nameInNotice(only, counted(reviewed, 'change', 'changes'))
      withdrawLast.current = done(`Marked ${what} as reviewed`, async () => {
        const { isUndone } = await unmark({ workspace, review: undo })
        if (isUndone) onUndone()
        return isUndone
      })
      return true
    } catch (error) {
      notifyError(error)
      return false
    }
  }
  const undo = useMutation({
    ...mutationOptionsFor('news', 'undoReview'),
    onSuccess: ({ isUndone }) => {
      if (!isUndone) return
      withdrawLast.current()
      announce('Last review undone')
    },
    onError: notifyError,
  })
  return {
    summary,
    shown,
    starts: latest?.starts ?? noStarts,
    markAllReviewed: () => void review(filter).then((isDone) => isDone && onReviewed()),
    markReviewed: (ids, only, onUndone) => review({ text: '', kinds: [], ids: [...ids] }, only, onUndone),
    undo: () => undo.mutate({ workspace }),
  }
}
