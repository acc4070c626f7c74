// The row that the keys act on. It is remembered by id, so that rows which come, go or change places under the person's hands
// do not carry the focus to another record. Another search or order begins at its first row, as the screen does, unless a
// record is open: then the keys stay with it. The screen stays where it is until the person moves.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { RecordRowsState } from './use-record-rows'

/** How many rows are searched for a record that changed places; beyond that, its neighbour takes over. */
const mostLookedThrough = 2000

type ActiveRowOptions<Row> = Pick<RecordRowsState<Row>, 'rows' | 'readAll'>

interface ActiveRow {
  readonly index: number
  /** null: any record in that place. */
  readonly id: string | null
  /** Id of the record that is about to leave the place: it is not followed. */
  readonly leftId?: string
  /** Id of the first record below that stays: it takes over, also if records above leave too. */
  readonly nextId?: string | undefined
  /** How far below it is. */
  readonly nextSteps?: number
}

export function useActiveRow<Row extends { readonly id: string }>(
  options: ActiveRowOptions<Row>,
): readonly [index: number, activate: (index: number) => void, leave: (ids: readonly string[]) => void] {
  const { rows, readAll } = options
  const isOpen = useParams().id !== undefined
  const [active, setActive] = useState<ActiveRow>({ index: 0, id: null })
  const answeredKey = useRef<string | null>(null)

  useEffect(() => {
    if (rows === null) return
    const isOtherSearch = answeredKey.current !== null && answeredKey.current !== rows.key
    answeredKey.current = rows.key
    const last = Math.max(0, rows.counts.total - 1)
    const { leftId, nextId } = active
    const leftPlace = leftId === undefined ? -1 : rows.indexOf(leftId)
    // Rows that come or go above both move both alike.
    const isStill = leftPlace >= 0 && nextId !== undefined && rows.indexOf(nextId) - leftPlace === active.nextSteps
    const hasLeft = leftId !== undefined && !isStill && leftPlace !== active.index
    const followed = isStill ? leftId : hasLeft ? nextId : active.id
    const found = followed == null ? -1 : rows.indexOf(followed)
    const index = isOtherSearch && !isOpen ? 0 : found >= 0 ? found : Math.min(active.index, last)
    // A row out of reach keeps its id; another record in that place takes over.
    const id = rows.rowAt(index)?.id ?? active.id
    if (index === active.index && (id === active.id || id === leftId)) return
    const isLost = found < 0 && active.id !== null && !isOtherSearch && !rows.isWhole
    // A key may have come between the rows and this effect: the person's move stays.
    const replace = (next: ActiveRow) => setActive((now) => (now === active ? next : now))
    if (!isLost) {
      replace(isStill && index === leftPlace ? { ...active, index } : { index, id })
      return
    }
    // It left the rows that are held: for another place in the list, or for good.
    let isStale = false
    const goOn = (place: number) => {
      if (isStale) return
      replace(place < 0 ? { index, id } : { index: place, id: active.id })
    }
    readAll(mostLookedThrough).then(
      (all) => goOn(all.findIndex((row) => row.id === active.id)),
      () => goOn(-1),
    )
    return () => {
      isStale = true
    }
  }, [rows, readAll, active, isOpen])

  const activate = useCallback((index: number) => setActive({ index, id: rows?.rowAt(index)?.id ?? null }), [rows])
  /** Call with the rows that are done with and about to change places: the next one takes over from the active one. */
  const leave = (ids: readonly string[]) => {
    if (isOpen) return
    const leaving = new Set(ids)
    setActive((now) => {
      if (now.id === null || !leaving.has(now.id)) return now
      let next = now.index + 1
      while (leaving.has(rows?.rowAt(next)?.id ?? '')) next += 1
      const nextSteps = next - now.index
      return { index: now.index, id: null, leftId: now.id, nextId: rows?.rowAt(next)?.id, nextSteps }
    })
  }
  return [active.index, activate, leave]
}
