// Solutions as cards in columns, one per horizon. The rows are those of the list, in its order, so search, filters, details
// and selection work alike. The service has no call to change a horizon, so cards cannot be moved.

import { VisuallyHidden } from '@mantine/core'
import { clamp } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useImperativeHandle, useRef } from 'react'
import type { SolutionRow } from '../../../contract/features/solutions'
import { Horizon } from '../../../contract/resources/solution'
import { usePreference } from '../../client/preferences'
import { ShortSentiment } from '../../records/Evidence'
import type { ListBodyProps } from '../../records/ListShell'
import { HiddenMark, longestShown } from '../../records/MaskedText'
import { count, counted, horizonWord, scoreFigure, shownTitle } from '../../records/record-words'
import { StatusLabel } from '../../records/StatusLabel'
import { isMenuKey, openRowMenuByKey } from '../../records/table/row-menu-keys'
import { isStep } from '../../records/table/table-keys'
import { rowIndexOf, useRovingRows } from '../../records/table/use-roving-rows'
import { RowMarks } from '../../records/triage/RowMarks'
import { clickedBy } from '../../records/use-details-region'
import { useKeyHint } from '../../ui/keys'
import { LiveText } from '../../ui/LiveText'
import classes from './SolutionBoard.module.css'

/** For more cards, filter or use the list. */
const mostCards = 500

export const horizonName = (horizon: string | null) => (horizon === null ? 'Unplanned' : horizonWord(horizon))

interface Card {
  readonly row: SolutionRow
  /** Index in the list. */
  readonly index: number
}

interface BoardColumn {
  readonly horizon: string | null
  readonly cards: readonly Card[]
}

/** The service's three horizons, then values unknown to this version, then cards without one. */
export function columnsOf(cards: readonly Card[]): readonly BoardColumn[] {
  const known: readonly (string | null)[] = Horizon.options
  const others = cards.map(({ row }) => row.horizon).filter((horizon) => horizon !== null && !known.includes(horizon))
  return [...known, ...new Set(others), null].map((horizon) => ({
    horizon,
    cards: cards.filter(({ row }) => row.horizon === horizon),
  }))
}

interface Place {
  readonly column: number
  readonly place: number
}

/** Left and right skip columns without cards. null: the key moves nothing. */
function placeAfter(key: string, { column, place }: Place, columns: readonly BoardColumn[]): Place | null {
  const lengths = columns.map(({ cards }) => cards.length)
  const last = (lengths[column] ?? 1) - 1
  const beside = (step: 1 | -1): Place => {
    let next = column + step
    while (lengths[next] === 0) next += step
    const length = lengths[next]
    return length === undefined ? { column, place } : { column: next, place: Math.min(place, length - 1) }
  }
  switch (key) {
    case 'ArrowUp':
      return { column, place: Math.max(place - 1, 0) }
    case 'ArrowDown':
      return { column, place: Math.min(place + 1, last) }
    case 'ArrowLeft':
      return beside(-1)
    case 'ArrowRight':
      return beside(1)
    case 'Home':
      return { column, place: 0 }
    case 'End':
      return { column, place: last }
    default:
      return null
  }
}

function findPlace(columns: readonly BoardColumn[], index: number): Place | null {
  for (const [column, { cards }] of columns.entries()) {
    const place = cards.findIndex((card) => card.index === index)
    if (place >= 0) return { column, place }
  }
  return null
}

