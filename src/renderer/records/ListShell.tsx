// A list with its toolbar above and the details of one record beside it. Everything shown is in the address: search,
// filters and order in its query string, the open record in its path. Each view configures this one list.

import { useElementSize, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ExportedRanking } from '../../contract/features/export'
import type { ForgivenWord } from '../../contract/features/search'
import { createMarker } from '../../contract/features/search-marks'
import { usePreference } from '../client/preferences'
import { ErrorNotice } from '../ui/ErrorNotice'
import { mustKeepFocus } from '../ui/key-registry'
import { useKey } from '../ui/keys'
import { lazyWithPreload } from '../ui/lazy-with-preload'
import { useHasLowWindow } from '../ui/low-window'
import { SearchMarks } from '../ui/Marked'
import { BriefButton, briefDialog, briefOf, briefOfMany } from './brief-dialog'
import { sortedExtra, visibleColumns } from './columns/arrange-columns'
import { ColumnsMenu } from './columns/ColumnsMenu'
import { useColumnLayout } from './columns/use-column-layout'
import { ExportButton, ExportListButton } from './ExportButton'
import { exportDialog } from './export-dialog'
import { ForgivenNotice } from './ForgivenNotice'
import classes from './list.module.css'
import type { Revealed } from './MaskedText'
import { isCovering, RecordPane } from './RecordPane'
import type { RowMenu as RowMenuOfList } from './RowMenu'
import { SelectionBar } from './SelectionBar'
import { SaveView } from './saved-views/SaveView'
import type { Column } from './table/columns'
import type { GroupHeadings } from './table/group-headings'
import { SortMenu } from './table/SortMenu'
import { rowIndexOf } from './table/use-roving-rows'
import { VirtualTable, type VirtualTableProps } from './table/VirtualTable'
import { BulkTools, RowTools, useBulkTriage } from './triage/BulkTriage'
import { type ListPlaces, useListKeys } from './use-list-keys'
import type { ShownList } from './use-record-list'
import { useRowMenu } from './use-row-menu'
import { useSelectionCommands } from './use-selection-commands'

// For the rows of any list.
const RowMenu = lazyWithPreload(() => import('./RowMenu').then(({ RowMenu }) => RowMenu)) as typeof RowMenuOfList

export type ColumnsOf<Row> = (revealed: Revealed) => readonly Column<Row>[]

/** Part of every toolbar. */
export interface ToolbarParts {
  readonly places: ListPlaces
  readonly sortMenu: ReactNode
  /** Columns, saving and exporting the list. */
  readonly listTools: ReactNode
}

/** Props for another layout of the rows. */
export interface ListBodyProps<Row extends { readonly id: string }> extends VirtualTableProps<Row> {
  readonly revealed: Revealed
}

export interface ListShellProps<Row extends { readonly id: string }> {
  readonly list: ShownList<Row>
  /** The same function at every rendering. */
  readonly columnsOf: ColumnsOf<Row>
  readonly toolbar: (parts: ToolbarParts) => ReactNode
  /** Name of a row where the row itself is not seen. */
  readonly nameOf: (row: Row, revealed: Revealed) => string
  /** Actions on selected rows, beside those of any list. */
  readonly selectionTools?: (rows: readonly Row[]) => ReactNode
  /** Items in the menu of a row or of the selected rows. */
  readonly menuItems?: (rows: readonly Row[]) => ReactNode
  /** Last item in the menu of a row. */
  readonly lastInMenu?: (row: Row) => ReactNode
  /** A row that just arrived and is pointed out. */
  readonly markedId?: string | null
  /** Headings of rows in groups. */
  readonly headings?: GroupHeadings<Row>
  /** Replaces the table. */
  readonly body?: (props: ListBodyProps<Row>) => ReactNode
  /** Shown instead of rows, to say why there are none. */
  readonly empty: ReactNode
  /** The ranking that is exported with these rows, in a view that ranks them. */
  readonly rankedOf?: (ids: readonly string[]) => ExportedRanking
  readonly details: (id: string) => ReactNode
  /** Takes the place of the details while none are open. */
  readonly aside?: { readonly label: string; readonly content: ReactNode; readonly onClose: () => void } | null
}

const noneForgiven: readonly ForgivenWord[] = []

/** Compact: 25 in a window that is 900 high. */
const rowHeights = { compact: 28, comfortable: 52 }

/** Scrolls to the top for another search. */
function useTopOfSearch({ state, table }: ShownList<unknown>): void {
  const key = state.rows?.key
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (key === undefined) return
    if (!isFirst.current) table.current?.scrollToTop()
    isFirst.current = false
  }, [key, table])
}

