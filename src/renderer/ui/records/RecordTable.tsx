import { useLayoutEffect, useMemo, useRef } from 'react'
import { usePreferences } from '../../app/preferences'
import type { Column } from '../table/columns'
import { VirtualTable } from '../table/VirtualTable'
import type { RecordList } from './use-record-list'
import type { Revealed } from './use-revealed'

export type ColumnsOf<Row> = (revealed: Revealed) => readonly Column<Row>[]

interface RecordTableProps<Row> {
  readonly list: RecordList<Row>
  /** The same function at every drawing. */
  readonly columnsOf: ColumnsOf<Row>
}

const rowHeights = { compact: 36, comfortable: 52 }

/** The rows of a list; another search begins at its top. */
export function RecordTable<Row extends { readonly id: string }>({ list, columnsOf }: RecordTableProps<Row>) {
  const { density } = usePreferences()
  const { kind, params, state, table, activeIndex, open, revealed } = list
  const { rows, onRange } = state
  const columns = useMemo(() => columnsOf(revealed), [columnsOf, revealed])

  const key = rows?.key
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (key === undefined) return
    if (!isFirst.current) table.current?.scrollToTop()
    isFirst.current = false
  }, [key, table])

  if (rows === null) return null
  return (
    <VirtualTable
      ref={table}
      label={kind.heading}
      columns={columns}
      sort={params.sort}
      onSort={params.setSort}
      rowCount={rows.counts.total}
      rowAt={rows.rowAt}
      rowId={(row) => row.id}
      rowHeight={rowHeights[density]}
      activeIndex={activeIndex}
      onActivate={open.activate}
      onOpen={open.openAt}
      openId={open.id}
      markedId={null}
      onRange={onRange}
    />
  )
}
