// The evidence map by mouse and by keyboard: navigation, filters, details beside it, and saving as a drawing.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { answerDialogs } from '../../commands/answer-dialogs'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkReach } from '../../commands/check-reach'
import { pressSequence } from '../../commands/press-sequence'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const cards = (page: Page, kind = '') => page.getByRole('treeitem', { name: kind })
const focused = (page: Page) => page.locator('[role="treeitem"]:focus')
const details = (page: Page, kind: string) => page.getByRole('region', { name: `${kind} details` })

/** Names of cards with a blank line, or with a title below the round button. */
const misdrawn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="treeitem"]')].flatMap((card) => {
      const [name, content, button] = card.children
      const words = content?.lastElementChild?.getBoundingClientRect()
      const isBlank = card.getBoundingClientRect().bottom - (words?.bottom ?? 0) > 16
      const isCovered = [...(content?.querySelectorAll('[data-kind] > span') ?? [])].some((line) => {
        const range = document.createRange()
        range.selectNodeContents(line)
        return range.getBoundingClientRect().right > (button?.getBoundingClientRect().left ?? Infinity)
      })
      return isBlank || isCovered ? [name?.textContent ?? ''] : []
    }),
  )

test('walks from a goal to its feedback, opens details beside the map, filters and exports', async ({
  sandbox,
  profile,
}) => {
  const { electron, page } = sandbox
  await page.getByRole('main').focus()
  await pressSequence(page, 'g', 'e')
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible()
  await expect(cards(page, 'Solution:').first()).toBeVisible()
  expect(await misdrawn(page)).toEqual([])

  await test.step('by keyboard', async () => {
    await page.getByRole('main').focus()
    await page.keyboard.press('j')
    await expect(focused(page)).toHaveAccessibleName(/^Goal: /)
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAccessibleName(/^Opportunity: .*Linked through \d+ shared insight/)
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAccessibleName(/^Solution: .*Linked through \d+ shared insight/)
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAccessibleName(/^Insight: /)
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAccessibleName(/^Feedback: /)
    await page.keyboard.press('ArrowLeft')
    await expect(focused(page)).toHaveAccessibleName(/^Insight: /)
    await page.keyboard.press('Enter')
    await expect(details(page, 'Insight')).toBeFocused()
    await expect(page.getByRole('treeitem', { selected: true })).toBeInViewport({ ratio: 0.95 })
    await page.keyboard.press('Escape')
    await expect(focused(page)).toHaveAccessibleName(/^Insight: /)
    await page.keyboard.press('b')
    await expect(page.getByRole('region', { name: 'Evidence brief' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Evidence brief' })).toHaveCount(0)
  })

  await test.step('by mouse', async () => {
    const goal = cards(page, 'Goal:').first()
    await goal.click()
    await expect(details(page, 'Goal')).toBeVisible()
    await page.getByRole('button', { name: 'Close details' }).click()
    await expect(goal).toHaveAttribute('aria-expanded', 'true')
    await goal.locator('[data-expanded]').click()
    await expect(goal).toHaveAttribute('aria-expanded', 'false')
    await goal.locator('span[aria-hidden]').last().click()
    await expect(cards(page, 'Opportunity:').first()).toBeVisible()
  })

  await test.step('filters', async () => {
    await page.getByRole('button', { name: /^Only gaps/ }).click()
    await expect(cards(page, 'Gap:').first()).toBeVisible()
    await checkInBothSchemes(page, 'gaps')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search map' })
    await expect(search).toBeFocused()
    await search.fill('zzzyx')
    await expect(page.getByRole('heading', { name: 'No matching records' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(cards(page, 'Goal:').first()).toBeVisible()
  })

  await test.step('exports', async () => {
    const save = async (format: string) => {
      const file = path.join(profile, `map.${format.toLowerCase()}`)
      await answerDialogs(electron, { file })
      await page.getByRole('button', { name: 'Export…' }).click()
      await page.getByRole('menuitem', { name: `Save as ${format}…` }).click()
      return file
    }
    const svg = await save('SVG')
    await expect.poll(() => readFile(svg, 'utf8').catch(() => '')).toContain('</svg>')
    const text = await readFile(svg, 'utf8')
    expect(text).toContain('shared insight')
    expect(text).not.toMatch(/href|url\(|var\(|<image|<script/)
    const png = await save('PNG')
    const size = async () => (await readFile(png).catch(() => Buffer.alloc(0))).length
    await expect.poll(size).toBeGreaterThan(10_000)
    expect((await readFile(png)).subarray(1, 4).toString()).toBe('PNG')
  })

  await resizeWindow(sandbox, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'map at twice the size')
})
