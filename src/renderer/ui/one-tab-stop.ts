// Buttons that belong together take one Tab stop, so that the rows of a list are near; the left and right arrows, Home and
// End go from one to the next, as in the pattern of toolbars. The elements keep the current stop, as they are rendered in
// many places.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

const allOf = 'button, a[href], input[type="radio"]:checked'

function itemsOf(container: HTMLElement, selector: string): readonly HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(selector)].filter((item) => item.checkVisibility())
}

const steps: Readonly<Record<string, (place: number, length: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, length) => length - 1,
}

/** The arrows choose among radio buttons first, and leave a group at its ends. */
function staysInGroup(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return false
  const group = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
    ({ name }) => name === target.name,
  )
  const place = group.indexOf(target)
  return key === 'ArrowRight' ? place < group.length - 1 : key === 'ArrowLeft' && place > 0
}

/**
 * @param selector matches the items that belong together, if not all in the container do
 * @param first matches the items that Tab reaches before one had the focus; otherwise the first of all
 */
export function useOneTabStop(container: RefObject<HTMLElement | null>, selector: string = allOf, first = '*') {
  const current = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const element = container.current
    if (element === null) return
    let frame = 0
    const settle = () => {
      cancelAnimationFrame(frame)
      frame = 0
      const items = itemsOf(element, selector)
      if (current.current !== null && !items.includes(current.current)) current.current = null
      const reached = current.current ?? items.find((item) => item.matches(first)) ?? items[0]
      for (const item of items) {
        const tabIndex = item === reached ? 0 : -1
        if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex
      }
    }
    settle()
    // In the next frame, which computes styles anyway. After each mutation they would be computed once more.
    const settleSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(settle)
    }
    // Tab uses the current items, so it does not wait for the frame.
    const settleForTab = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Tab' && frame !== 0) settle()
    }
    const observer = new MutationObserver(settleSoon)
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['tabindex'] })
    window.addEventListener('resize', settleSoon)
    window.addEventListener('keydown', settleForTab, true)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('resize', settleSoon)
      window.removeEventListener('keydown', settleForTab, true)
    }
  }, [container, selector, first])

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const items = itemsOf(currentTarget, selector)
      if (!items.includes(target)) return
      current.current = target
      for (const item of items) item.tabIndex = item === target ? 0 : -1
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key]
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (staysInGroup(event.target, event.key)) return
      const items = itemsOf(event.currentTarget, selector)
      const place = items.indexOf(event.target as HTMLElement)
      const next = place < 0 ? undefined : items[step(place, items.length)]
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    },
  }
}
