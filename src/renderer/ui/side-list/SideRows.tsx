import { Text } from '@mantine/core'
import type { RecordKind } from '../records/record-kind'
import { SearchField } from '../records/SearchField'
import { type SideGroup, type SideItem, SideList } from './SideList'
import classes from './SideList.module.css'
import type { SideListState } from './use-side-list'

interface SideRowsProps<Row> {
  readonly kind: RecordKind
  readonly list: SideListState<Row>
  readonly groups: readonly SideGroup<Row>[]
  readonly itemOf: (row: Row) => SideItem
}

/** The list with its search, which comes when there is enough to look through. */
export function SideRows<Row extends { readonly id: string }>({ kind, list, groups, itemOf }: SideRowsProps<Row>) {
  const { hasSearch, searchField, text, setText, toRows, shown, table, activeIndex, open } = list
  return (
    <>
      {hasSearch && (
        <div className={classes.search}>
          <SearchField ref={searchField} label={`Search ${kind.many}`} text={text} onText={setText} toRows={toRows} />
        </div>
      )}
      <SideList
        ref={table}
        groups={groups}
        itemOf={itemOf}
        activeIndex={activeIndex}
        onActivate={open.activate}
        onOpen={open.openAt}
        openId={open.id}
      />
      {shown.length === 0 && text.trim() !== '' && (
        <Text size="sm" c="dimmed" role="status">
          {`No ${kind.one} matches.`}
        </Text>
      )}
    </>
  )
}
