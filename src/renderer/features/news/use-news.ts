// The list of changes, its summary, and the two things a person can say about it: I have looked at this, and no, I have not.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NewsPage, NewsRow } from '../../../contract/features/news'
import type { WorkspaceRef } from '../../../contract/workspace'
import { commandOf, queryOf } from '../../client/queries'
import { announce } from '../../ui/announce'
import { notifyError } from '../../ui/notify'
import type { ListSearch } from '../../ui/records/list-params'
import type { RecordKind } from '../../ui/records/record-kind'
import { type RecordList, useRecordList } from '../../ui/records/use-record-list'
import type { PageRange } from '../../ui/records/use-record-rows'

export const newsKind: RecordKind = { path: '/news', heading: 'What changed', one: 'change', many: 'changes' }

/** The order is the library's. */
const defaultSort = { column: 'kind', direction: 'ascending' } as const

export function useNewsList(workspace: WorkspaceRef): RecordList<NewsRow> {
  const options = useMemo(
    () => ({
      kind: newsKind,
      columns: ['kind'] as const,
      defaultSort,
      readPage: ({ text, statuses, offset, limit }: ListSearch<'kind'> & PageRange) =>
        queryOf('news', 'query', { workspace, text, kinds: statuses, offset, limit }),
    }),
    [workspace],
  )
  return useRecordList<NewsRow, 'kind'>(options)
}

export interface Looking {
  /** Counts of all kinds and where the measuring began; the same question as the badge's. */
  readonly summary: NewsPage | undefined
  readonly look: () => void
  readonly takeBack: () => void
}

export function useLooking(workspace: WorkspaceRef, onLooked: () => void): Looking {
  const queryClient = useQueryClient()
  const { data: summary } = useQuery(queryOf('news', 'query', { workspace, text: '', kinds: [], offset: 0, limit: 1 }))
  const look = useMutation({
    ...commandOf(queryClient, 'news', 'look', { makesStale: ['news'] }),
    onSuccess: () => {
      announce('Marked as reviewed.')
      onLooked()
    },
    onError: notifyError,
  })
  const takeBack = useMutation({
    ...commandOf(queryClient, 'news', 'takeBackLook', { makesStale: ['news'] }),
    onSuccess: () => announce('Changes restored.'),
    onError: notifyError,
  })
  return {
    summary,
    look: () => summary && look.mutate({ workspace, upTo: summary.upTo }),
    takeBack: () => takeBack.mutate({ workspace }),
  }
}
