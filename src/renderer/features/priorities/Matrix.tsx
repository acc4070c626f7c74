// The ranked records as points: two parts as axes, a third as size, a word as colour. Points are drawn on a canvas, however many.
// The active point is a button above it and the active row of the list, so the list's keys act on it. The table below lists the
// same records and values.
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { clamp, useElementSize, useViewportSize } from '@mantine/hooks'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Decision, Part, type PrioritisedKind, partNames, parts } from '../../../contract/features/priorities'
import { typeWord } from '../../../contract/features/record-words'
import { sentimentOfMean, sentimentWords } from '../../../contract/features/sentiment'
import details from '../../records/details.module.css'
import { rowName } from '../../records/MaskedText'
import { count, noSentiment, statusWord } from '../../records/record-words'
import { announce } from '../../ui/announce'
import { Choice } from './Choice'
import { clearCanvas, drawPoints } from './draw-points'
import {
  axesOf,
  isArrow,
  knownPlaces,
  labelGap,
  labelSide,
  type MatrixAxes,
  type MatrixChoices,
  nextPoint,
  type Points,
  placePoints,
  pointBelow,
  pointsInside,
  type Rectangle,
  type Room,
} from './matrix-points'
import { type Axis, along } from './matrix-scale'
import classes from './priorities.module.css'
import { decisionText, partText } from './priority-words'
import type { RankedRecords, RankedRow, Ranking, useRankingAddress } from './use-priorities'

/** In CSS pixels; low enough to keep rows of the table in sight. */
const heights = { low: 200, high: 264 }
const lowWindow = 800
const margin = { top: 12, right: 20, bottom: 36, left: 56 }
/** How many of the first ranks show their number. */
const numbered = 5
const colourCount = 7

type Address = ReturnType<typeof useRankingAddress>
type Colouring = 'status' | 'decision' | 'feedback' | 'sentiment'

const partChoices = parts.map((part) => ({ value: part, label: partNames[part] }))
const none = 'none'

const partIn = (text: string | null, otherwise: Part) => Part.safeParse(text).data ?? otherwise

const colourings: readonly Colouring[] = ['status', 'decision', 'feedback', 'sentiment']
const colouringsOf = (kind: PrioritisedKind) => colourings.filter((each) => each !== 'status' || kind !== 'outcome')
const colouringName = (colouring: Colouring, kind: PrioritisedKind) =>
  ({
    status: kind === 'insight' ? 'Type' : 'Status',
    decision: 'Decision',
    feedback: 'Feedback',
    sentiment: 'Sentiment',
  })[colouring]

export function matrixChoices({ params, kind }: Pick<Address, 'params' | 'kind'>) {
  const allowed = colouringsOf(kind)
  const colour = allowed.find((each) => each === params.get('colour')) ?? allowed[0] ?? 'decision'
  return {
    x: partIn(params.get('x'), 'strength'),
    y: partIn(params.get('y'), 'momentum'),
    size: params.get('size') === none ? null : partIn(params.get('size'), 'feedback'),
    colour,
  }
}
type Choices = ReturnType<typeof matrixChoices>

/** Each part once, as several roles may share it. */
export const partsShown = ({ x, y, size }: MatrixChoices): readonly Part[] => [
  ...new Set(size === null ? [x, y] : [x, y, size]),
]

/** The words of the colours, in a stable order, and the word of each record. */
interface Colours {
  readonly words: readonly string[]
  /** Per word, its colour number in the style sheet. */
  readonly hues: readonly number[]
  readonly of: (at: number) => number
}

/** Green, blue, orange, red, grey, teal, violet. */
const [green, blue, , red, grey, teal, violet] = [0, 1, 2, 3, 4, 5, 6] as const

const feedbackBands = [0, 1, 5, 20] as const
const feedbackWords = ['No feedback', '1 to 4', '5 to 19', '20 or more']
const moods = [...sentimentWords, noSentiment]

