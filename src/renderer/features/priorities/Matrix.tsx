// The ranked records as points: two parts as axes, a third one as the size, a word as the colour. The table below it
// lists the same records. A point with the focus is the active row of the list, so the list's keys act on it.
import { VisuallyHidden } from '@mantine/core'
import { useElementSize, useViewportSize } from '@mantine/hooks'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { Decision, Part, parts } from '../../../contract/features/priorities'
import { rowName } from '../../records/MaskedText'
import { statusWord } from '../../records/record-words'
import { Choice } from './Choice'
import { type Axis, along, axisOf } from './matrix-scale'
import classes from './priorities.module.css'
import { decisionText, partText, partWords } from './priority-words'
import type { RankedRow, Ranking, useRankingAddress } from './use-priorities'

/** More would be a cloud. */
const mostPoints = 500
/** In CSS pixels: rows of the table stay in sight below it. */
const heights = { low: 200, high: 264 }
const lowWindow = 800
const margin = { top: 12, right: 20, bottom: 36, left: 56 }
const radius = { least: 4, greatest: 13, same: 6 }
/** So many first places have their number beside them. */
const numbered = 5

type Address = ReturnType<typeof useRankingAddress>
type Colouring = 'status' | 'decision'

interface Point {
  readonly row: RankedRow
  /** In the list. */
  readonly index: number
  readonly x: number
  readonly y: number
  readonly r: number
  readonly colour: number
}

const partChoices = parts.map((part) => ({ value: part, label: partWords[part].name }))
const none = 'none'

const partIn = (text: string | null, otherwise: Part) => Part.safeParse(text).data ?? otherwise

function useChoices({ params, set, kind }: Address) {
  const colour: Colouring = params.get('colour') === 'decision' || kind === 'outcome' ? 'decision' : 'status'
  return {
    x: partIn(params.get('x'), 'strength'),
    y: partIn(params.get('y'), 'momentum'),
    size: params.get('size') === none ? null : partIn(params.get('size'), 'feedback'),
    colour,
    set,
  }
}

const colourWord = ({ status, decision }: RankedRow, by: Colouring) =>
  by === 'decision' ? decisionText(decision) : status === null ? 'No status' : statusWord(status)

/** In an order that stays, so that a word keeps its colour. */
function colourWords(rows: readonly RankedRow[], by: Colouring): readonly string[] {
  if (by === 'decision') return [...Decision.options, null].map(decisionText)
  return [...new Set(rows.map((row) => colourWord(row, by)))].sort()
}

