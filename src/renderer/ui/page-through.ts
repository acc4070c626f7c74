import { clamp } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'

const pages: Readonly<Record<string, number>> = { PageDown: 1, ' ': 1, PageUp: -1, Home: -Infinity, End: Infinity }

/**
 * Pages through the scroller of a part that has the focus as a whole: the browser scrolls only around the focus, and the
 * scroller is within the part or beside it.
 */
export function pageThrough(event: KeyboardEvent<HTMLElement>, scroller: Element | null): void {
  const by = pages[event.key]
  if (by === undefined || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  if (scroller === null) return
  event.preventDefault()
  const isBack = event.key === ' ' && event.shiftKey
  const steps = scroller.clientHeight * 0.9 * (isBack ? -by : by)
  scroller.scrollTop = clamp(scroller.scrollTop + steps, 0, scroller.scrollHeight)
}

/** What a view without rows scrolls within. */
export const scrollerIn = (part: Element) => part.querySelector('[data-scroller]')
