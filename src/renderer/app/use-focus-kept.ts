// Where the focus goes when its element is gone: otherwise the next Tab and the arrow keys would begin at the window's edge.
import { useEffect } from 'react'

/** Runs after the views and the library's dialogs, which know better where the focus belongs. */
export const afterMs = 30

const focusable =
  'a[href], summary, button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]:not([role="separator"])'
/** A part of a view that takes the focus as a whole, such as the details. */
const wholePart = 'section[tabindex="-1"]'
/** The active row of a list whose last row went. */
const activeRow = '[data-index][tabindex="0"]'
const overThePage = '[role="dialog"], [role="menu"]'

interface Place {
  readonly element: Element
  /** The parts around it, innermost first; kept here, as an element that is gone has no parents. */
  readonly around: readonly Element[]
  /** The dialog or menu that it is in; null: the page. */
  readonly layer: Element | null
}

function ancestorsOf(element: Element): readonly Element[] {
  const { parentElement } = element
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)]
}

/** The open details, or else the view: a link to a record leads the focus into its details. */
function wholeView(): HTMLElement | null {
  const view = document.querySelector('main')
  return view?.querySelector<HTMLElement>(wholePart) ?? view
}

/** The nearest place left: a neighbour, the innermost part around it that can have the focus, or else the view. */
function nearest(around: readonly Element[]): HTMLElement | null {
  const view = document.querySelector('main')
  for (const part of around) {
    if (!part.isConnected) continue
    // A notice or a dialog stands beside the view; the parent of both begins with the way past the navigation.
    if (part.contains(view)) return wholeView()
    if (part instanceof HTMLElement && (part.tabIndex >= 0 || part.matches(wholePart))) return part
    // Only a neighbour: the first element of a larger part has nothing to do with the one that went.
    const neighbour =
      part === around[0]
        ? (part.querySelector<HTMLElement>(wholePart) ??
          part.querySelector<HTMLElement>(activeRow) ??
          part.querySelector<HTMLElement>(focusable))
        : null
    if (neighbour !== null) return neighbour
  }
  return null
}

/**
 * A closing dialog gives the focus back to the element that had it before, also where another dialog made room for it. If
 * that element is gone, or a button goes with its effect ("Clear filters", "Remove"), the nearest place has it. Once for the
 * whole window.
 */
export function useFocusKept(): void {
  useEffect(() => {
    /** The last place in the page and in each layer over it; the latest at the end. */
    let places: readonly Place[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOpen = ({ layer }: Place) => layer?.isConnected !== false
    const isLost = () => document.activeElement === document.body && places.at(-1)?.element.isConnected === false

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body) return
      const layer = target.closest(overThePage)
      const others = places.filter((place) => isOpen(place) && place.layer !== layer)
      places = [...others, { element: target, around: ancestorsOf(target), layer }]
    }
    const restore = () => {
      timer = undefined
      if (!isLost()) return
      const { element, around } = places.findLast(isOpen) ?? { element: null, around: [document.body] }
      const place = element instanceof HTMLElement && element.isConnected ? element : nearest(around)
      place?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (timer === undefined && isLost()) timer = setTimeout(restore, afterMs)
    })
    observer.observe(document.body, { subtree: true, childList: true })
    document.addEventListener('focusin', remember)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}

/** For use before a key leads elsewhere: a link that was clicked earlier would stay outlined, like a second current view. */
export function focusView() {
  const view = document.querySelector('main')
  const focused = document.activeElement
  // An arriving view takes a lost focus, and hands it on to its details.
  if (focused !== document.body && !view?.contains(focused)) view?.focus({ preventScroll: true })
}

/** Focuses a view that arrived, unless a part of it has the focus. @param place tells one view of one workspace from another */
export function useFocusInView(place: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the view or of the workspace
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('body, main')) wholeView()?.focus({ preventScroll: true })
    }, afterMs)
    return () => clearTimeout(timer)
  }, [place])
}
