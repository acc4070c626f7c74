// The selected rows of a list: by id, with the row as it was last seen, as most rows of a long list are not held. The
// selection outlives syncs, searches and other orders, so that several searches can be picked from; leaving the view ends it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { mostAtOnce } from '../../contract/limits'
import type { InWorkspace } from '../../contract/workspace-key'
import { onForgotten } from '../client/forgetting'
import { announce } from '../ui/announce'
import { notifyError, notifyInView } from '../ui/notify'
import { count } from './record-words'
import type { RecordRowsState } from './use-record-rows'

/** As many as can be decided about or exported at once; more of them is work for a filter. */
export const mostSelected = mostAtOnce

export interface Selection<Row> {
  readonly size: number
  readonly isSelected: (id: string) => boolean
  /** The rows in the order that they had in the list when they were selected. */
  readonly rows: readonly Row[]
  readonly toggle: (index: number) => void
  /** A step from one row to the next with Shift: selects both, or on the way back deselects the one that is left. */
  readonly extend: (from: number, to: number) => void
  /** Selects all rows from the last selected one to this one, held or not; from `start` where none was selected yet. */
  readonly selectTo: (index: number, start: number) => void
  /** Selects all rows that match. */
  readonly selectAll: () => void
  /** Selects these rows; with `isMore`, beside the selected ones. Changes nothing where it would be too many. */
  readonly select: (indexes: readonly number[], isMore: boolean) => void
  readonly clear: () => void
  /** Returns a function that selects the same rows again, unless others are selected by then. */
  readonly remember: () => () => void
  /** Deselects these rows. */
  readonly drop: (ids: readonly string[]) => void
}

interface Selected<Row> {
  readonly index: number
  readonly row: Row
}

/** Also keeps its place, as a long stretch leaves it behind among the rows that are not held. */
interface Anchor {
  readonly id: string
  readonly index: number
}

const words = (size: number) => (size === 0 ? 'Nothing selected' : `${count(size)} selected`)

interface SelectionOptions<Row> extends Pick<RecordRowsState<Row>, 'rows' | 'readAll'> {
  /** Tells one list of one workspace from another. */
  readonly place: InWorkspace
  /** Whether the person comes back to the list from the form that covered it. */
  readonly isReturn: boolean
}

/** Selection of the view that was left last. */
let left: Left | null = null
/** Selection that another view hands to the next one. */
let handed: Left | null = null

onForgotten((isForgotten) => {
  if (left !== null && isForgotten(left.place)) left = null
  if (handed !== null && isForgotten(handed.place)) handed = null
})

interface Left {
  readonly place: InWorkspace
  readonly selected: ReadonlyMap<string, Selected<unknown>>
}

/** Selects these rows of a list that another view leads to with `isReturn`. Called after its own selection was left. */
export function leaveSelected(place: InWorkspace, rows: readonly { readonly id: string }[]): void {
  handed = { place, selected: new Map(rows.map((row, index) => [row.id, { index, row }])) }
}

