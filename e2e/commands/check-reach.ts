// Finds layout defects: a view wider than the window, words outside the window, or controls that cannot be reached.
import { expect, type Page } from '@playwright/test'

interface Lost {
  /** Pixels by which the page is wider than the window. */
  readonly tooWide: number
  /** Words that extend beyond the window where nothing scrolls them into view. */
  readonly outside: readonly string[]
  /** Names of controls that stay covered or out of sight when scrolled to. */
  readonly unreachable: readonly string[]
}

function findLost(): Lost {
  const isCut = (element: Element | null): boolean => {
    if (element === null) return false
    const { overflowX, overflowY } = getComputedStyle(element)
    return [overflowX, overflowY].some((overflow) => overflow !== 'visible') || isCut(element.parentElement)
  }
  const outside: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    if (text === '' || !node.parentElement?.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, width } = range.getBoundingClientRect()
    const isOutside = width > 0 && (left < -1 || right > innerWidth + 1)
    if (isOutside && !isCut(node.parentElement)) outside.push(text.slice(0, 60))
  }

  // A notice or a list of choices may cover a control, as it can be dismissed. An open dialog blocks all else.
  const opened = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter((each) =>
    each.checkVisibility(),
  )
  const scrolled = [...document.querySelectorAll('*')]
    .filter((each) => each.scrollTop !== 0 || each.scrollLeft !== 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }))
  const usable = 'a[href], button, input, select, textarea, [role="option"], [role="menuitem"]'
  const unreachable: string[] = []
  for (const element of (opened.at(-1) ?? document).querySelectorAll(usable)) {
    // Skip links become visible when they have the focus.
    if (!element.checkVisibility() || element.closest('[aria-hidden="true"], [inert]')) continue
    if (element.textContent?.startsWith('Skip to ')) continue
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    const isIt =
      there !== null && (element.contains(there) || there.contains(element) || there.closest('label') !== null)
    if (there?.closest('.mantine-Notifications-root, [role="listbox"]')) continue
    // The page itself, which contains everything, does not count.
    if (!isIt || there === document.body || there === document.documentElement) {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      unreachable.push(`${element.tagName.toLowerCase()} ${name.trim().slice(0, 60)}`)
    }
  }
  for (const element of document.querySelectorAll('*')) {
    if (element.scrollTop !== 0) element.scrollTop = 0
    if (element.scrollLeft !== 0) element.scrollLeft = 0
  }
  for (const { element, top, left } of scrolled) element.scrollTo(left, top)
  return { tooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth), outside, unreachable }
}

const softly = expect.configure({ soft: true })

/** Polled: in a resized window, a layer may take a moment to find its place. */
export async function checkReach(page: Page, name: string): Promise<void> {
  const nothing: Lost = { tooWide: 0, outside: [], unreachable: [] }
  await softly.poll(() => page.evaluate(findLost), name).toEqual(nothing)
}
