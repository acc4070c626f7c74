// The list of changes, its summary, and the two things a person can say about it: I have looked at this, and no, I have not.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NewsPage, NewsRow } from '../../../contract/features/news'
import type { WorkspaceRef } from '../../../contract/workspace'
import { commandOf, queryOf } from '../../client/queries'
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
      queryOf('news', 'query', { workspace, text, kinds: statuses, offset, limit }),
  })
}

export interface Looking {
  /** Counts of all kinds and where the measuring began; the same question as the badge's. */
  readonly summary: NewsPage | undefined
  readonly look: () => void
  readonly takeBack: () => void
}

export function useLooking(workspace: WorkspaceRef, onLooked: () => void): Looking {
  const { data: summary } = useQuery(queryOf('news', 'query', { workspace, text: '', kinds: [], offset: 0, limit: 1 }))
  const look = useMutation({
    ...commandOf('news', 'look'),
    onSuccess: () => {
      announce('Marked as reviewed.')
      onLooked()
    },
    onError: notifyError,
  })
  const takeBack = useMutation({
    ...commandOf('news', 'takeBackLook'),
    onSuccess: () => announce('Changes restored.'),
    onError: notifyError,
  })
  return {
    summary,
    look: () => summary && look.mutate({ workspace, upTo: summary.upTo }),
    takeBack: () => takeBack.mutate({ workspace }),
  }
}
