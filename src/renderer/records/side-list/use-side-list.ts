// The state of a list beside its details, like that of the tables: its search in the address, the row that the keys act on,
// and the open one. All rows are there at once.
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createTextTest } from '../../../contract/features/find-in-text'
import { foldWord } from '../../../contract/features/search-words'
import type { TriageMarks } from '../../../contract/features/triage'
import { isStillAt } from '../../ui/current-location'
import { mustKeepFocus } from '../../ui/key-registry'
import { useKey } from '../../ui/keys'
import { type ListParams, type PlainSearch, searchShape, useListSearch } from '../list-search'
import { isLeftByOwn, type OwnSearch, withOwn } from '../own-filter'
import type { RecordKind } from '../record-kind'
import { useActiveRow } from '../use-active-row'
import { type RowsHandle, useRowKeys } from '../use-list-keys'
import { type OpenRecord, useOpenRecord } from '../use-open-record'
import type { RecordRows } from '../use-record-rows'

/** From this many on, looking through the list by eye takes longer than typing. */
const many = 8

const shape = withOwn(
  searchShape({
    columns: ['title'],
    defaultSort: { column: 'title', direction: 'ascending' },
    names: [],
    read: () => ({}),
    write: () => [],
  }),
)

/** `triage`: as lists show it; absent where nothing was decided or written. */
export interface SideRecord {
  readonly id: string
  readonly triage?: TriageMarks | undefined
}

interface SideListOptions<Row> {
  readonly kind: RecordKind
  /** Rows in their order; undefined until they were read. The same array while nothing changed. */
  readonly rows: readonly Row[] | undefined
  /** The text of a row that the search looks through; the same function at every rendering. */
  readonly wordsOf: (row: Row) => string
  /** Whether an id was typed and not sent: then its form is shown again. */
  readonly hasDraft: boolean
}

/** The form that adds to the list. An empty list begins with it; any other one has a button for it. */
export interface Adding {
  readonly isOpen: boolean
  /** True once it is known whether the list is empty. */
  readonly canOpen: boolean
  /** Opens the form, with the focus in the field of ids. */
  readonly open: () => void
  /** Opens the form, and leaves the focus where it is. */
  readonly show: () => void
  readonly canClose: boolean
  /** The field for an id; the key of the search leads there while the list is short. */
  readonly idField: RefObject<HTMLInputElement | null>
  /** Closes the form and moves the focus to the rows, or to the view. */
  readonly leave: () => void
}

/** Whether an answer to the form may lead on: the person is still where they sent it, and types nowhere else. */
export function mayLeadOn(pathname: string, { idField }: Pick<Adding, 'idField'>): boolean {
  const isInForm = idField.current?.form?.contains(document.activeElement) === true
  return isStillAt(pathname) && (isInForm || !mustKeepFocus())
}

export interface SideListState<Row> {
  readonly shown: readonly Row[]
  readonly hasSearch: boolean
  /** Whether anything was decided or written about any of the unfiltered rows, or the filter asks for it. */
  readonly hasOwnFilter: boolean
  readonly isNarrowed: boolean
  readonly params: ListParams<PlainSearch & OwnSearch>
  readonly text: string
  readonly setText: (text: string) => void
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly adding: Adding
  readonly table: RefObject<RowsHandle | null>
  readonly activeIndex: number
  readonly open: OpenRecord
  /** Moves the focus from a field to the rows; false when there are none. */
  readonly toRows: (place: 'first' | 'active') => boolean
  /** Call when a row is taken off the list: once it is gone, the focus goes to its neighbour, or to the field of ids. */
  readonly leave: (id: string) => void
}

function rowsOf<Row extends { readonly id: string }>(key: string, rows: readonly Row[], all: number): RecordRows<Row> {
  return {
    key,
    counts: { total: rows.length, all },
    pages: new Map(),
    rowAt: (index) => rows[index],
    indexOf: (id) => rows.findIndex((row) => row.id === id),
    isWhole: true,
  }
}

export function useSideList<Row extends SideRecord>(options: SideListOptions<Row>): SideListState<Row> {
  const { kind, rows, wordsOf, hasDraft } = options
  const params = useListSearch(shape)
  const { search, isNarrowed, setText } = params
  const { text, own } = search
  const searchField = useRef<HTMLInputElement>(null)
  const idField = useRef<HTMLInputElement>(null)
  const table = useRef<RowsHandle>(null)
  const hasSearch = (rows?.length ?? 0) >= many || text !== ''
  const isFiltered = Object.keys(own).length > 0
  const hasOwnFilter = isFiltered || rows?.some(({ triage }) => triage !== undefined) === true
  const isEmpty = rows?.length === 0

  const [isAdding, setIsAdding] = useState(hasDraft)
  // The form stays for the next thing after the first was added.
  if (isEmpty && !isAdding) setIsAdding(true)
  const openForm = () => {
    flushSync(() => setIsAdding(true))
    idField.current?.focus()
    idField.current?.select()
  }

  const wanted = text.trim()
  const shown = useMemo(() => {
    const hasWords = createTextTest(wanted)
    return (rows ?? []).filter(
      (row) => isLeftByOwn(row.triage, own) && (hasWords === null || hasWords(foldWord(wordsOf(row)))),
    )
  }, [rows, wanted, own, wordsOf])
  const key = JSON.stringify([wanted, own])
  const records = useMemo(() => (rows === undefined ? null : rowsOf(key, shown, rows.length)), [rows, shown, key])

  const [activeIndex, setActiveIndex] = useActiveRow({ rows: records, readAll: async () => shown })
  const open = useOpenRecord({ kind, rows: records, table, setActiveIndex })
  useRowKeys({ table, onClose: open.id === null ? null : open.close })
  useKey('/', () => {
    if (!hasSearch) return openForm()
    searchField.current?.focus()
    searchField.current?.select()
  })

  const toRows = (place: 'first' | 'active') => {
    if (shown.length === 0) return false
    if (place === 'first') table.current?.focusFirstRow()
    else table.current?.focusActiveRow()
    return true
  }

  const leaving = useRef<string | null>(null)
  const goOn = useEffectEvent(() => {
    if (leaving.current === null || open.id !== null || records === null || records.indexOf(leaving.current) >= 0)
      return
    leaving.current = null
    if (!toRows('active')) (idField.current ?? searchField.current)?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever comes last, the closing or the shorter list
  useEffect(() => goOn(), [records, open.id])

  return {
    shown,
    hasSearch,
    hasOwnFilter,
    isNarrowed,
    params,
    text,
    setText,
    searchField,
    table,
    activeIndex,
    open,
    toRows,
    adding: {
      isOpen: isAdding,
      canOpen: !isAdding && rows !== undefined,
      open: openForm,
      show: () => setIsAdding(true),
      canClose: !isEmpty,
      idField,
      leave() {
        if (!toRows('active')) idField.current?.closest('main')?.focus()
        setIsAdding(false)
      },
    },
    leave: (id) => {
      leaving.current = id
    },
  }
}
