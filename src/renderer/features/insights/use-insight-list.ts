import { useRef } from 'react'
import type { InsightRow } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import { insightKind } from '../../ui/records/record-kind'
import { useActiveRow } from '../../ui/records/use-active-row'
import { useGoneRows } from '../../ui/records/use-gone-rows'
import { useOpenRecord } from '../../ui/records/use-open-record'
import { useRecordRows } from '../../ui/records/use-record-rows'
import { useSelection } from '../../ui/records/use-selection'
import type { WordSearch } from '../../ui/SingleWords'
import type { VirtualTableHandle } from '../../ui/table/VirtualTable'
import { isFiltered, withoutChips } from './search-params'
import type { SearchState } from './use-search'

/** The rows, the one that the keys act on, and the one that is open. */
export function useInsightList(workspace: WorkspaceRef, { filter, sort, setText, dropFilters }: SearchState) {
  const state = useRecordRows<InsightRow>(JSON.stringify([filter, sort]), (range) =>
    queryOf('insights', 'query', { workspace, filter, sort, ...range }),
  )
  const table = useRef<VirtualTableHandle>(null)
  const [activeIndex, setActiveIndex] = useActiveRow({ ...state, table })
  const open = useOpenRecord({ kind: insightKind, rows: state.rows, table, setActiveIndex })
  const selection = useSelection(state)
  useGoneRows({
    isOn: selection.size > 0,
    all: state.rows?.counts.all ?? 0,
    readPage: (range) => queryOf('insights', 'query', { workspace, filter: {}, sort, ...range }),
    onGone: selection.drop,
  })
  const words: WordSearch = {
    text: filter.text,
    setText,
    firstOf: (text) =>
      queryOf('insights', 'query', { workspace, filter: { ...filter, text }, sort, offset: 0, limit: 1 }),
    filtered:
      filter.text.trim() !== '' && isFiltered({ filter: { ...filter, text: '' }, sort })
        ? {
            first: queryOf('insights', 'query', { workspace, ...withoutChips({ filter, sort }), offset: 0, limit: 1 }),
            dropFilters,
          }
        : null,
  }
  return { ...state, words, table, activeIndex, open, selection }
}