/** The row whose details are open, or the one that the keys act on. */
function currentRow<Row>({ state: { rows }, open, activeIndex }: ShownList<Row>): Row | null {
  const index = open.id === null ? activeIndex : (rows?.indexOf(open.id) ?? -1)
  return rows?.rowAt(index) ?? null
}

/** Focuses the active row when it is uncovered: a covered row could not take the focus when its details were closed. */
function useFocusUncovered(isCovered: boolean, { open, table }: ShownList<unknown>): void {
  const wasCovered = useRef(false)
  const { id } = open
  useLayoutEffect(() => {
    if (wasCovered.current && !isCovered && id === null) table.current?.focusActiveRow()
    wasCovered.current = isCovered
  }, [isCovered, id, table])
}

/** Time for the list to be read again. A row that comes back later must not take the focus. */
export const backWithinMs = 5_000

interface BackTo {
  /** Call when the undo begins. */
  readonly backTo: (id: string) => void
  /** A row is about to come back. */
  readonly isReturning: boolean
}

/**
 * Focuses the row of a decision that was undone, once it is back in its place, unless the person has done something else by
 * then.
 */
function useBackTo({ state: { rows }, open, table }: ShownList<{ readonly id: string }>): BackTo {
  const inputs = useRef(0)
  const onInput = () => {
    inputs.current += 1
  }
  useWindowEvent('keydown', onInput, true)
  useWindowEvent('pointerdown', onInput, true)
  const rowOf = (id: string) => rows?.rowAt(rows.indexOf(id))
  const rowNow = useRef(rowOf)
  useLayoutEffect(() => {
    rowNow.current = rowOf
  })
  const [wanted, setWanted] = useState<{
    readonly id: string
    readonly sinceInput: number
    /** The row as decided, which may be listed in another place until the list is read again. */
    readonly decided: unknown
  } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const timer = setTimeout(() => setWanted(null), backWithinMs)
    return () => clearTimeout(timer)
  }, [wanted])
  useLayoutEffect(() => {
    const index = wanted === null ? -1 : (rows?.indexOf(wanted.id) ?? -1)
    if (wanted === null || index < 0 || rows?.rowAt(index) === wanted.decided) return
    setWanted(null)
    if (wanted.sinceInput !== inputs.current) return
    if (open.id !== null || mustKeepFocus()) return
    // By its id, or the row in its old place would keep the focus.
    open.activate(index)
    table.current?.focusRow(index)
  }, [wanted, rows, open, table])
  const backTo = (id: string) => setWanted({ id, sinceInput: inputs.current, decided: rowNow.current(id) })
  return { backTo, isReturning: wanted !== null }
}

