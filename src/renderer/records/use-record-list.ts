// All state of a list of records: its search, its rows, the active and the open one, and the revealed ones.
import { type RefObject, useRef } from 'react'
import type { ExportSource } from '../../contract/features/export'
import { keyIn } from '../../contract/workspace-key'
import { useWorkspace } from '../client/workspace'
import { useIsReturn, useRowWanted } from '../navigation/location-state'
import {
  type ListControls,
  type ListParams,
  type ListSearch,
  type PlainSearch,
  type SearchShape,
  useListSearch,
} from './list-search'
import { type Revealed, useRevealed } from './MaskedText'
import type { WordSearch } from './NothingMatches'
import type { RecordKind } from './record-kind'
import { type Saving, useSaving } from './saved-views/use-saving'
import type { VirtualTableHandle } from './table/VirtualTable'
import { useActiveRow } from './use-active-row'
import { type OpenRecord, useOpenRecord } from './use-open-record'
import { usePruneSelection } from './use-prune-selection'
import { type PageQuery, type PageRange, type RecordRowsState, useRecordRows } from './use-record-rows'
import { type Selection, useSelection } from './use-selection'

interface RecordListOptions<Row, Search extends PlainSearch> {
  readonly kind: RecordKind
  /** The same object at every rendering. */
  readonly shape: SearchShape<Search>
  readonly readPage: (search: Search & PageRange) => PageQuery<Row>
}

/** The parts of a list that a list shell needs, whether main or the page filters and orders it. */
export interface ShownList<Row> {
  readonly kind: RecordKind
  readonly params: ListControls
  readonly state: RecordRowsState<Row>
  readonly table: RefObject<VirtualTableHandle | null>
  readonly activeIndex: number
  readonly leaveActiveRow: (ids: readonly string[]) => void
  readonly open: OpenRecord
  readonly revealed: Revealed
  readonly selection: Selection<Row>
  /** The list with its words, filters and order, for an export. */
  readonly exportSource: () => ExportSource
  /** null: its searches are not saved under names. */
  readonly saving: Saving | null
  /** Ids of the rows in their order, where the page filters and orders them; otherwise main does. */
  readonly shownIds?: () => readonly string[]
}

/** A list that the library filters and orders. */
export interface RecordList<Row, Search extends PlainSearch = ListSearch> extends ShownList<Row> {
  readonly params: ListParams<Search>
  readonly words: WordSearch
}

/** The parts of a list that the details of a record need, if the record is in one. */
export type DetailsList<Row> = Pick<ShownList<Row>, 'kind' | 'revealed'> & {
  readonly state: Pick<RecordRowsState<Row>, 'rows'>
}

/** Props of the details of one record beside its list. */
export interface DetailsProps<Row> {
  readonly list: DetailsList<Row>
  readonly id: string
}

export function useRecordList<Row extends { readonly id: string }, Search extends PlainSearch>({
  kind,
  shape,
  readPage,
}: RecordListOptions<Row, Search>): RecordList<Row, Search> {
  const params = useListSearch(shape)
  const { search } = params
  const { text, sort } = search
  const { plain } = shape
  const state = useRecordRows<Row>(JSON.stringify(search), (range) => readPage({ ...search, ...range }))
  const table = useRef<VirtualTableHandle>(null)
  const [activeIndex, setActiveIndex, leaveActiveRow] = useActiveRow(state)
  const open = useOpenRecord({ kind, rows: state.rows, table, setActiveIndex })
  useRowWanted({ rows: state.rows, table })
  const { ref } = useWorkspace()
  const selection = useSelection({ ...state, place: keyIn(ref, kind.path), isReturn: useIsReturn() })
  const [feature] = readPage({ ...plain, offset: 0, limit: 1 }).queryKey
  usePruneSelection({ workspace: ref, kind: kind.triaged, feature: String(feature), selection })
  const words: WordSearch = {
    text,
    setText: params.setText,
    firstOf: (word) => readPage({ ...search, text: word, offset: 0, limit: 1 }),
    filtered:
      text.trim() !== '' && params.hasFilters
        ? { first: readPage({ ...plain, text, sort, offset: 0, limit: 1 }), dropFilters: params.dropFilters }
        : null,
  }
  const exportSource = () => {
    const [view, , input] = readPage({ ...search, offset: 0, limit: 1 }).queryKey
    const { offset: _, limit: __, ...query } = input as PageRange
    // Main parses it, as it does the pages of the list.
    return { view, query } as ExportSource
  }
  const saving = useSaving({ kind, shape, readPage, written: params.written })
  return {
    kind,
    params,
    state,
    words,
    table,
    activeIndex,
    leaveActiveRow,
    open,
    revealed: useRevealed(),
    selection,
    exportSource,
    saving,
  }
}
