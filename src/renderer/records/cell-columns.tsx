// Columns that several lists have. Only plain elements: dozens of rows are rendered per frame.
import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hiddenContent } from '../../contract/features/record-words'
import type { TriageMarks } from '../../contract/features/triage'
import { Marked } from '../ui/Marked'
import { RelativeTime } from '../ui/RelativeTime'
import classes from './cells.module.css'
import details from './details.module.css'
import { hiddenBecause, longestShown, type Revealed } from './MaskedText'
import { count, notGiven, shownTitle } from './record-words'
import { type Column, ofCounts, ofDates } from './table/columns'
import { RowMarks } from './triage/RowMarks'

/** The parts of a shared column that each view sets. */
type Placed<Row> = Pick<Column<Row>, 'id' | 'heading' | 'width' | 'hideBelow'>

/** A column of a list whose order is fixed. */
export const fixedColumn = <Row,>(column: Omit<Column<Row>, 'isUnsortable' | 'defaultDirection'>): Column<Row> => ({
  ...column,
  isUnsortable: true,
  defaultDirection: 'descending',
})

interface CountColumn<Row> extends Placed<Row> {
  readonly value: (row: Row) => number
}

/** A number of things; zero is quieter, so that the rest stands out. */
export function countColumn<Row>({ value, ...column }: CountColumn<Row>): Column<Row> {
  return {
    ...column,
    align: 'end',
    defaultDirection: 'descending',
    orderWords: ofCounts,
    cell: (row) => (
      <span className={classes.small} data-some={value(row) > 0 || undefined}>
        {count(value(row))}
      </span>
    ),
  }
}

interface DateColumn<Row> extends Omit<Placed<Row>, 'width'> {
  readonly at: (row: Row) => string | null
}

export function dateColumn<Row>({ at, ...column }: DateColumn<Row>): Column<Row> {
  return {
    ...column,
    width: 92,
    align: 'end',
    defaultDirection: 'descending',
    orderWords: ofDates,
    cell: (row) => {
      const time = at(row)
      return <span className={classes.small}>{time === null ? notGiven : <RelativeTime at={time} />}</span>
    },
  }
}

interface WordColumn<Row> extends Placed<Row> {
  readonly word: (row: Row) => string | null
}

export function wordColumn<Row>({ word, ...column }: WordColumn<Row>): Column<Row> {
  return {
    ...column,
    defaultDirection: 'ascending',
    cell: (row) => {
      const text = word(row)?.slice(0, longestShown)
      return (
        <span className={classes.word} title={text} dir="auto">
          {text ?? notGiven}
        </span>
      )
    },
  }
}

interface RecordTitleProps extends Omit<Revealed, 'onHide'> {
  readonly row: { readonly id: string; readonly title: string; readonly summary: string; readonly hideContent: boolean }
  /** Makes the title stand out less. */
  readonly isRead?: boolean
  /** Shown beside the title. */
  readonly mark?: ReactNode
}

/** Title and the start of the description; neither while the content is hidden. */
export function RecordTitle({ row, isRead = false, mark, isRevealed, onReveal }: RecordTitleProps) {
  if (row.hideContent && !isRevealed(row.id)) {
    return (
      <span className={classes.title}>
        <span className={classes.masked} title={hiddenBecause}>
          <IconEyeOff size={15} stroke={1.8} aria-hidden />
          {hiddenContent}
        </span>
        {/* Tab goes from row to row; with the keyboard the content is revealed in the details. */}
        <button
          type="button"
          tabIndex={-1}
          className={`${details.textButton} ${classes.reveal}`}
          onClick={(event) => {
            event.stopPropagation()
            onReveal(row.id)
          }}
        >
          Reveal
        </button>
      </span>
    )
  }
  const title = shownTitle(row).slice(0, longestShown)
  return (
    <span className={classes.title}>
      <span className={classes.titleLine} data-marked={mark ? true : undefined}>
        <span className={classes.titleText} data-read={isRead || undefined} dir="auto" title={title}>
          <Marked text={title} />
        </span>
        {mark}
      </span>
      <span className={classes.summary} dir="auto">
        <Marked text={row.summary} />
      </span>
    </span>
  )
}

interface Triaged {
  readonly triage?: TriageMarks | undefined
}

export const ownMarks = ({ triage }: Triaged) => triage && <RowMarks triage={triage} />

/** The column that a row is known by. */
export function titleColumn<Row extends RecordTitleProps['row'] & Triaged>({
  isRevealed,
  onReveal,
}: Revealed): Column<Row> {
  return {
    id: 'title',
    heading: 'Title',
    defaultDirection: 'ascending',
    isPrimary: true,
    cell: (row) => <RecordTitle row={row} mark={ownMarks(row)} isRevealed={isRevealed} onReveal={onReveal} />,
  }
}
