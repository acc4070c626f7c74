import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Home and End lead to the first and the last row also while the focus is on the view itself, where it is when one has just
 * come to it. A row that has the focus hears them by itself.
 */
export function useEndsFromView(rows: RefObject<HTMLElement | null>, goTo: (end: 'first' | 'last') => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const end = ({ Home: 'first', End: 'last' } as const)[event.key]
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    if (end === undefined || !isPlain || event.target !== event.currentTarget) return
    event.preventDefault()
    goTo(end)
  })
  useEffect(() => {
    const view = rows.current?.closest('main')
    if (!view) return
    const listener = (event: KeyboardEvent) => hear(event)
    view.addEventListener('keydown', listener)
    return () => view.removeEventListener('keydown', listener)
  }, [rows])
}
