import type { Page } from '@playwright/test'

/** A text on screen and its parts: it is covered as a whole, or in each part. */
export interface ShownText {
  readonly whole: string
  readonly parts: readonly ShownText[]
}

/** Collects the texts that a person can read or hear now, except verbatim files and JSON (`pre`, `code`) and typed text. */
export function collectWords(page: Page): Promise<readonly ShownText[]> {
  return page.evaluate(() => {
    const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && plain(node.textContent) !== ''
    const named = [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
    ]
    const namesOf = (element: Element): ShownText[] =>
      named
        .map((name) => plain(element.getAttribute(name)))
        .filter((text) => text !== '')
        .map((whole) => ({ whole, parts: [] }))
    const textsOf = (element: Element): ShownText[] => {
      if (element.matches('script, style, pre, code, textarea, kbd') || !element.checkVisibility()) return []
      const names = namesOf(element)
      const nodes = [...element.childNodes]
      const below = nodes.flatMap((node) => (node instanceof Element ? textsOf(node) : []))
      // One text whose words are marked separately.
      const isInPieces =
        element.childElementCount > 1 && [...element.children].every((each) => each.matches('span:not([class]), mark'))
      const hasText =
        isInPieces || nodes.some((node) => isText(node) || (node instanceof Element && node.matches('mark')))
      if (!hasText) return [...names, ...below]
      // A title split into lines has no blanks between them.
      const isInLines = isInPieces && [...element.children].every((each) => getComputedStyle(each).display === 'block')
      const runs: string[] = []
      let isNew = true
      for (const node of nodes) {
        if (node.nodeType === Node.COMMENT_NODE) continue
        if (node.nodeType !== Node.TEXT_NODE) isNew = true
        else if (isNew) {
          runs.push(node.textContent ?? '')
          isNew = false
        } else runs[runs.length - 1] += node.textContent ?? ''
      }
      const own = runs
        .map(plain)
        .filter((text) => text !== '')
        .map((whole) => ({ whole, parts: [] }))
      return [
        ...names,
        {
          whole: plain(isInLines ? nodes.map((node) => node.textContent).join(' ') : element.textContent),
          parts: below.length === 0 ? [] : [...own, ...below],
        },
        // A text covered as a whole is not searched for names.
        ...[...element.querySelectorAll('*')].filter((each) => each.checkVisibility()).flatMap(namesOf),
      ]
    }
    return textsOf(document.body)
  })
}
