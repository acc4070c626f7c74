// A list with its toolbar above and the details of one record beside it. What is shown
// is in the address: search and order in its query string, the open record in its path.
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { usePreferences } from '../app/preferences'
import { ErrorNotice } from './ErrorNotice'
import { useKeysHeldWhile } from './keys'
import { RecordPane } from './records/RecordPane'
import classes from './records/RecordsView.module.css'
import { type ColumnsOf, RecordTable } from './records/RecordTable'
import type { RecordList } from './records/use-record-list'
import { type ListPlaces, useListKeys } from './use-list-keys'

interface ListShellProps<Row> {
  readonly list: RecordList<Row>
  readonly columnsOf: ColumnsOf<Row>
  readonly toolbar: (places: ListPlaces) => ReactNode
  /** Why there are no rows. */
  readonly empty: ReactNode
  /** Accessible name of the pane. */
  readonly detailsLabel: string
  readonly details: (id: string) => ReactNode
}

export function ListShell<Row extends { readonly id: string }>(props: ListShellProps<Row>) {
  const { list, columnsOf, toolbar, empty, detailsLabel, details } = props
  const { state, table, open } = list
  const { rows, error, retry } = state
  const { density } = usePreferences()
  const { ref: body, width: room } = useElementSize()
  useKeysHeldWhile(rows === null && error === null)
  const places = useListKeys({ table, onClose: open.id === null ? null : open.close })

  return (
    <div className={classes.view}>
      {toolbar(places)}
      <div ref={body} className={classes.body}>
        <div className={classes.list} data-density={density}>
          {rows === null && error !== null && (
            <div className={classes.error}>
              <ErrorNotice error={error} onRetry={retry} />
            </div>
          )}
          {rows !== null && rows.counts.total === 0 && empty}
          {rows !== null && rows.counts.total > 0 && <RecordTable list={list} columnsOf={columnsOf} />}
        </div>
        {open.id !== null && (
          <RecordPane label={detailsLabel} region={open.region} room={room} onClose={open.close}>
            {details(open.id)}
          </RecordPane>
        )}
      </div>
    </div>
  )
}
