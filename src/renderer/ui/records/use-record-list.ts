// Everything that changes about a list of records: its search, its rows, the active and the open one, what was revealed.
import { type RefObject, useMemo, useRef } from 'react'
import type { WordSearch } from '../SingleWords'
import type { VirtualTableHandle } from '../table/VirtualTable'
import { useRowWanted } from '../way-back'
import { hasFilters, type ListSearch, type ListShape } from './list-params'
import type { RecordKind } from './record-kind'
import { useActiveRow } from './use-active-row'
import { useGoneRows } from './use-gone-rows'
import { type ListParams, useListParams } from './use-list-params'
import { type OpenRecord, useOpenRecord } from './use-open-record'
import { type PageQuery, type PageRange, type RecordRowsState, useRecordRows } from './use-record-rows'
import { type Revealed, useRevealed } from './use-revealed'
import { type Selection, useSelection } from './use-selection'

/** `columns` and `defaultSort` are the same objects at every drawing. */
interface RecordListOptions<Row, Id extends string> extends ListShape<Id> {
  readonly kind: RecordKind
  readonly readPage: (search: ListSearch<Id> & PageRange) => PageQuery<Row>
}

export interface RecordList<Row> {
  readonly kind: RecordKind
  readonly params: ListParams<string>
  readonly state: RecordRowsState<Row>
  readonly words: WordSearch
  readonly table: RefObject<VirtualTableHandle | null>
  readonly activeIndex: number
  readonly open: OpenRecord
  readonly revealed: Revealed
  readonly selection: Selection<Row>
}

export function useRecordList<Row extends { readonly id: string }, Id extends string>({
  kind,
  columns,
  defaultSort,
  readPage,
}: RecordListOptions<Row, Id>): RecordList<Row> {
  const shape = useMemo(() => ({ columns, defaultSort }), [columns, defaultSort])
  const params = useListParams(shape)
  const { text, statuses, relatedTo, sort } = params
  const search = { text, statuses, relatedTo, sort }
  const state = useRecordRows<Row>(JSON.stringify(search), (range) => readPage({ ...search, ...range }))
  const table = useRef<VirtualTableHandle>(null)
  const [activeIndex, setActiveIndex] = useActiveRow({ ...state, table })
  const open = useOpenRecord({ kind, rows: state.rows, table, setActiveIndex })
  useRowWanted({ total: state.rows?.counts.total ?? null, table })
  const selection = useSelection(state)
  useGoneRows({
    isOn: selection.size > 0,
    all: state.rows?.counts.all ?? 0,
    readPage: (range) => readPage({ text: '', statuses: [], relatedTo: null, sort: defaultSort, ...range }),
    onGone: selection.drop,
  })
  const words: WordSearch = {
    text,
    setText: params.setText,
    firstOf: (word) => readPage({ ...search, text: word, offset: 0, limit: 1 }),
    filtered:
      text.trim() !== '' && hasFilters(search)
        ? {
            first: readPage({ text, statuses: [], relatedTo: null, sort: defaultSort, offset: 0, limit: 1 }),
            dropFilters: params.dropFilters,
          }
        : null,
  }
  return { kind, params, state, words, table, activeIndex, open, revealed: useRevealed(), selection }
}
