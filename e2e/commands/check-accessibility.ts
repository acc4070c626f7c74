import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Nothing on screen breaks a rule of WCAG 2.2 A and AA that a machine can check. `contrast` alone is for the same view in
 * other colours: no other rule looks at them.
 */
export async function checkAccessibility(page: Page, view: string, rules: 'all' | 'contrast' = 'all'): Promise<void> {
  // What is still fading in has another contrast than what a person reads a moment later.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // The legacy mode needs no second target, which Electron does not give.
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules === 'all'
    ? builder.withTags(levels)
    : builder.withRules(['color-contrast'])
  ).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  )
  expect.soft(found, view).toEqual([])
}