function coloursOf(records: RankedRecords, by: Colouring, kind: PrioritisedKind): Colours {
  switch (by) {
    case 'decision':
      return {
        words: [...Decision.options, null].map(decisionText),
        hues: [0, 1, 2, 3, grey],
        of: (at) => {
          const decision = records.decided(at)?.decision ?? null
          return decision === null ? Decision.options.length : Decision.options.indexOf(decision)
        },
      }
    case 'feedback':
      return {
        words: feedbackWords,
        hues: [grey, teal, blue, violet],
        of: (at) => feedbackBands.findLastIndex((least) => (records.values.feedback[at] ?? 0) >= least),
      }
    case 'sentiment':
      return {
        words: moods,
        hues: [green, blue, red, grey],
        of: (at) => {
          const value = records.values.sentiment[at] ?? Number.NaN
          return moods.indexOf(Number.isNaN(value) ? noSentiment : sentimentOfMean(value))
        },
      }
    case 'status': {
      const word = (status: string) => (kind === 'insight' ? typeWord(status) : statusWord(status))
      const hasNone = records.ids.some((_, at) => records.statusOf(at) === null)
      const words = [...records.statuses.map(word), ...(hasNone ? ['No status'] : [])]
      return {
        words,
        // Colours repeat when words outnumber them.
        hues: words.map((_, index) => index % colourCount),
        of: (at) => {
          const status = records.statusOf(at)
          return status === null ? records.statuses.length : records.statuses.indexOf(status)
        },
      }
    }
  }
}

interface MatrixProps {
  readonly list: Ranking
  readonly address: Address
}

export function Matrix({ list, address }: MatrixProps) {
  const { kind, set } = address
  const { ref, width } = useElementSize()
  const height = useViewportSize().height < lowWindow ? heights.low : heights.high
  const { x, y, size, colour } = matrixChoices(address)
  const describedBy = useId()
  const { records, shown, params } = list
  const colours = useMemo(() => coloursOf(records, colour, kind), [records, colour, kind])
  // Sorting the same records moves no point.
  const among = params.isNarrowed ? shown : null
  const known = useMemo(
    () => knownPlaces(records.values, { x, y, size }, among ?? records.ids.keys()),
    [records, x, y, size, among],
  )
  const axes = useMemo(() => axesOf(records.values, { x, y, size }, known), [records, x, y, size, known])
  const room = useMemo(
    () => ({
      ...{ left: margin.left, top: margin.top },
      width: Math.max(80, width - margin.left - margin.right),
      height: height - margin.top - margin.bottom,
    }),
    [width, height],
  )
  const points = useMemo(
    () => placePoints(known, { values: records.values, choices: { x, y, size }, axes, room, colourOf: colours.of }),
    [known, records, x, y, size, axes, room, colours],
  )
  const left = shown.length - known.length
  return (
    <figure className={classes.matrix} aria-label="Matrix" aria-describedby={describedBy}>
      <div className={classes.axes}>
        <div className={classes.choices}>
          <Choice label="X axis" value={x} data={partChoices} onChange={(value) => set('x', value)} />
          <Choice label="Y axis" value={y} data={partChoices} onChange={(value) => set('y', value)} />
          <Choice
            label="Size"
            value={size ?? none}
            data={[...partChoices, { value: none, label: 'Same size' }]}
            onChange={(value) => set('size', value)}
          />
          <Choice
            label="Colour"
            value={colour}
            data={colouringsOf(kind).map((each) => ({ value: each, label: colouringName(each, kind) }))}
            onChange={(value) => set('colour', value)}
          />
        </div>
        <ul className={classes.legend} aria-label="Colours">
          {colours.words.map((word, index) => (
            <li key={word}>
              <span className={classes.dot} data-colour={colours.hues[index]} aria-hidden />
              {word}
            </li>
          ))}
        </ul>
      </div>
      <div ref={ref} className={classes.plot} style={{ height }}>
        {width > 0 && (
          <Plot
            list={list}
            points={points}
            colours={colours}
            choices={{ x, y, size, colour }}
            axes={axes}
            {...{ width, height, room }}
          />
        )}
      </div>
      <figcaption id={describedBy} className={details.muted}>
        <VisuallyHidden>
          The Ranking table below lists the same {list.kind.many} and values. Use the arrow keys to move between points.
          Hold Shift with the arrow keys to draw a rectangle, then press Enter to select the points in it.
        </VisuallyHidden>
        {left > 0 &&
          ` ${count(left)} without ${[...new Set([x, y])].map((part) => partNames[part].toLowerCase()).join(' or ')} not shown.`}
      </figcaption>
    </figure>
  )
}

