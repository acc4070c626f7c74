import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on screen breaks a rule of WCAG 2.2 A and AA that a machine can check, contrast included. */
export async function checkAccessibility(page: Page, view: string): Promise<void> {
  // What is still fading in has another contrast than what a person reads a moment later.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // The legacy mode needs no second target, which Electron does not give.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(levels).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  )
  expect.soft(found, view).toEqual([])
}
