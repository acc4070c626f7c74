import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { KnowledgeColumn, type KnowledgePage, type KnowledgeRow } from '../../../contract/features/knowledge'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import type { ListSearch } from '../../ui/records/list-params'
import { type RecordList, useRecordList } from '../../ui/records/use-record-list'
import type { PageRange } from '../../ui/records/use-record-rows'
import { chosenValues } from './facets'
import { knowledgeKind } from './knowledge-words'

type Column = (typeof KnowledgeColumn.options)[number]

interface KnowledgeList {
  readonly list: RecordList<KnowledgeRow>
  /** States and sources that occur; undefined until the first answer. */
  readonly facets: Pick<KnowledgePage, 'states' | 'sources'> | undefined
}

const defaultSort = { column: 'updatedAt', direction: 'descending' } as const

function readPage(workspace: WorkspaceRef, { text, statuses, sort, offset, limit }: ListSearch<Column> & PageRange) {
  return queryOf('knowledge', 'query', {
    workspace,
    text,
    relatedTo: null,
    states: chosenValues('state', statuses),
    sources: chosenValues('source', statuses),
    sort,
    offset,
    limit,
  })
}

export function useKnowledgeList(workspace: WorkspaceRef): KnowledgeList {
  const options = useMemo(
    () => ({
      kind: knowledgeKind,
      columns: KnowledgeColumn.options,
      defaultSort,
      readPage: (search: ListSearch<Column> & PageRange) => readPage(workspace, search),
    }),
    [workspace],
  )
  const list = useRecordList<KnowledgeRow, Column>(options)
  const { text, statuses } = list.params
  const { data: facets } = useQuery({
    ...readPage(workspace, { text, statuses, relatedTo: null, sort: defaultSort, offset: 0, limit: 1 }),
    placeholderData: keepPreviousData,
  })
  return { list, facets }
}