function describe(row: RankedRow, choices: MatrixChoices, colourWord: string): string {
  return [
    `rank ${row.place}`,
    ...partsShown(choices).map((part) => `${partNames[part]} ${partText(part, row.parts[part])}`),
    colourWord,
  ].join(', ')
}

interface AxesProps {
  readonly axes: { readonly x: Axis; readonly y: Axis }
  readonly x: Part
  readonly y: Part
  readonly inner: { readonly width: number; readonly height: number }
  readonly height: number
}

/** Hidden from screen readers: each point names its values. */
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
        {partNames[x]}
      </text>
      <text data-name textAnchor="middle" transform={`translate(12 ${margin.top + inner.height / 2}) rotate(-90)`}>
        {partNames[y]}
      </text>
    </g>
  )
}

interface PlotProps {
  readonly list: Ranking
  readonly points: Points
  readonly colours: Colours
  readonly choices: Choices
  readonly axes: MatrixAxes
  readonly width: number
  readonly height: number
  readonly room: Room
}

/** Colours of the theme, read from the style sheet. */
function themeColours(canvas: HTMLCanvasElement): readonly string[] {
  return Array.from({ length: colourCount }, (_, index) => {
    const probe = document.createElement('span')
    probe.dataset.colour = String(index)
    canvas.parentElement?.append(probe)
    const colour = getComputedStyle(probe).getPropertyValue('--hue').trim()
    probe.remove()
    return colour
  })
}

const cssVariable = (canvas: HTMLCanvasElement, name: string) => getComputedStyle(canvas).getPropertyValue(name).trim()

/** Steps across the width or height when a rectangle is drawn with the keys. */
const rectangleSteps = 20
/** In CSS pixels; less is a click. */
const leastDrag = 4