export function useSelection<Row extends { readonly id: string }>({
  rows,
  readAll,
  place,
  isReturn,
}: SelectionOptions<Row>): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Selected<Row>>>(() => {
    const before = isReturn ? [handed, left].find((each) => each?.place === place) : null
    return (before?.selected ?? new Map()) as ReadonlyMap<string, Selected<Row>>
  })
  /** The stretch that Shift makes longer and shorter: where it began, where it ends now, and the rows that a click selected. */
  const stretch = useRef<{ readonly anchor: Anchor; readonly end: string; readonly taken?: readonly string[] } | null>(
    null,
  )
  const latest = useRef({ rows, readAll, selected })
  useLayoutEffect(() => {
    latest.current = { rows, readAll, selected }
  })

  // The rows that are held may have changed since they were selected, such as by a decision in the details.
  useLayoutEffect(() => {
    if (selected.size === 0 || rows === null) return
    const held = new Map([...rows.pages.values()].flat().map((row) => [row.id, row]))
    const isNewer = (row: Row) => selected.has(row.id) && selected.get(row.id)?.row !== row
    if (![...held.values()].some(isNewer)) return
    setSelected((now) => new Map([...now].map(([id, one]) => [id, { ...one, row: held.get(id) ?? one.row }])))
  }, [rows, selected])

  useEffect(() => {
    // A handed selection is the list's own from now on.
    if (handed?.place === place) handed = null
  }, [place])
  useEffect(
    () => () => {
      left = { place, selected: latest.current.selected }
    },
    [place],
  )

  const steps = useMemo(() => {
    const change = (next: ReadonlyMap<string, Selected<Row>>) => {
      latest.current = { ...latest.current, selected: next }
      setSelected(next)
      announce(words(next.size))
    }
    const tooMany = () => notifyInView(`You can select up to ${count(mostSelected)} at a time.`, 'yellow')
    /** Changes nothing where it would be too many. */
    const grow = (next: ReadonlyMap<string, Selected<Row>>): boolean => {
      const fits = next.size <= mostSelected
      if (fits) change(next)
      else tooMany()
      return fits
    }
    const at = (index: number): Selected<Row> | null => {
      const row = latest.current.rows?.rowAt(index)
      return row === undefined ? null : { index, row }
    }
    const placeOf = ({ id, index }: Anchor): Anchor => {
      const held = latest.current.rows?.indexOf(id) ?? -1
      return { id, index: held < 0 ? index : held }
    }
    const between = async (first: number, last: number): Promise<readonly Selected<Row>[]> => {
      const held = Array.from({ length: last - first + 1 }, (_, place) => at(first + place))
      const known = held.filter((one) => one !== null)
      if (known.length === held.length) return known
      const read = await latest.current.readAll(held.length, first)
      return read.map((row, place) => ({ index: first + place, row }))
    }
    const selectTo = async (index: number, start: number) => {
      const asked = latest.current.rows?.key
      const before = stretch.current
      const end = at(index)
      if (end === null) return
      const from = before === null ? start : placeOf(before.anchor).index
      const [low, high] = [Math.min(from, index), Math.max(from, index)]
      if (high - low >= mostSelected) return tooMany()
      try {
        const rows = await between(low, high)
        if (latest.current.rows?.key !== asked || stretch.current !== before) return
        const id = before?.anchor.id ?? rows[from - low]?.row.id
        if (id === undefined) return
        const next = new Map(latest.current.selected)
        for (const id of before?.taken ?? []) next.delete(id)
        const taken = rows.flatMap(({ row }) => (next.has(row.id) ? [] : [row.id]))
        for (const one of rows) next.set(one.row.id, one)
        if (grow(next)) stretch.current = { anchor: { id, index: from }, end: end.row.id, taken }
      } catch (error) {
        notifyError(error)
      }
    }
    const selectAll = async () => {
      const { rows, readAll } = latest.current
      if ((rows?.counts.total ?? 0) > mostSelected) {
        notifyInView(`You can select up to ${count(mostSelected)} at a time. Filter the list first.`, 'yellow')
        return
      }
      try {
        const all = await readAll(mostSelected)
        if (latest.current.rows?.key !== rows?.key) return
        stretch.current = null
        change(new Map(all.map((row, index) => [row.id, { index, row }])))
      } catch (error) {
        notifyError(error)
      }
    }
    return {
      selectAll: () => void selectAll(),
      selectTo: (index: number, start: number) => void selectTo(index, start),
      toggle: (index: number) => {
        const one = at(index)
        if (one === null) return
        const { id } = one.row
        const next = new Map(latest.current.selected)
        if (!next.delete(id)) next.set(id, one)
        if (grow(next)) stretch.current = { anchor: { id, index }, end: id }
      },
      extend: (from: number, to: number) => {
        const [start, end] = [at(from), at(to)]
        if (start === null || end === null) return
        const before = stretch.current
        const anchor = placeOf(before?.end === start.row.id ? before.anchor : { id: start.row.id, index: from })
        const isBack = Math.abs(to - anchor.index) < Math.abs(from - anchor.index)
        const next = new Map(latest.current.selected)
        if (isBack) next.delete(start.row.id)
        else next.set(start.row.id, start)
        next.set(end.row.id, end)
        if (grow(next)) stretch.current = { anchor, end: end.row.id }
      },
      select: (indexes: readonly number[], isMore: boolean) => {
        if (indexes.length > mostSelected) return tooMany()
        const next = new Map(isMore ? latest.current.selected : [])
        for (const one of indexes.map(at)) if (one !== null) next.set(one.row.id, one)
        if (grow(next)) stretch.current = null
      },
      clear: () => {
        stretch.current = null
        change(new Map())
      },
      remember: () => {
        const { selected } = latest.current
        return () => {
          if (latest.current.selected.size === 0 && selected.size > 0) change(selected)
        }
      },
      drop: (ids: readonly string[]) => {
        const next = new Map(latest.current.selected)
        for (const id of ids) next.delete(id)
        if (next.size === latest.current.selected.size) return
        stretch.current = null
        change(next)
      },
    }
  }, [])

  const chosen = useMemo(
    () => [...selected.values()].sort((one, other) => one.index - other.index).map(({ row }) => row),
    [selected],
  )
  return {
    size: selected.size,
    isSelected: (id) => selected.has(id),
    rows: chosen,
    ...steps,
  }
}
