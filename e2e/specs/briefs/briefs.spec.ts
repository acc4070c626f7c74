// An evidence brief of a record: copied to the clipboard, saved to files, and there again after closing it.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { answerDialogs } from '../../commands/answer-dialogs'
import { expectCopied } from '../../commands/expect-copied'
import { openView } from '../../commands/open-view'
import { expect, test } from '../../fixtures/test'
import { goToRows, openRow } from '../../walk/go'

const brief = (page: Page) => page.getByRole('region', { name: 'Evidence brief' })
const claim = (page: Page) => brief(page).getByRole('textbox', { name: 'Claim' })

/** The element with the focus: its place among the controls of dialogs (-1: it is none), and whether its middle is in sight. */
function focusedControl() {
  const focused = document.activeElement ?? document.body
  const { left, top, width, height } = focused.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return {
    place: [...document.querySelectorAll('[role="dialog"] :is(input, textarea, button, a, [tabindex])')].indexOf(
      focused,
    ),
    isInSight: focused.contains(there),
    html: focused.outerHTML.slice(0, 300),
  }
}

test('by keyboard and mouse: a brief is edited, copied, saved as Markdown and PDF, and kept after closing', async ({
  sandbox: { electron, page },
  profile,
}) => {
  await openView(page, 'Opportunities')
  await openRow(page, 'Opportunities', 'Opportunity details')
  const title = await page
    .getByRole('region', { name: 'Opportunity details' })
    .getByRole('heading', { level: 2 })
    .innerText()
  await page.keyboard.press('b')
  await expect(claim(page)).toHaveValue(title)
  await claim(page).fill('Riders plan by a range that is wrong')
  await brief(page).getByLabel('Why it matters').fill('They stop trusting the display.')
  await expectCopied(
    electron,
    () => page.getByRole('button', { name: 'Copy as Markdown' }).click(),
    /# Riders plan by a range that is wrong\n\nThey stop trusting the display\./,
  )
  const html = () => electron.evaluate(({ clipboard }) => (clipboard as unknown as { readHTML(): string }).readHTML())
  await expect(async () => {
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(html, { timeout: 5_000 }).toContain('Riders plan by a range that is wrong</h1>')
  }).toPass()

  const markdown = path.join(profile, 'brief.md')
  await answerDialogs(electron, { file: markdown })
  await page.getByRole('button', { name: 'Save as Markdown…' }).click()
  await expect.poll(() => readFile(markdown, 'utf8').catch(() => '')).toContain('## What customers say')
  const pdf = path.join(profile, 'brief.pdf')
  await answerDialogs(electron, { file: pdf })
  await page.getByRole('button', { name: 'Save as PDF…' }).click()
  await expect.poll(() => readFile(pdf, 'latin1').catch(() => '')).toMatch(/^%PDF-1/)

  await page.keyboard.press('Escape')
  await expect(brief(page)).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(claim(page)).toHaveValue('Riders plan by a range that is wrong')
  await expect(brief(page)).toContainText('The figures haven’t changed since')
  await page.keyboard.press('Escape')

  await goToRows(page, 'Insights')
  await page.keyboard.press('Control+a')
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Evidence brief' }).click()
  await expect(claim(page)).toHaveValue(/^\d+ insights$/)

  // The head of the dialog and its buttons cover nothing that has the focus.
  for (const key of ['Tab', 'Shift+Tab']) {
    const reached = new Set<number>()
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press(key)
      const { place, isInSight, html } = await page.evaluate(focusedControl)
      expect(place, html).toBeGreaterThanOrEqual(0)
      expect(isInSight, html).toBe(true)
      reached.add(place)
    }
    expect(reached.size).toBeGreaterThanOrEqual(5)
  }
})
