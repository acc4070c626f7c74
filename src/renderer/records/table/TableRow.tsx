import { createContext, type MouseEvent, memo, useContext, useId } from 'react'
import { type Column, isAfterFigures } from './columns'
import classes from './VirtualTable.module.css'

interface TableRowProps<Row> {
  /** undefined: still being read. */
  readonly row: Row | undefined
  /** Name of the row, for its checkbox. */
  readonly name: string
  readonly index: number
  /** Place among all rows and headings of the table, from 1. */
  readonly rowIndex: number
  /** Distance from the first row, in CSS pixels. */
  readonly start: number
  readonly columns: readonly Column<Row>[]
  /** Whether this is the one row that Tab reaches. */
  readonly isActive: boolean
  /** Whether its details are open. */
  readonly isOpen: boolean
  readonly isMarked: boolean
  readonly isSelected: boolean
  /** The same function at every rendering. */
  readonly onCheck: (check: readonly [index: number, isRange: boolean]) => void
}

/** Makes a click select and do nothing else: neither does the focus move, nor do open details follow. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, name, index, rowIndex, start, columns, isActive, isOpen, isMarked, isSelected, onCheck } = props
  const id = useId()
  const cellId = (column: Column<Row>) => `${id}-${column.id}`
  // Without it, a screen reader names the row "Select", then its title, and then what its cells say.
  const namedBy = columns.filter(({ isActions }) => !isActions).map(cellId)
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-marked={isMarked || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={rowIndex}
      aria-labelledby={(isSelected ? [id, ...namedBy] : namedBy).join(' ')}
      aria-current={isOpen ? 'true' : undefined}
      aria-busy={row === undefined || undefined}
      tabIndex={isActive ? 0 : -1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td className={classes.check} data-check>
        {isSelected && (
          <span id={id} hidden>
            Selected
          </span>
        )}
        {row !== undefined && (
          <label className={classes.checkArea} onMouseDown={keepFocus}>
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              className={classes.checkbox}
              checked={isSelected}
              tabIndex={isActive ? 0 : -1}
              onChange={({ nativeEvent }) =>
                onCheck([index, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true])
              }
            />
          </label>
        )}
      </td>
      <ActiveRow value={isActive}>
        {columns.map((column, place) => (
          <td
            key={column.id}
            id={cellId(column)}
            className={classes.cell}
            data-align={column.align}
            data-after-figures={isAfterFigures(columns, place) || undefined}
          >
            {row === undefined ? column.isPrimary && <span className={classes.reading} /> : column.cell(row)}
          </td>
        ))}
      </ActiveRow>
    </tr>
  )
}

/** Rendered again only when its own row, place or state changed: scrolling moves thousands of them past. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow

export const ActiveRow = createContext(false)

/** The tab index for controls in a cell: Tab reaches them in the row that the keys act on, and nowhere else. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(ActiveRow) ? 0 : -1
}
