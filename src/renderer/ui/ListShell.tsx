// A list with its toolbar above and the details of one record beside it. What is shown
// is in the address: search and order in its query string, the open record in its path.
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, type Ref, useRef } from 'react'
import { usePreferences } from '../app/preferences'
import { ErrorNotice } from './ErrorNotice'
import { useKey } from './keys'
import { RecordPane } from './records/RecordPane'
import classes from './records/RecordsView.module.css'
import { type ColumnsOf, RecordTable } from './records/RecordTable'
import type { RecordList } from './records/use-record-list'

export interface ToolbarRefs {
  readonly searchField: Ref<HTMLInputElement>
  readonly firstFilter: Ref<HTMLButtonElement>
}

interface ListShellProps<Row> {
  readonly list: RecordList<Row>
  readonly columnsOf: ColumnsOf<Row>
  readonly toolbar: (refs: ToolbarRefs) => ReactNode
  /** Why there are no rows. */
  readonly empty: ReactNode
  /** Accessible name of the pane. */
  readonly detailsLabel: string
  readonly details: (id: string) => ReactNode
}

export function ListShell<Row extends { readonly id: string }>(props: ListShellProps<Row>) {
  const { list, columnsOf, toolbar, empty, detailsLabel, details } = props
  const { kind, state, table, open } = list
  const { rows, error, retry } = state
  const { density } = usePreferences()
  const searchField = useRef<HTMLInputElement>(null)
  const firstFilter = useRef<HTMLButtonElement>(null)
  const { ref: body, width: room } = useElementSize()
  const group = kind.heading

  useKey('j', () => table.current?.moveBy(1), { description: `Next ${kind.one}`, group })
  useKey('k', () => table.current?.moveBy(-1), { description: `Previous ${kind.one}`, group })
  useKey('ArrowDown', () => table.current?.moveBy(1), { description: `Next ${kind.one}`, group })
  useKey('ArrowUp', () => table.current?.moveBy(-1), { description: `Previous ${kind.one}`, group })
  const onSearch = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }
  useKey('/', onSearch, { description: `Search ${group.toLowerCase()}`, group })
  useKey('f', () => firstFilter.current?.focus(), { description: 'Go to the filters', group })
  useKey('Escape', open.close, { description: 'Close the details', group, enabled: open.id !== null })

  return (
    <div className={classes.view}>
      {toolbar({ searchField, firstFilter })}
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
