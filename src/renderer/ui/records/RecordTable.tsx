import { useLayoutEffect, useRef } from 'react'
import { usePreferences } from '../../app/preferences'
import type { Column } from '../table/columns'
import { VirtualTable } from '../table/VirtualTable'
import type { RecordList } from './use-record-list'
import type { Revealed } from './use-revealed'

export type ColumnsOf<Row> = (revealed: Revealed) => readonly Column<Row>[]

interface RecordTableProps<Row> {
  readonly list: RecordList<Row>
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
}

const rowHeights = { compact: 36, comfortable: 52 }

/** The rows of a list; another search begins at its top. */
export function RecordTable<Row extends { readonly id: string }>({ list, columns, nameOf }: RecordTableProps<Row>) {
  const { density } = usePreferences()
  const { kind, params, state, table, activeIndex, open, selection } = list
  const { rows, onRange } = state

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
      rows={rows}
      nameOf={nameOf}
      selection={selection}
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
