// Finds layout defects: a view wider than the window, words outside the window, or controls that cannot be reached.
import { setTimeout as wait } from 'node:timers/promises'
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
  return { tooWide: document.documentElement.scrollWidth - innerWidth, outside, unreachable }
}

/** Pauses in which a layer may find its place in a resized window. */
const pausesMs = [0, 100, 300, 1_000, 3_000, 10_000]

export async function checkReach(page: Page, name: string): Promise<void> {
  let lost: Lost | null = null
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await wait(pauseMs)
    lost = await page.evaluate(findLost)
    if (lost.tooWide <= 0 && lost.outside.length === 0 && lost.unreachable.length === 0) return
  }
  expect.soft(lost, name).toEqual({ tooWide: 0, outside: [], unreachable: [] })
}
