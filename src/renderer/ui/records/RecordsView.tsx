// A list of records that are known through insights, with search and filters, and the details of one beside it.
import type { ReactNode } from 'react'
import { ListShell, type ListShellProps } from '../ListShell'
import { KnownThrough } from './KnownThrough'
import { NoRecords } from './NoRecords'
import type { ColumnsOf } from './RecordTable'
import { RecordToolbar, type StatusChip } from './RecordToolbar'
import { detailsLabel } from './record-kind'
import type { RecordList } from './use-record-list'

interface RecordsViewProps<Row> extends Pick<ListShellProps<Row>, 'nameOf' | 'selectionTools'> {
  readonly list: RecordList<Row>
  readonly columnsOf: ColumnsOf<Row>
  readonly statuses?: readonly StatusChip[]
  /** What can be done here. */
  readonly tools?: ReactNode
  /** Where such records come from, for a workspace that has none. */
  readonly nothingThere: ReactNode
  /** What stands in the pane of the open record. */
  readonly details: (id: string) => ReactNode
}

export function RecordsView<Row extends { readonly id: string }>(props: RecordsViewProps<Row>) {
  const { list, columnsOf, statuses = [], tools, nothingThere, details, ...ofRows } = props
  const { kind, params, state } = list
  return (
    <ListShell
      list={list}
      columnsOf={columnsOf}
      {...ofRows}
      toolbar={(parts) => (
        <RecordToolbar
          kind={kind}
          params={params}
          rows={state.rows}
          {...parts}
          statuses={statuses}
          tools={tools}
          note={<KnownThrough />}
        />
      )}
      empty={<NoRecords list={list} nothingThere={nothingThere} />}
      detailsLabel={detailsLabel(kind)}
      details={details}
    />
  )
}
