import { type ReactNode, useState } from 'react'
import classes from './RecordToolbar.module.css'
import { count } from './record-words'

interface Facet<Value> {
  readonly value: Value
  /** Number of rows that are left when it is chosen; null: not known. */
  readonly count: number | null
}

interface FacetChipsProps<Value> {
  readonly label: string
  readonly facets: readonly Facet<Value>[]
  readonly chosen: readonly Value[]
  readonly onToggle: (value: Value) => void
  /** How many chips are shown at first, about one line; the rest on request. */
  readonly shownAtOnce?: number
  /** Text of the button for the rest, instead of "3 more". */
  readonly restText?: (left: number) => string
  readonly children: (value: Value) => ReactNode
}

/** A chip for each value of a field, to narrow a list by. */
export function FacetChips<Value extends string | null>(props: FacetChipsProps<Value>) {
  const { label, facets, chosen, onToggle, shownAtOnce = facets.length, restText, children } = props
  const [isWhole, setIsWhole] = useState(false)
  const shown = facets.filter(({ value }, place) => isWhole || place < shownAtOnce || chosen.includes(value))
  return (
    <fieldset className={classes.filters} aria-label={label}>
      {shown.map(({ value, count: number }) => (
        <button
          key={value === null ? '' : `=${value}`}
          type="button"
          className={classes.chip}
          aria-pressed={chosen.includes(value)}
          onClick={() => onToggle(value)}
        >
          {children(value)}
          {number !== null && <span className={classes.note}>{count(number)}</span>}
        </button>
      ))}
      {shown.length < facets.length && (
        <button type="button" className={classes.clear} onClick={() => setIsWhole(true)}>
          {restText?.(facets.length - shown.length) ?? `${count(facets.length - shown.length)} more`}
        </button>
      )}
    </fieldset>
  )
}
