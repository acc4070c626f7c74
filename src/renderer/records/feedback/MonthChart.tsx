// The amount of feedback in each month. The bars are a picture; the buttons over them are the filter, one Tab stop.
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FeedbackFacets } from '../../../contract/features/feedback'
import { RemoveChip } from '../RemoveChip'
import { count, counted } from '../record-words'
import { monthName, shortMonthName, shownMonths } from './feedback-filter'
import classes from './MonthChart.module.css'

interface ChosenMonthsProps {
  readonly chosen: readonly string[]
  readonly onToggle: (month: string) => void
}

interface MonthChartProps extends ChosenMonthsProps {
  readonly facets: FeedbackFacets
  /** Shows this many of the last months. */
  readonly most?: number
}

/** Chips that remove each chosen month, even if the chart does not show it. */
export function ChosenMonths({ chosen, onToggle }: ChosenMonthsProps) {
  return chosen.map((month) => <RemoveChip key={month} name={monthName(month)} onRemove={() => onToggle(month)} />)
}

type Months = ReturnType<typeof shownMonths>

function summaryOf(months: Months): string {
  const total = months.reduce((sum, month) => sum + month.count, 0)
  const most = months.reduce((a, b) => (b.count > a.count ? b : a))
  return `${counted(total, 'piece', 'pieces')} of feedback in ${counted(months.length, 'month', 'months')}, most in ${monthName(most.value)}: ${count(most.count)}`
}

const stepOf = (key: string, place: number, length: number) =>
  ({ ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: length - 1 })[key]

export function MonthChart({ facets, chosen, onToggle, most }: MonthChartProps) {
  const months = shownMonths(facets, most)
  const buttons = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  if (months.length < 2) return null
  const greatest = Math.max(...months.map((month) => month.count))
  const wanted = months.findIndex(({ value }) => value === (reached ?? chosen[0]))
  const active = wanted < 0 ? months.length - 1 : wanted

  const onKeyDown = (event: KeyboardEvent) => {
    const next = months[stepOf(event.key, active, months.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    setReached(next.value)
    buttons.current?.querySelector<HTMLButtonElement>(`[data-month="${next.value}"]`)?.focus()
  }

  return (
    <div className={classes.chart}>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${months.length} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summaryOf(months)}
      >
        {months.map(({ value, count: number }, place) => {
          const height = number === 0 ? 0 : Math.max(number / greatest, 0.05)
          const isOn = chosen.includes(value)
          return (
            <rect
              key={value}
              x={place + 0.12}
              width={0.76}
              y={1 - height}
              height={height}
              data-on={isOn || undefined}
              data-off={(chosen.length > 0 && !isOn) || undefined}
            />
          )
        })}
      </svg>
      <div ref={buttons} className={classes.buttons} role="toolbar" aria-label="Months" onKeyDown={onKeyDown}>
        {months.map(({ value, count: number }, place) => (
          <button
            key={value}
            type="button"
            data-month={value}
            tabIndex={place === active ? 0 : -1}
            aria-pressed={chosen.includes(value)}
            aria-label={`${monthName(value)}, ${counted(number, 'piece', 'pieces')} of feedback`}
            title={`${monthName(value)}: ${count(number)}`}
            onFocus={() => setReached(value)}
            onClick={() => onToggle(value)}
          />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{shortMonthName(months[0]?.value ?? '')}</span>
        <span>{shortMonthName(months.at(-1)?.value ?? '')}</span>
      </div>
    </div>
  )
}
