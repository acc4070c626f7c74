// One section: a heading, figures that link to the lists they count, and the records that weigh most.
import { Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { AppError } from '../../../contract/errors'
import details from '../../records/details.module.css'
import { HiddenMark, longestShown } from '../../records/MaskedText'
import { count, shownTitle } from '../../records/record-words'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { InfoTip } from '../../ui/InfoTip'
import classes from './this-week.module.css'

interface SectionProps {
  readonly heading: string
  /** How its figures are counted. */
  readonly info: string
  readonly children: ReactNode
}

export function Section({ heading, info, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.heading}>
        <Title order={2} size={14} id={id}>
          {heading}
        </Title>
        <InfoTip text={info} />
      </div>
      {children}
    </section>
  )
}

interface ReadProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: AppError | null
    readonly refetch: () => unknown
  }
  readonly children: (data: Data) => ReactNode
}

/** Renders the data once it is read, and placeholder lines until then. */
export function Read<Data>({ query: { data, error, refetch }, children }: ReadProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label="Loading">
      <div className={classes.line} />
      <div className={classes.line} />
    </div>
  )
}

interface FigureProps {
  readonly value: number
  /** Label without the number: "unseen insights". */
  readonly label: string
  /** Address of the list with exactly these. */
  readonly to: string
  readonly madeOf?: string
}

/** A figure, linked unless it is zero. */
export function Figure({ value, label, to, madeOf }: FigureProps) {
  const words = (
    <>
      <strong>{count(value)}</strong> {label}
    </>
  )
  return (
    <div className={classes.figure}>
      {value === 0 ? <span className={classes.none}>{words}</span> : <Link to={to}>{words}</Link>}
      {madeOf !== undefined && value > 0 && <p className={details.muted}>{madeOf}</p>}
    </div>
  )
}

interface TopRow {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
}

interface TopProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly to: (row: Row) => string
  readonly detail: (row: Row) => string
  /** The detail in words, if a figure alone is unclear when read out. */
  readonly inWords?: (row: Row) => string
  /** Whether the detail is a sentence below the title. */
  readonly isLong?: boolean
}

export function Top<Row extends TopRow>({ label, rows, to, detail, inWords, isLong }: TopProps<Row>) {
  if (rows.length === 0) return null
  return (
    <ul className={isLong ? `${classes.top} ${classes.sentences}` : classes.top} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={to(row)} dir="auto">
            {row.hideContent ? <HiddenMark /> : shownTitle(row).slice(0, longestShown)}
          </Link>
          {inWords === undefined ? (
            <span>{detail(row)}</span>
          ) : (
            <span title={inWords(row)}>
              <span aria-hidden>{detail(row)}</span>
              <VisuallyHidden>{inWords(row)}</VisuallyHidden>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
