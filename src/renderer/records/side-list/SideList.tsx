// The list of few things beside the open one, with the keys of the tables. One row at a time is reached with Tab.
import { Text, Title } from '@mantine/core'
import { type KeyboardEvent, memo, type ReactNode, useImperativeHandle, useRef } from 'react'
import { Link } from 'react-router'
import { LiveText } from '../../ui/LiveText'
import { SearchField } from '../../ui/SearchField'
import type { RecordKind } from '../record-kind'
import { rowIndexOf, useRovingRows } from '../table/use-roving-rows'
import { OwnFilterChip } from '../triage/OwnFilterChip'
import { RowMarks } from '../triage/RowMarks'
import { clickedBy } from '../use-details-region'
import classes from './SideList.module.css'
import type { SideListState, SideRecord } from './use-side-list'

interface SideItem {
  readonly to: string
  readonly title: string
  readonly detail: ReactNode
  readonly icon?: ReactNode
}

interface SideGroup<Row> {
  readonly label: string
  readonly rows: readonly Row[]
}

interface SideRowProps<Row> {
  readonly row: Row
  /** The same function at every rendering. */
  readonly itemOf: (row: Row) => SideItem
  readonly index: number
  readonly isActive: boolean
  readonly isOpen: boolean
}

function PlainSideRow<Row extends SideRecord>({ row, itemOf, index, isActive, isOpen }: SideRowProps<Row>) {
  const { to, title, detail, icon } = itemOf(row)
  return (
    <li>
      <Link
        to={to}
        className={classes.link}
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        aria-current={isOpen ? 'page' : undefined}
        // The list opens it and decides how.
        onClick={(event) => event.preventDefault()}
      >
        <span className={classes.linkTitle} dir="auto">
          {icon}
          {title}
        </span>
        <span className={classes.linkDetail}>{detail}</span>
        {row.triage && (
          <span className={classes.linkMarks}>
            <RowMarks triage={row.triage} />
          </span>
        )}
      </Link>
    </li>
  )
}

/** Memoised, as a register may have thousands of rows. */
const SideRow = memo(PlainSideRow) as typeof PlainSideRow

interface SideListProps<Row> {
  readonly kind: RecordKind
  readonly list: SideListState<Row>
  readonly groups: readonly SideGroup<Row>[]
  readonly itemOf: (row: Row) => SideItem
}

/** Number of rows that are seen at once. */
function rowsPerPage(row: HTMLElement): number {
  const seen = Math.min(row.closest(`.${classes.lists}`)?.parentElement?.clientHeight ?? 0, window.innerHeight)
  return Math.floor(seen / Math.max(1, row.offsetHeight))
}

function Rows<Row extends SideRecord>({ list, groups, itemOf }: Omit<SideListProps<Row>, 'kind'>) {
  const { table, shown, activeIndex, open } = list
  const container = useRef<HTMLDivElement>(null)
  const { moveTo, handle, indexByKey, onFocus } = useRovingRows({
    ...{ container, rowCount: shown.length, activeIndex, onActivate: open.activate, rowsPerPage },
  })
  useImperativeHandle(table, () => handle)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || rowIndexOf(event.target) === null) return
    const next = indexByKey(event)
    if (event.key === 'Enter' || event.key === ' ') open.openAt(activeIndex, 'keyboard')
    else if (next === null) return
    else moveTo(next)
    event.preventDefault()
  }

  let before = 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is used; this hears them all
    <div
      ref={container}
      className={classes.lists}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const index = rowIndexOf(event.target)
        if (index !== null) open.openAt(index, clickedBy(event))
      }}
      onFocus={onFocus}
    >
      {groups.map(({ label, rows }) => {
        const first = before
        before += rows.length
        if (rows.length === 0) return null
        return (
          <section key={label} aria-label={label} className={classes.listSection}>
            <Title order={2} className={classes.listTitle}>
              {label}
            </Title>
            <ul className={classes.list}>
              {rows.map((row, place) => (
                <SideRow
                  key={row.id}
                  row={row}
                  itemOf={itemOf}
                  index={first + place}
                  isActive={first + place === activeIndex}
                  isOpen={row.id === open.id}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** The rows with their search, if there are enough to look through, and their filter, if it can narrow them. */
export function SideList<Row extends SideRecord>({ kind, ...rows }: SideListProps<Row>) {
  const { hasSearch, hasOwnFilter, isNarrowed, params, searchField, text, setText, toRows, shown } = rows.list
  return (
    <>
      {hasSearch && (
        <div className={classes.search}>
          <SearchField ref={searchField} label={`Search ${kind.many}`} text={text} onText={setText} toRows={toRows} />
        </div>
      )}
      {hasOwnFilter && (
        <div className={classes.filter}>
          <OwnFilterChip params={params} />
        </div>
      )}
      <Rows {...rows} />
      {shown.length === 0 && isNarrowed && (
        <Text size="sm" c="dimmed" role="status">
          <LiveText>{`No matching ${kind.many}.`}</LiveText>
        </Text>
      )}
    </>
  )
}
