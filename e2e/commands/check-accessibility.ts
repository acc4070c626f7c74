import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export interface Looked {
  /** `contrast` alone is for the same thing in other colours: no other rule looks at them. */
  readonly rules?: 'all' | 'contrast'
  /** What opened over a view that was looked at by itself. */
  readonly within?: string
}

/**
 * Once nothing moves any more and all letters are there. What is still fading in has another contrast than what a person reads a moment later;
 * what turns for ever (a loader) is let turn.
 */
export async function waitForRest(page: Page): Promise<void> {
  // The page hears of another colour scheme with the next frame, and is in other colours with the one after.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/** Shows the page in these colours, and waits until they are on the document: only then do their transitions begin. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Nothing on screen breaks a rule of WCAG 2.2 A and AA that a machine can check. */
export async function checkAccessibility(page: Page, view: string, looked: Looked = {}): Promise<void> {
  const { rules = 'all', within } = looked
  await waitForRest(page)
  // Half a megabyte of rules goes to the page once, not with each look.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // The legacy mode needs no second target, which Electron does not give.
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: '0' } : {}) })
    .setLegacyMode(true)
    // What it would load beforehand are the style sheets, for one rule: whether a handheld can be turned.
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

/** The same in light and in dark. What the page was shown in before, it is shown in afterwards. */
export async function checkInBothSchemes(page: Page, view: string, looked: Looked = {}): Promise<void> {
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await showIn(page, 'dark')
  await checkAccessibility(page, `${view}, dark`, { ...looked, rules: 'contrast' })
  await showIn(page, 'light')
  await checkAccessibility(page, `${view}, light`, looked)
  if (wasDark) await showIn(page, 'dark')
}