export function ListShell<Row extends { readonly id: string }>(props: ListShellProps<Row>) {
  const {
    list,
    columnsOf,
    toolbar,
    nameOf,
    selectionTools,
    menuItems,
    lastInMenu,
    markedId = null,
    headings,
    body: board,
    empty,
    rankedOf,
    details,
    aside = null,
  } = props
  const { kind, params, state, table, activeIndex, leaveActiveRow, open, revealed, selection } = list
  const { rows, error, retry, onRange } = state
  // Rows of the search before would be taken for what this one found.
  const answered = error !== null && state.isBehind ? null : rows
  const { sort, text } = params.search
  const forgiven = rows?.counts.forgiven
  const isSearching = text.trim() !== ''
  const marker = useMemo(() => createMarker(text, forgiven), [text, forgiven])
  const density = usePreference('density')
  const hasLowWindow = useHasLowWindow()
  const { ref: body, width: room } = useElementSize()
  const all = useMemo(() => columnsOf(revealed), [columnsOf, revealed])
  const { layout, setWidth } = useColumnLayout(kind)
  const extra = sortedExtra(kind, sort.column)
  const columns = useMemo(() => visibleColumns(all, layout, extra), [all, layout, extra])
  useTopOfSearch(list)
  const isCovered = open.id !== null && isCovering(room)
  useFocusUncovered(isCovered, list)
  const places = useListKeys({
    table,
    activeIndex,
    isBehind: state.isBehind,
    selection,
    onClose: open.id === null ? (aside?.onClose ?? null) : open.close,
  })

  const current = currentRow(list)
  const { backTo, isReturning } = useBackTo(list)
  const bulk = useBulkTriage({
    ...{ kind, selection, current, isOpen: open.id !== null, table },
    leave: (ids) => {
      leaveActiveRow(ids)
      table.current?.leave(ids)
    },
    backTo,
  })

  const menu = useRowMenu(list)
  // For the focused row, like the keys of triage, while neither its details nor a selection has a button for it.
  const brief = current === null || open.id !== null || selection.size > 0 ? null : briefOf(kind, current.id)
  const briefOfSelected = briefOfMany(
    kind,
    selection.rows.map(({ id }) => id),
  )
  useKey('b', () => rowIndexOf(document.activeElement) !== null && briefDialog.set(brief), { enabled: brief !== null })

  const total = rows?.counts.total ?? 0
  const onExport = () =>
    exportDialog.set({
      kind,
      source: list.exportSource(),
      columns: columns.map(({ id }) => id),
      total,
      isNarrowed: params.isNarrowed,
      shown: list.shownIds?.() ?? null,
      selected: selection.rows.map(({ id }) => id),
      ...(rankedOf && { rankedOf }),
    })

  useSelectionCommands({ isSelected: selection.size > 0, bulk, onExport })

  const showRows = (shown: VirtualTableProps<Row>['rows']) => {
    const body: VirtualTableProps<Row> = {
      ref: table,
      label: kind.heading,
      columns,
      sort,
      onSort: params.setSort,
      widths: layout.widths,
      onWidth: setWidth,
      rows: shown,
      nameOf: (row) => nameOf(row, revealed),
      selection,
      rowHeight: hasLowWindow ? rowHeights.compact : rowHeights[density],
      headings,
      activeIndex,
      onActivate: open.activate,
      onOpen: open.openAt,
      openId: open.id,
      isReturning,
      markedId,
      onRange,
    }
    return board === undefined ? <VirtualTable {...body} /> : board({ ...body, revealed })
  }

  return (
    <div className={classes.view}>
      {toolbar({
        places,
        sortMenu: <SortMenu columns={all} sort={sort} onSort={params.setSort} isSearching={isSearching} />,
        listTools: (
          <span className={classes.tools}>
            {board === undefined && <ColumnsMenu kind={kind} columns={all} sorting={sort.column} />}
            {list.saving && <SaveView kind={kind} {...list.saving} />}
            <ExportListButton total={total} onExport={onExport} />
          </span>
        ),
      })}
      <ForgivenNotice
        text={text}
        forgiven={isSearching ? (forgiven ?? noneForgiven) : noneForgiven}
        onText={params.setText}
      />
      <div ref={body} className={classes.body}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it are what is used; this hears them all */}
        <div
          className={classes.list}
          inert={isCovered || (aside !== null && isCovering(room))}
          data-density={hasLowWindow ? 'compact' : density}
          data-incomplete={(error !== null && answered !== null) || undefined}
          // Marks the row whose menu is open.
          data-acting={menu.isOpen || bulk?.open === 'snooze' || undefined}
          onMouseDown={menu.onMouseDown}
          onContextMenu={menu.onContextMenu}
        >
          {error !== null && (
            <div className={classes.error}>
              <ErrorNotice error={error} onRetry={retry} />
            </div>
          )}
          {answered !== null && answered.counts.total === 0 && empty}
          {answered !== null && answered.counts.total > 0 && (
            <SearchMarks value={marker}>{showRows(answered)}</SearchMarks>
          )}
        </div>
        {open.id !== null && (
          <RecordPane kind={kind} region={open.region} room={room} onClose={open.close}>
            {details(open.id)}
          </RecordPane>
        )}
        {open.id === null && aside !== null && (
          <RecordPane
            kind={kind}
            label={aside.label}
            closeLabel={`Close ${aside.label.toLowerCase()}`}
            region={open.region}
            room={room}
            onClose={aside.onClose}
          >
            {aside.content}
          </RecordPane>
        )}
      </div>
      {menu.opened !== null && (
        <RowMenu
          {...{ menu, list, bulk, onExport }}
          currentId={current?.id}
          ownItems={menuItems}
          lastItem={lastInMenu}
        />
      )}
      {bulk !== null && selection.size === 0 && <RowTools bulk={bulk} />}
      <SelectionBar
        selection={selection}
        table={table}
        total={total}
        tools={
          <>
            {bulk !== null && <BulkTools bulk={bulk} />}
            {briefOfSelected !== null && <BriefButton subject={briefOfSelected} />}
            {selectionTools?.(selection.rows)}
            <ExportButton total={selection.size} onExport={onExport} />
          </>
        }
      />
    </div>
  )
}