export function Matrix({ list, address }: { readonly list: Ranking; readonly address: Address }) {
  const { ref, width } = useElementSize()
  const height = useViewportSize().height < lowWindow ? heights.low : heights.high
  const choices = useChoices(address)
  const { x, y, size, colour } = choices
  const describedBy = useId()
  const { shown } = list
  const words = useMemo(() => colourWords(list.ranked, colour), [list.ranked, colour])
  const known = useMemo(
    () => shown.flatMap((row, index) => (row.parts[x] === null || row.parts[y] === null ? [] : [{ row, index }])),
    [shown, x, y],
  )
  const drawn = known.slice(0, mostPoints)
  const axes = {
    x: axisOf(
      x,
      known.map(({ row }) => row.parts[x] ?? 0),
    ),
    y: axisOf(
      y,
      known.map(({ row }) => row.parts[y] ?? 0),
      4,
    ),
  }
  const sizes =
    size &&
    axisOf(
      size,
      known.map(({ row }) => row.parts[size] ?? 0),
    )
  const inner = { width: Math.max(80, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const placed = drawn.map(({ row, index }): Point => {
    const share = size === null || sizes === null ? null : along(sizes, row.parts[size] ?? sizes.from)
    return {
      row,
      index,
      x: margin.left + along(axes.x, row.parts[x] ?? 0) * inner.width,
      y: margin.top + (1 - along(axes.y, row.parts[y] ?? 0)) * inner.height,
      // By area, as the eye compares those.
      r: share === null ? radius.same : Math.max(radius.least, radius.greatest * Math.sqrt(Math.max(0, share))),
      colour: words.indexOf(colourWord(row, colour)),
    }
  })
  const left = shown.length - known.length
  return (
    <figure className={classes.matrix} aria-label="Matrix" aria-describedby={describedBy}>
      <div className={classes.axes}>
        <Choice label="Across" value={x} data={partChoices} onChange={(value) => choices.set('x', value)} />
        <Choice label="Up" value={y} data={partChoices} onChange={(value) => choices.set('y', value)} />
        <Choice
          label="Size"
          value={size ?? none}
          data={[...partChoices, { value: none, label: 'All the same' }]}
          onChange={(value) => choices.set('size', value)}
        />
        {address.kind !== 'outcome' && (
          <Choice
            label="Colour"
            value={colour}
            data={[
              { value: 'status', label: 'Status' },
              { value: 'decision', label: 'Decision' },
            ]}
            onChange={(value) => choices.set('colour', value)}
          />
        )}
        <ul className={classes.legend} aria-label="Colours">
          {words.map((word, index) => (
            <li key={word}>
              <span className={classes.dot} data-colour={index % 7} aria-hidden />
              {word}
            </li>
          ))}
        </ul>
      </div>
      <div ref={ref} className={classes.plot}>
        {width > 0 && (
          // biome-ignore lint/a11y/noSvgWithoutTitle: the figure around it has a name, and so has each point
          <svg width={width} height={height}>
            <Axes axes={axes} x={x} y={y} inner={inner} height={height} />
            <Points list={list} points={placed} height={height} describe={(row) => describe(row, choices)} />
          </svg>
        )}
      </div>
      <figcaption id={describedBy} className={classes.note}>
        <VisuallyHidden>The Ranking table below lists the same {list.kind.many}.</VisuallyHidden>
        {known.length > mostPoints && ` Showing the first ${mostPoints} of ${known.length}.`}
        {left > 0 &&
          ` ${left} without ${partWords[x].name.toLowerCase()} or ${partWords[y].name.toLowerCase()} not shown.`}
      </figcaption>
    </figure>
  )
}

function describe(row: RankedRow, { x, y, size, colour }: ReturnType<typeof useChoices>): string {
  const shown = [...new Set(size === null ? [x, y] : [x, y, size])]
  return [
    `rank ${row.place}`,
    ...shown.map((part) => `${partWords[part].name} ${partText(part, row.parts[part])}`),
    colourWord(row, colour),
  ].join(', ')
}

interface AxesProps {
  readonly axes: { readonly x: Axis; readonly y: Axis }
  readonly x: Part
  readonly y: Part
  readonly inner: { readonly width: number; readonly height: number }
  readonly height: number
}

/** Each point says its own values, so the lines are for the eye. */
function Axes({ axes, x, y, inner, height }: AxesProps) {
  const bottom = margin.top + inner.height
  return (
    <g aria-hidden className={classes.lines}>
      {axes.x.ticks.map((tick) => {
        const at = margin.left + along(axes.x, tick) * inner.width
        return (
          <g key={tick}>
            <line x1={at} x2={at} y1={margin.top} y2={bottom} />
            <text x={at} y={bottom + 14} textAnchor="middle">
              {partText(x, tick)}
            </text>
          </g>
        )
      })}
      {axes.y.ticks.map((tick) => {
        const at = margin.top + (1 - along(axes.y, tick)) * inner.height
        return (
          <g key={tick}>
            <line x1={margin.left} x2={margin.left + inner.width} y1={at} y2={at} />
            <text x={margin.left - 8} y={at} dy="0.32em" textAnchor="end">
              {partText(y, tick)}
            </text>
          </g>
        )
      })}
      <text data-name x={margin.left + inner.width / 2} y={height - 6} textAnchor="middle">
        {partWords[x].name}
      </text>
      <text data-name textAnchor="middle" transform={`translate(12 ${margin.top + inner.height / 2}) rotate(-90)`}>
        {partWords[y].name}
      </text>
    </g>
  )
}

interface PointsProps {
  readonly list: Ranking
  readonly points: readonly Point[]
  readonly height: number
  readonly describe: (row: RankedRow) => string
}

const axisOfKey = { ArrowLeft: 'x', ArrowRight: 'x', ArrowUp: 'y', ArrowDown: 'y' } as const
type Arrow = keyof typeof axisOfKey
const isArrow = (key: string): key is Arrow => Object.hasOwn(axisOfKey, key)

/** The next point that way along the axis; those at the same place follow one another. */
function nextPoint(points: readonly Point[], from: Point, key: Arrow): Point | undefined {
  const axis = axisOfKey[key]
  const ordered = points.toSorted((one, other) => one[axis] - other[axis] || one.index - other.index)
  // On screen, up is less.
  const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  return ordered[ordered.indexOf(from) + step]
}

function Points({ list, points, height, describe }: PointsProps) {
  const { activeIndex, open, selection, revealed } = list
  const [pointed, setPointed] = useState<number | null>(null)
  const group = useRef<SVGGElement>(null)
  const active = points.find(({ index }) => index === activeIndex) ?? points[0]
  const focus = (index: number) => group.current?.querySelector<SVGElement>(`[data-point="${index}"]`)?.focus()

  const onKeyDown = (point: Point) => (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Enter' || event.key === ' ') open.openAt(point.index, 'keyboard')
    else if (isArrow(event.key)) {
      const next = nextPoint(points, point, event.key)
      if (next !== undefined) focus(next.index)
    } else return
    event.preventDefault()
    // The list would go to its next row.
    event.stopPropagation()
  }

  // The smallest lie on top, or nobody could point at them.
  const stacked = points.toSorted((one, other) => other.r - one.r || other.index - one.index)
  const shown = points.find(({ index }) => index === pointed)
  return (
    <>
      <g ref={group}>
        {stacked.map((point) => {
          const { row, index } = point
          const isSelected = selection.isSelected(row.id)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a figure drawn in SVG has no buttons of its own
            <g
              key={row.id}
              role="button"
              tabIndex={point === active ? 0 : -1}
              aria-label={`${rowName(row, revealed)}, ${describe(row)}${isSelected ? ', selected' : ''}`}
              data-point={index}
              data-colour={point.colour % 7}
              data-selected={isSelected || undefined}
              data-open={row.id === open.id || undefined}
              className={classes.point}
              transform={`translate(${point.x} ${point.y})`}
              onFocus={() => {
                open.activate(index)
                setPointed(index)
              }}
              onBlur={() => setPointed(null)}
              onPointerEnter={() => setPointed(index)}
              onPointerLeave={() => setPointed(null)}
              onKeyDown={onKeyDown(point)}
              onClick={({ shiftKey, ctrlKey, metaKey }) =>
                shiftKey || ctrlKey || metaKey ? selection.toggle(index) : open.openAt(index, 'pointer')
              }
            >
              <circle r={point.r} />
              {row.place <= numbered && (
                <text x={point.r + 3} dy="0.32em" aria-hidden>
                  {row.place}
                </text>
              )}
            </g>
          )
        })}
      </g>
      {shown !== undefined && (
        <Tip point={shown} height={height} name={rowName(shown.row, revealed)} text={describe(shown.row)} />
      )}
    </>
  )
}

const tipWidth = 280

interface TipProps {
  readonly point: Point
  readonly height: number
  readonly name: string
  readonly text: string
}

/** The point says the same by its own name. */
function Tip({ point, height, name, text }: TipProps) {
  const isRight = point.x > tipWidth + margin.left
  const x = isRight ? point.x - point.r - tipWidth - 8 : point.x + point.r + 8
  const y = Math.min(Math.max(4, point.y - 32), height - 76)
  return (
    <foreignObject x={x} y={y} width={tipWidth} height={72} className={classes.tipRoom} aria-hidden>
      <div className={classes.tip} data-end={isRight || undefined}>
        <b dir="auto">{name}</b>
        <span>{text}</span>
      </div>
    </foreignObject>
  )
}
