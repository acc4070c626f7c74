import { useEffect } from 'react'

/** After dialogs that give the focus back and views that take it (see use-focus-in-view.ts). */
const afterMs = 120

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

function ancestorsOf(element: Element): readonly Element[] {
  const { parentElement } = element
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)]
}

/** What stood nearest: a neighbour, or the innermost part around it that can have the focus; the view, if that is all. */
function nearest(around: readonly Element[]): HTMLElement | null {
  const view = document.querySelector('main')
  for (const part of around) {
    if (!part.isConnected) continue
    // A notice or a dialog stands beside the view; what all have in common begins with the way past the navigation.
    if (part.contains(view)) return view
    if (part instanceof HTMLElement && (part.tabIndex >= 0 || part.matches('section[tabindex="-1"]'))) return part
    // Only a neighbour: whatever else comes first in a larger part has nothing to do with what went.
    const neighbour = part === around[0] ? part.querySelector<HTMLElement>(focusable) : null
    if (neighbour !== null) return neighbour
  }
  return null
}

/**
 * A button that goes with what it did ("Clear filters", "Remove") would take the focus along, and the next Tab would begin
 * at the window's edge. Then the focus goes to what stood nearest. Once for the whole window.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: Element | null = null
    let around: readonly Element[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = () => document.activeElement === document.body && last?.isConnected === false

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body) return
      last = target
      around = ancestorsOf(target)
    }
    const look = () => {
      if (timer !== undefined || !isLost()) return
      timer = setTimeout(() => {
        timer = undefined
        if (isLost()) nearest(around)?.focus({ preventScroll: true })
      }, afterMs)
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true })
    document.addEventListener('focusin', remember)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
