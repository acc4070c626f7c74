import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export interface Looked {
  /** `contrast` alone is for a view in other colours, which no other rule checks. */
  readonly rules?: 'all' | 'contrast'
  /** Selector of a layer over a view that was checked by itself. */
  readonly within?: string
}

/**
 * Waits until nothing moves and all fonts are loaded. Fading elements have another contrast than a moment later. Endless
 * animations (a loader) are ignored.
 */
export async function waitForRest(page: Page): Promise<void> {
  // The page learns of a new colour scheme in the next frame, and has its colours in the one after.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/** Shows the page in these colours and waits until the document has them: only then do transitions begin. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Checks the screen against the rules of WCAG 2.2 A and AA that a machine can check. */
export async function checkAccessibility(page: Page, view: string, looked: Looked = {}): Promise<void> {
  const { rules = 'all', within } = looked
  await waitForRest(page)
  // Sends half a megabyte of rules to the page once, not with each check.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // The legacy mode needs no second target, which Electron does not provide.
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: '0' } : {}) })
    .setLegacyMode(true)
    // Preloading would fetch the style sheets for one rule only: whether a handheld can be turned.
    .options({ resultTypes: ['violations'], preload: false })
  if (within !== undefined) builder.include(within)
  const { violations } = await (rules === 'all'
    ? builder.withTags(levels)
    : builder.withRules(['color-contrast'])
  ).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  )
  expect.soft(found, view).toEqual([])
}

/** Checks the page in light and in dark, then restores its scheme. */
export async function checkInBothSchemes(page: Page, view: string, looked: Looked = {}): Promise<void> {
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await showIn(page, 'dark')
  await checkAccessibility(page, `${view}, dark`, { ...looked, rules: 'contrast' })
  await showIn(page, 'light')
  await checkAccessibility(page, `${view}, light`, looked)
  if (wasDark) await showIn(page, 'dark')
}