export function SolutionBoard(props: ListBodyProps<SolutionRow>) {
  const { ref, rows, nameOf, selection, activeIndex, onActivate, onOpen, openId, onRange } = props
  useKeyHint('ArrowLeft')
  useKeyHint('ArrowRight')
  const hasSingleKeys = usePreference('hasSingleKeys')
  const board = useRef<HTMLDivElement>(null)
  const shown = Math.min(rows.counts.total, mostCards)
  useEffect(() => onRange(0, Math.max(0, shown - 1)), [onRange, shown])

  const cards = Array.from({ length: shown }, (_, index) => index).flatMap((index) => {
    const row = rows.rowAt(index)
    return row === undefined ? [] : [{ row, index }]
  })
  const columns = columnsOf(cards)
  const reached = findPlace(columns, activeIndex) ?? {
    column: columns.findIndex((each) => each.cards.length > 0),
    place: 0,
  }
  const cardAt = ({ column, place }: Place) => columns[column]?.cards[place]
  const active = cardAt(reached)?.index ?? 0

  const roving = useRovingRows({ container: board, rowCount: shown, activeIndex: active, onActivate })
  const { moveTo, wasFocused } = roving
  const onFocus = (event: FocusEvent) => {
    roving.onFocus(event)
    // The active row of the list may have no card: then the keys act on the one that stands in for it.
    if (active !== activeIndex && rowIndexOf(event.target) === active) onActivate(active)
  }
  const go = (next: Place, isExtending: boolean) => {
    const index = cardAt(next)?.index ?? active
    if (isExtending) selection.extend(active, index)
    moveTo(index)
  }
  const moveBy = (steps: number, isExtending = false) => {
    const { length } = columns[reached.column]?.cards ?? []
    // The first step only shows the active card, but not a selected one.
    const id = cardAt(reached)?.row.id
    const isBegun = wasFocused.current || (isExtending && id !== undefined && selection.isSelected(id))
    const place = clamp(isBegun ? reached.place + steps : reached.place, 0, Math.max(0, length - 1))
    go({ ...reached, place }, isExtending)
  }
  useImperativeHandle(ref, () => ({
    moveBy,
    focusFirstRow: () => moveTo(columns.find((each) => each.cards.length > 0)?.cards[0]?.index ?? 0),
    focusRow: moveTo,
    focusActiveRow: () => moveTo(active),
    // The board never scrolls with its cards.
    leave: () => {},
    scrollToTop: () => board.current?.scrollTo({ top: 0 }),
    scrollToRow: (index) => roving.rowNode(index)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    uncoverFocus: () => {
      const focused = document.activeElement
      if (board.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
    },
  }))

  /** Shift selects all cards from the last chosen one, column by column as shown. */
  const lastChecked = useRef<string | null>(null)
  const onCheck = (index: number, isRange: boolean) => {
    const seen = columns.flatMap((column) => column.cards)
    const place = seen.findIndex((card) => card.index === index)
    const from = seen.findIndex(({ row }) => row.id === lastChecked.current)
    const [low, high] = [Math.min(from, place), Math.max(from, place)]
    const chosen = isRange && from >= 0 ? seen.slice(low, high + 1) : []
    const added = chosen.filter(({ row }) => !selection.isSelected(row.id))
    if (chosen.length === 0) selection.toggle(index)
    for (const card of added) selection.toggle(card.index)
    lastChecked.current = seen[place]?.row.id ?? null
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof Element) || !target.hasAttribute('data-index')) return
    if (event.key === 'Enter' || event.key === ' ') onOpen(active, 'keyboard')
    else if (isMenuKey(event, hasSingleKeys)) openRowMenuByKey(event, target)
    else {
      const next = placeAfter(event.key, reached, columns)
      if (next === null) return
      go(next, event.shiftKey && isStep(event.key))
    }
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards in it are what is used; this hears them all
    <div ref={board} className={classes.board} onKeyDown={onKeyDown} onFocus={onFocus}>
      {rows.counts.total > mostCards && (
        <p className={classes.rest} role="status">
          <LiveText>
            {`Showing the first ${count(mostCards)}. Filter to see the other ${count(rows.counts.total - mostCards)}.`}
          </LiveText>
        </p>
      )}
      <div className={classes.columns}>
        {columns.map(({ horizon, cards: own }) => (
          <section key={horizon ?? ''} aria-label={horizonName(horizon)} className={classes.column}>
            <h2 className={classes.heading}>
              {horizonName(horizon)} <span className={classes.number}>{count(own.length)}</span>
            </h2>
            {own.length === 0 ? (
              <p className={classes.none}>No solutions</p>
            ) : (
              <ul className={classes.cards}>
                {own.map(({ row, index }) => (
                  <SolutionCard
                    key={row.id}
                    row={row}
                    index={index}
                    name={nameOf(row)}
                    isMasked={row.hideContent && !props.revealed.isRevealed(row.id)}
                    isActive={index === active}
                    isOpen={row.id === openId}
                    isSelected={selection.isSelected(row.id)}
                    isSelecting={selection.size > 0}
                    onOpen={onOpen}
                    onCheck={onCheck}
                  />
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}

interface SolutionCardProps {
  readonly row: SolutionRow
  readonly index: number
  readonly name: string
  readonly isMasked: boolean
  /** The only card that Tab reaches. */
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly isSelecting: boolean
  readonly onOpen: (index: number, by: 'pointer' | 'keyboard') => void
  readonly onCheck: (index: number, isRange: boolean) => void
}

function SolutionCard({ row, index, name, isMasked, ...card }: SolutionCardProps) {
  const { isActive, isOpen, isSelected, isSelecting, onOpen, onCheck } = card
  const factsId = useId()
  const tabIndex = isActive ? 0 : -1
  return (
    <li className={classes.card} data-selected={isSelected || undefined} data-selecting={isSelecting || undefined}>
      <label className={classes.check} data-check>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          tabIndex={tabIndex}
          onChange={({ nativeEvent }) => onCheck(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
      <button
        type="button"
        className={classes.title}
        data-index={index}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'true' : undefined}
        aria-describedby={factsId}
        dir={isMasked ? undefined : 'auto'}
        onClick={(event) => onOpen(index, clickedBy(event))}
      >
        {isMasked ? <HiddenMark /> : shownTitle(row).slice(0, longestShown)}
      </button>
      <div id={factsId}>
        {isSelected && <VisuallyHidden>Selected</VisuallyHidden>}
        <div className={classes.facts}>
          <StatusLabel status={row.status} />
          {row.strongest !== null && (
            <b title="Top score of its insights">
              <VisuallyHidden>Top score</VisuallyHidden> {scoreFigure(row.strongest)}
            </b>
          )}
        </div>
        <div className={classes.facts}>
          <span>{counted(row.insights, 'insight', 'insights')}</span>
          {row.sentiment !== null && <ShortSentiment score={row.sentiment} />}
        </div>
        {row.triage && !isMasked && (
          <div className={classes.facts}>
            <RowMarks triage={row.triage} />
          </div>
        )}
      </div>
    </li>
  )
}
