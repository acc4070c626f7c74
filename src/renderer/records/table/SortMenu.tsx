// The order of a list, for when its heading gave way to the title: the same button above every list that can be sorted.
import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { announce } from '../../ui/announce'
import { useKeyShortcut } from '../../ui/KeyHint'
import { useKey } from '../../ui/keys'
import { ToolButton } from '../../ui/ToolButton'
import { type Column, nextSort, orderText, orderWords, type Sort, sortName } from './columns'
import classes from './SortMenu.module.css'

interface SortMenuProps {
  /** Unsortable ones are left out; where none is left, there is no button. */
  readonly columns: readonly Column<never>[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  /** Whether there is a search text, which rows match better or worse. */
  readonly isSearching: boolean
}

const bestMatch = 'Best match'

const directions = ['descending', 'ascending'] as const

export const announceOrder = (column: Column<never>, sort: Pick<Sort, 'direction'>) =>
  announce(`Sorted by ${orderText(column, sort)}`)

function PlainSortMenu({ columns, sort, onSort, isSearching }: SortMenuProps) {
  const shortcut = useKeyShortcut()
  const button = useRef<HTMLButtonElement>(null)
  const isOpenedFrom = useRef<Element | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const sortable = columns.filter(({ isUnsortable }) => !isUnsortable)
  const isBestFirst = isSearching && sort.bestFirst === true
  const current = isBestFirst ? undefined : sortable.find(({ id }) => id === sort.column)
  useKey('o', () => open(), { enabled: sortable.length > 0 })

  const open = () => {
    isOpenedFrom.current = document.activeElement
    setIsOpen(true)
  }
  // The focus goes back to the row or the details that it came from. The palette, which can open the menu too, is gone by now.
  const close = () => {
    const from = isOpenedFrom.current
    const place = from?.closest<HTMLElement>('tr[data-index]') ?? from
    setIsOpen(false)
    const isThere = place instanceof HTMLElement && place.isConnected && place !== document.body
    ;(isThere ? place : button.current)?.focus({ preventScroll: true })
  }
  const choose = (column: Column<never>, direction: Sort['direction']) => {
    onSort({ column: column.id, direction })
    announceOrder(column, { direction })
  }

  const chooseBest = () => {
    onSort({ ...sort, bestFirst: true })
    announce(`Sorted by ${bestMatch}`)
  }

  if (sortable.length === 0) return null
  const name = isBestFirst ? `Sort by: ${bestMatch}` : 'Sort by'
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <Menu opened={isOpen} onChange={(next) => (next ? open() : close())} returnFocus={false} position="bottom-end">
      <Menu.Target>
        <ToolButton
          ref={button}
          leftSection={isBestFirst ? undefined : <Arrow size={14} stroke={1.8} aria-hidden />}
          classNames={{ section: classes.section }}
          // The name begins with the visible text.
          aria-label={current ? `Sort by: ${current.heading}, ${orderWords(current)[sort.direction]}` : name}
          {...shortcut('o')}
        >
          <span className={classes.word}>Sort by{(isBestFirst || current) && ': '}</span>
          {isBestFirst ? bestMatch : current?.heading}
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Sort by">
        <fieldset className={classes.group} aria-label="Sort by">
          <Menu.Label>Sort by</Menu.Label>
          {isSearching && (
            <Menu.RadioItem
              value={bestMatch}
              checked={isBestFirst}
              closeMenuOnClick
              {...(isBestFirst ? { 'data-autofocus': true } : {})}
              onChange={chooseBest}
            >
              {bestMatch}
            </Menu.RadioItem>
          )}
          {sortable.map((column) => (
            <Menu.RadioItem
              key={column.id}
              value={column.id}
              checked={column === current}
              closeMenuOnClick
              {...(column === current ? { 'data-autofocus': true } : {})}
              onChange={() => choose(column, nextSort(column, sort).direction)}
            >
              {sortName(column)}
            </Menu.RadioItem>
          ))}
        </fieldset>
        {current && (
          <fieldset className={classes.group} aria-label="Order">
            <Menu.Divider />
            <Menu.Label>Order</Menu.Label>
            {directions.map((direction) => (
              <Menu.RadioItem
                key={direction}
                value={direction}
                checked={direction === sort.direction}
                closeMenuOnClick
                onChange={() => choose(current, direction)}
              >
                <span className={classes.direction}>{orderWords(current)[direction]}</span>
              </Menu.RadioItem>
            ))}
          </fieldset>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Rendered again only when the order changed: the search above the list is typed into. */
export const SortMenu = memo(PlainSortMenu)
