// A chart over weeks, with a table of the same figures. Series differ by pattern or dash as well as by colour, and nothing
// moves. The styles load with this file, so with the view.
import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Button, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { typeWord } from '../../../contract/features/record-words'
import classes from './this-week.module.css'
import { type Series, weekName } from './this-week-words'

interface TrendChartProps {
  readonly title: string
  readonly unit: string
  readonly weeks: readonly string[]
  readonly series: readonly Series[]
  readonly kind: 'bars' | 'lines'
  readonly text: (value: number | null) => string
  /** Shown below the heading. */
  readonly lead: ReactNode
}

const height = 220

/** The look of a series, by its place in a chart. */
interface Look {
  readonly colour: string
  readonly dash: string
  readonly pattern: 'dots' | 'stripes' | 'grid' | null
}

const looks: readonly Look[] = [
  { colour: 'var(--trend-1)', dash: '0', pattern: null },
  { colour: 'var(--trend-2)', dash: '6 4', pattern: 'dots' },
  { colour: 'var(--trend-3)', dash: '2 4', pattern: 'stripes' },
  { colour: 'var(--trend-4)', dash: '10 3 2 3', pattern: 'grid' },
]

/** Types and sentiments have the same look in every chart. */
const ownLooks: Readonly<Record<string, Look>> = {
  [typeWord('Feedback')]: { colour: 'var(--type-feedback)', dash: '0', pattern: null },
  [typeWord('Bug')]: { colour: 'var(--type-bug)', dash: '6 4', pattern: 'dots' },
  [typeWord('FeatureRequest')]: { colour: 'var(--type-feature-request)', dash: '2 4', pattern: 'stripes' },
  Positive: { colour: 'var(--trend-positive)', dash: '0', pattern: null },
  Neutral: { colour: 'var(--trend-neutral)', dash: '6 4', pattern: 'dots' },
  Negative: { colour: 'var(--trend-negative)', dash: '2 4', pattern: 'stripes' },
}

const lookOf = ({ name }: Series, place: number): Look =>
  ownLooks[name] ?? looks[place % looks.length] ?? { colour: 'currentColor', dash: '0', pattern: null }

export function TrendChart({ title, unit, weeks, series, kind, text, lead }: TrendChartProps) {
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <div className={classes.heading}>
        <Title order={3} size={13} id={id}>
          {title}
        </Title>
        <Button
          size="compact-xs"
          variant="default"
          aria-pressed={isTable}
          aria-label={`Show as table: ${title}`}
          onClick={() => setIsTable(!isTable)}
        >
          Show as table
        </Button>
      </div>
      {lead}
      {isTable ? (
        <TrendTable {...{ title, unit, weeks, series, text }} />
      ) : (
        <Drawn {...{ title, unit, weeks, series, kind, text }} patterns={id} />
      )}
    </figure>
  )
}

type DrawnProps = Omit<TrendChartProps, 'lead'> & { readonly patterns: string }

function Drawn({ title, unit, weeks, series, kind, text, patterns }: DrawnProps) {
  const data = weeks.map((week, place) => ({
    week: weekName(week),
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[place] ?? null])),
  }))
  const looked = series.map((each, place) => ({ name: each.name, id: `${patterns}-${place}`, ...lookOf(each, place) }))
  const fillOf = ({ pattern, id, colour }: (typeof looked)[number]) => (pattern === null ? colour : `url(#${id})`)
  const name = `${title}, ${unit} per week`
  const shared = {
    h: height,
    data,
    dataKey: 'week',
    xAxisLabel: 'Week of',
    yAxisLabel: unit,
    valueFormatter: (value: number) => text(value),
    series: looked.map(({ name, colour }) => ({ name, color: colour })),
  }
  return (
    <>
      <ul className={classes.legend} aria-label={`Legend: ${title}`}>
        {looked.map((look) => (
          <li key={look.name}>
            <svg width={kind === 'bars' ? 12 : 22} height={12} aria-hidden>
              {kind === 'bars' ? (
                <rect width={12} height={12} rx={2} fill={fillOf(look)} />
              ) : (
                <line x2={22} y1={6} y2={6} stroke={look.colour} strokeWidth={2} strokeDasharray={look.dash} />
              )}
            </svg>
            {look.name}
          </li>
        ))}
      </ul>
      {kind === 'bars' ? (
        <BarChart
          {...shared}
          type="stacked"
          maxBarWidth={28}
          barChartProps={{ title: name }}
          yAxisProps={{ allowDecimals: false }}
          barProps={(of) => {
            const look = looked.find((each) => each.name === of.name)
            return look === undefined ? {} : { fill: fillOf(look) }
          }}
        >
          <Patterns looks={looked} />
        </BarChart>
      ) : (
        <LineChart
          {...shared}
          connectNulls={false}
          lineChartProps={{ title: name }}
          curveType="linear"
          series={looked.map(({ name, colour, dash }) => ({ name, color: colour, strokeDasharray: dash }))}
        />
      )}
    </>
  )
}

function Patterns({ looks }: { readonly looks: readonly (Look & { readonly id: string })[] }) {
  return (
    <defs>
      {looks.map(({ id, colour, pattern }) =>
        pattern === null ? null : (
          <pattern
            key={id}
            id={id}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform={pattern === 'stripes' ? 'rotate(45)' : undefined}
          >
            <rect width={6} height={6} fill={colour} />
            {pattern === 'dots' && <circle cx={3} cy={3} r={1.3} fill="var(--mantine-color-body)" />}
            {pattern === 'stripes' && <rect width={2} height={6} fill="var(--mantine-color-body)" />}
            {pattern === 'grid' && <path d="M0 0H6M0 0V6" stroke="var(--mantine-color-body)" strokeWidth={1.5} />}
          </pattern>
        ),
      )}
    </defs>
  )
}

type TrendTableProps = Pick<TrendChartProps, 'title' | 'unit' | 'weeks' | 'series' | 'text'>

function TrendTable({ title, unit, weeks, series, text }: TrendTableProps) {
  return (
    <table className={classes.table}>
      <caption>{`${title}: ${unit} per week`}</caption>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, place) => (
          <tr key={week}>
            <th scope="row">{weekName(week)}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{text(values[place] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
