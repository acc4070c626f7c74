// A list with its toolbar above and the details of one record beside it. What is shown
// is in the address: search and order in its query string, the open record in its path.
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import { usePreferences } from '../app/preferences'
import { ErrorNotice } from './ErrorNotice'
import { useKeysHeldWhile } from './keys'
import { RecordPane } from './records/RecordPane'
import classes from './records/RecordsView.module.css'
import { type ColumnsOf, RecordTable } from './records/RecordTable'
import { SelectionBar } from './records/SelectionBar'
import type { RecordList } from './records/use-record-list'
import type { Revealed } from './records/use-revealed'
import { SortMenu } from './table/SortMenu'
import { type ListPlaces, useListKeys } from './use-list-keys'

/** What every toolbar has, and needs of the list. */
export interface ToolbarParts {
  readonly places: ListPlaces
  readonly sortMenu: ReactNode
}

export interface ListShellProps<Row> {
  readonly list: RecordList<Row>
  /** The same function at every drawing. */
  readonly columnsOf: ColumnsOf<Row>
  readonly toolbar: (parts: ToolbarParts) => ReactNode
  /** What a row is called where it is not seen. */
  readonly nameOf: (row: Row, revealed: Revealed) => string
  /** What can be done with selected rows, beside copying their ids. */
  readonly selectionTools?: (rows: readonly Row[]) => ReactNode
  /** Why there are no rows. */
  readonly empty: ReactNode
  /** Accessible name of the pane. */
  readonly detailsLabel: string
  readonly details: (id: string) => ReactNode
}

export function ListShell<Row extends { readonly id: string }>(props: ListShellProps<Row>) {
  const { list, columnsOf, toolbar, nameOf, selectionTools, empty, detailsLabel, details } = props
  const { params, state, table, activeIndex, open, revealed, selection } = list
  const { rows, error, retry } = state
  const { density } = usePreferences()
  const { ref: body, width: room } = useElementSize()
  const columns = useMemo(() => columnsOf(revealed), [columnsOf, revealed])
  useKeysHeldWhile(rows === null && error === null)
  const places = useListKeys({ table, activeIndex, selection, onClose: open.id === null ? null : open.close })

  return (
    <div className={classes.view}>
      {toolbar({
        places,
        sortMenu: <SortMenu columns={columns} sort={params.sort} onSort={params.setSort} />,
      })}
      <div ref={body} className={classes.body}>
        <div className={classes.list} data-density={density}>
          {rows === null && error !== null && (
            <div className={classes.error}>
              <ErrorNotice error={error} onRetry={retry} />
            </div>
          )}
          {rows !== null && rows.counts.total === 0 && empty}
          {rows !== null && rows.counts.total > 0 && (
            <RecordTable list={list} columns={columns} nameOf={(row) => nameOf(row, revealed)} />
          )}
        </div>
        {open.id !== null && (
          <RecordPane label={detailsLabel} region={open.region} room={room} onClose={open.close}>
            {details(open.id)}
          </RecordPane>
        )}
      </div>
      <SelectionBar
        selection={selection}
        table={table}
        total={rows?.counts.total ?? 0}
        tools={selectionTools?.(selection.rows)}
      />
    </div>
  )
}
