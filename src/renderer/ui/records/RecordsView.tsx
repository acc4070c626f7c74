// A list of records with search and filters, and the details of one beside it. What is shown is in the address: search
// and order in its query string, the open record in its path.
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { usePreferences } from '../../app/preferences'
import { ErrorNotice } from '../ErrorNotice'
import { useKey } from '../keys'
import { KnownThrough } from './KnownThrough'
import { NoRecords } from './NoRecords'
import { RecordPane } from './RecordPane'
import classes from './RecordsView.module.css'
import { type ColumnsOf, RecordTable } from './RecordTable'
import { RecordToolbar, type StatusChip } from './RecordToolbar'
import { detailsLabel, type RecordKind } from './record-kind'
import type { RecordList } from './use-record-list'

interface RecordsViewProps<Row> {
  readonly list: RecordList<Row>
  readonly columnsOf: ColumnsOf<Row>
  readonly statuses?: readonly StatusChip[]
  readonly tools?: ReactNode
  readonly nothingThere: ReactNode
  /** What stands in the pane of the open record. */
  readonly details: (id: string) => ReactNode
  /** Dialogs. */
  readonly children?: ReactNode
}

interface ViewKeys {
  readonly kind: RecordKind
  readonly onMove: (rows: number) => void
  readonly onSearch: () => void
  readonly onFilter: () => void
  /** null: nothing is open. */
  readonly onClose: (() => void) | null
}

/** What acts on the row with the focus (Enter, Home, End, pages) is the table's own. */
function useViewKeys({ kind, onMove, onSearch, onFilter, onClose }: ViewKeys): void {
  const { heading: group, one } = kind
  useKey('j', () => onMove(1), { description: `Next ${one}`, group })
  useKey('k', () => onMove(-1), { description: `Previous ${one}`, group })
  useKey('ArrowDown', () => onMove(1), { description: `Next ${one}`, group })
  useKey('ArrowUp', () => onMove(-1), { description: `Previous ${one}`, group })
  useKey('/', onSearch, { description: `Search ${heading(kind)}`, group })
  useKey('f', onFilter, { description: 'Go to the filters', group })
  useKey('Escape', () => onClose?.(), { description: 'Close the details', group, enabled: onClose !== null })
}

const heading = ({ heading: text }: RecordKind) => text.toLowerCase()

export function RecordsView<Row extends { readonly id: string }>(props: RecordsViewProps<Row>) {
  const { list, columnsOf, statuses = [], tools, nothingThere, details, children } = props
  const { kind, params, state, table, open } = list
  const { rows, error, retry } = state
  const { density } = usePreferences()
  const searchField = useRef<HTMLInputElement>(null)
  const firstFilter = useRef<HTMLButtonElement>(null)
  const { ref: body, width: room } = useElementSize()

  useViewKeys({
    kind,
    onMove: (by) => table.current?.moveBy(by),
    onSearch: () => {
      searchField.current?.focus()
      searchField.current?.select()
    },
    onFilter: () => firstFilter.current?.focus(),
    onClose: open.id === null ? null : open.close,
  })

  return (
    <div className={classes.view}>
      <RecordToolbar
        kind={kind}
        params={params}
        rows={rows}
        searchField={searchField}
        firstFilter={firstFilter}
        statuses={statuses}
        tools={tools}
        note={<KnownThrough />}
      />
      <div ref={body} className={classes.body}>
        <div className={classes.list} data-density={density}>
          {rows === null && error !== null && (
            <div className={classes.error}>
              <ErrorNotice error={error} onRetry={retry} />
            </div>
          )}
          {rows !== null && rows.counts.total === 0 && (
            <NoRecords
              kind={kind}
              isNarrowed={params.isNarrowed}
              hasAny={rows.counts.all > 0}
              onClear={params.clear}
              nothingThere={nothingThere}
            />
          )}
          {rows !== null && rows.counts.total > 0 && <RecordTable list={list} columnsOf={columnsOf} />}
        </div>
        {open.id !== null && (
          <RecordPane label={detailsLabel(kind)} region={open.region} room={room} onClose={open.close}>
            {details(open.id)}
          </RecordPane>
        )}
      </div>
      {children}
    </div>
  )
}