function Plot({ list, points, colours, choices, axes, width, height, room }: PlotProps) {
  const { records, shown, state, activeIndex, open, selection, revealed } = list
  const { rows } = state
  const base = useRef<HTMLCanvasElement>(null)
  const marks = useRef<HTMLCanvasElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFocusWanted = useRef(false)
  const [hovered, setPointed] = useState<number | null>(null)
  // A sync or a filter may have removed it.
  const pointed = hovered !== null && hovered < points.count ? hovered : null
  const [hasFocus, setHasFocus] = useState(false)
  const [rectangle, setRectangle] = useState<Rectangle | null>(null)
  const drag = useRef<Rectangle | null>(null)
  const scheme = useComputedColorScheme('light')

  /** By `at`: the point's index, plus one. */
  const pointAt = useMemo(() => {
    const found = new Int32Array(records.ids.length)
    for (let index = 0; index < points.count; index += 1) found[points.at[index] ?? 0] = index + 1
    return (at: number | undefined) => (at === undefined ? -1 : (found[at] ?? 0) - 1)
  }, [points, records])
  const rowOfPoint = (index: number) => {
    const at = points.at[index]
    return at === undefined ? undefined : list.rowOf(records.ids[at] ?? '')
  }
  const indexOfPoint = (index: number) => rows?.indexOf(records.ids[points.at[index] ?? -1] ?? '') ?? -1
  const wordOf = (index: number) => colours.words[points.colour[index] ?? 0] ?? ''

  // If the active row has no point, the highest ranked one that has.
  const atActive = pointAt(shown[activeIndex])
  const active = atActive >= 0 ? atActive : shown.reduce((found, at) => (found >= 0 ? found : pointAt(at)), -1)
  const activeRow = rowOfPoint(active)

  useEffect(() => {
    const canvas = base.current
    if (canvas === null) return
    let stop = () => {}
    canvas.removeAttribute('data-drawn')
    // One frame later, the style sheet has the new scheme.
    const frame = requestAnimationFrame(() => {
      const drawing = {
        points: coloured(points, colours.hues),
        width,
        height,
        colours: themeColours(canvas),
        edge: cssVariable(canvas, '--mantine-color-body'),
      }
      stop = drawPoints(canvas, drawing, () => canvas.setAttribute('data-drawn', scheme))
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [points, colours.hues, width, height, scheme])

  useEffect(() => {
    const canvas = marks.current
    const cleared = canvas && clearCanvas(canvas, width, height)
    if (canvas === null || cleared === null) return
    const { context, ratio } = cleared
    const ids = [...selection.rows.map(({ id }) => id), ...(open.id === null ? [] : [open.id])]
    context.strokeStyle = scheme === 'dark' ? 'white' : 'black'
    context.lineWidth = 1.5 * ratio
    for (const id of ids) {
      const index = pointAt(records.atOf(id))
      if (index < 0) continue
      context.beginPath()
      context.arc(
        (points.x[index] ?? 0) * ratio,
        (points.y[index] ?? 0) * ratio,
        ((points.r[index] ?? 0) + 1) * ratio,
        0,
        Math.PI * 2,
      )
      context.stroke()
    }
  }, [selection.rows, open.id, points, pointAt, records, width, height, scheme])

  useLayoutEffect(() => {
    if (isFocusWanted.current && active >= 0) {
      isFocusWanted.current = false
      button.current?.focus()
    }
  }, [active])

  const select = (area: Rectangle, isMore: boolean) => {
    const inside = pointsInside(points, area)
    selection.select(
      inside.map(indexOfPoint).filter((index) => index >= 0),
      isMore,
    )
  }

  const stretch = (key: string) => {
    const from = rectangle ?? {
      ...{ fromX: points.x[active] ?? 0, fromY: points.y[active] ?? 0 },
      ...{ toX: points.x[active] ?? 0, toY: points.y[active] ?? 0 },
    }
    const [stepX, stepY] = [room.width / rectangleSteps, room.height / rectangleSteps]
    const next = {
      ...from,
      toX: from.toX + (key === 'ArrowRight' ? stepX : key === 'ArrowLeft' ? -stepX : 0),
      toY: from.toY + (key === 'ArrowDown' ? stepY : key === 'ArrowUp' ? -stepY : 0),
    }
    const area = {
      ...next,
      toX: clamp(next.toX, room.left, room.left + room.width),
      toY: clamp(next.toY, room.top, room.top + room.height),
    }
    setRectangle(area)
    announce(`${count(pointsInside(points, area).length)} in the rectangle`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (isArrow(key) && event.shiftKey) stretch(key)
    // Also with Shift, which may still be down after the arrow keys.
    else if (rectangle !== null && key === 'Enter') {
      select(rectangle, false)
      setRectangle(null)
    } else if (event.shiftKey) return
    else if (rectangle !== null && key === 'Escape') setRectangle(null)
    else if (isArrow(key)) {
      setRectangle(null)
      const next = nextPoint(points, active, key)
      if (next >= 0) {
        isFocusWanted.current = true
        open.activate(indexOfPoint(next))
      }
    } else return
    // Or the list would go to its next row.
    event.preventDefault()
  }

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const isMoreKey = ({ shiftKey, ctrlKey, metaKey }: PointerEvent) => shiftKey || ctrlKey || metaKey
  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const { x, y } = placeOf(event)
      drag.current = { fromX: x, fromY: y, toX: x, toY: y }
      setRectangle(null)
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { x, y } = placeOf(event)
      if (drag.current === null) {
        const below = pointBelow(points, x, y)
        setPointed(below < 0 ? null : below)
        return
      }
      drag.current = { ...drag.current, toX: x, toY: y }
      const { fromX, fromY } = drag.current
      if (rectangle !== null || Math.hypot(x - fromX, y - fromY) > leastDrag) {
        setPointed(null)
        setRectangle(drag.current)
      }
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const area = drag.current
      drag.current = null
      if (area === null) return
      if (rectangle !== null) {
        setRectangle(null)
        return select(area, isMoreKey(event))
      }
      const below = pointBelow(points, area.toX, area.toY)
      const index = below < 0 ? -1 : indexOfPoint(below)
      if (index < 0) return
      if (isMoreKey(event)) selection.toggle(index)
      else open.openAt(index, 'pointer')
    },
    onLostPointerCapture: () => {
      drag.current = null
      setRectangle(null)
    },
    onPointerLeave: () => setPointed(null),
  }

  /** The best ranked and the sides of their numbers. It scans every point, so not on each pointer move. */
  const labels = useMemo(
    () =>
      Array.from(shown.subarray(0, numbered), (at) => pointAt(at))
        .filter((index) => index >= 0)
        .map((index) => ({ index, side: labelSide(points, index, width) })),
    [shown, pointAt, points, width],
  )
  const told = pointed ?? (hasFocus && active >= 0 ? active : null)
  const toldRow = told === null ? undefined : rowOfPoint(told)
  const box = (index: number) => {
    const r = Math.max(6, points.r[index] ?? 0) + 2
    return { left: (points.x[index] ?? 0) - r, top: (points.y[index] ?? 0) - r, width: r * 2, height: r * 2 }
  }
  return (
    <div className={classes.layers} data-points={points.count} {...pointer}>
      <svg width={width} height={height} aria-hidden>
        <Axes axes={axes} x={choices.x} y={choices.y} inner={room} height={height} />
      </svg>
      <canvas ref={base} aria-hidden style={{ width, height }} />
      <canvas ref={marks} aria-hidden style={{ width, height }} />
      <svg width={width} height={height} aria-hidden>
        {labels.map(({ index, side }) => {
          const place = rowOfPoint(index)?.place
          return place === undefined || place > numbered ? null : (
            <text
              key={index}
              className={classes.number}
              textAnchor={side === 1 ? 'start' : 'end'}
              x={(points.x[index] ?? 0) + ((points.r[index] ?? 0) + labelGap) * side}
              y={points.y[index]}
              dy="0.32em"
            >
              {place}
            </text>
          )
        })}
        {pointed !== null && (
          <circle
            className={classes.pointed}
            cx={points.x[pointed]}
            cy={points.y[pointed]}
            r={(points.r[pointed] ?? 0) + 2}
          />
        )}
        {rectangle !== null && <Area {...rectangle} />}
        {told !== null && toldRow !== undefined && (
          <Tip
            point={{ x: points.x[told] ?? 0, y: points.y[told] ?? 0, r: points.r[told] ?? 0 }}
            height={height}
            name={rowName(toldRow, revealed)}
            text={describe(toldRow, choices, wordOf(told))}
          />
        )}
      </svg>
      {activeRow !== undefined && (
        <button
          key={activeRow.id}
          ref={button}
          type="button"
          className={classes.point}
          style={box(active)}
          data-point={indexOfPoint(active)}
          aria-label={`${rowName(activeRow, revealed)}, ${describe(activeRow, choices, wordOf(active))}${
            selection.isSelected(activeRow.id) ? ', selected' : ''
          }`}
          onFocus={() => {
            setHasFocus(true)
            // It may stand in for an active row without a point.
            if (active !== atActive) open.activate(indexOfPoint(active))
          }}
          onBlur={() => {
            setHasFocus(false)
            setRectangle(null)
          }}
          onKeyDown={onKeyDown}
          // Of Enter, Space and assistive technology: the matrix takes the clicks of a mouse.
          onClick={() => open.openAt(indexOfPoint(active), 'keyboard')}
        />
      )}
    </div>
  )
}

const coloured = (points: Points, hues: readonly number[]): Points => ({
  ...points,
  colour: points.colour.map((word) => hues[word] ?? grey),
})

function Area({ fromX, fromY, toX, toY }: Rectangle) {
  return (
    <rect
      className={classes.area}
      x={Math.min(fromX, toX)}
      y={Math.min(fromY, toY)}
      width={Math.abs(toX - fromX)}
      height={Math.abs(toY - fromY)}
    />
  )
}

const tipWidth = 280

interface TipProps {
  readonly point: { readonly x: number; readonly y: number; readonly r: number }
  readonly height: number
  readonly name: string
  readonly text: string
}

/** The point's accessible name says the same. */
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
