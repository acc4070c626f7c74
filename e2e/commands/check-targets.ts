import { expect, type Page } from '@playwright/test'

/**
 * Checks that no target is below 24 CSS pixels either way. A checkbox counts with its label, and a button that covers its
 * card as the card. The steps of a number field may be smaller, as its arrow keys do the same.
 */
export async function checkTargets(page: Page, name: string): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input[type="checkbox"], select')]
      .filter((each) => each.checkVisibility() && !each.matches('[aria-hidden="true"]'))
      .flatMap((each) => {
        const cover = getComputedStyle(each, '::after')
        const isCover = cover.position === 'absolute' && cover.inset === '0px'
        const parts = [
          each,
          ...(each instanceof HTMLInputElement ? (each.labels ?? []) : []),
          ...(isCover && each.parentElement ? [each.parentElement] : []),
        ]
        const boxes = parts.map((part) => part.getBoundingClientRect())
        const width = Math.max(...boxes.map((box) => box.width))
        const height = Math.max(...boxes.map((box) => box.height))
        const isInText = each.tagName === 'A' && getComputedStyle(each).display === 'inline'
        const isSmall = width > 0 && (width < 23.9 || height < 23.9)
        return isSmall && !isInText ? [`${each.getAttribute('aria-label') ?? each.textContent} ${width}×${height}`] : []
      }),
  )
  expect.soft(small, `${name}: what is too small to press`).toEqual([])
}
