// Room and reach: the rows that fit in a window, the Tab stops before them, and the size of targets.
import type { Page } from '@playwright/test'
import { checkTargets } from '../../commands/check-targets'
import { exploreSandbox } from '../../commands/explore-sandbox'
import { openView } from '../../commands/open-view'
import { pressSequence } from '../../commands/press-sequence'
import { rowAt, rowCount } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'
import { putBannerAway } from '../../walk/go'

/** Number of whole rows in view. */
const rowsInSight = (page: Page) =>
  page.locator('main tbody tr').evaluateAll((rows) => {
    const heads = document.querySelector('main thead')?.getBoundingClientRect().bottom ?? 0
    return rows
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= heads - 1 && bottom <= innerHeight + 1).length
  })

/** Number of rows that the window has room for, headings included, however many there are. */
const roomForRows = (page: Page) =>
  page.locator('main tbody tr').evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect())
    const top = Math.min(innerHeight, ...boxes.map((box) => box.top))
    return Math.floor((innerHeight - top + 1) / Math.min(...boxes.map((box) => box.height)))
  })

const sidewaysScrolling = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
      .map(({ className }) => String(className)),
  )

/** Elements that move although the system asks for less motion. */
const whatMoves = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((each) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(each)
      const durations = `${transitionDuration}, ${animationName === 'none' ? '0s' : animationDuration}`.split(', ')
      // Ten milliseconds count as none: they provide an end to wait for.
      return durations.every((text) => Number.parseFloat(text) <= 0.01) ? [] : [`${each.className}: ${durations}`]
    }),
  )

/** Distances from the top of a row to its title's letters, rounded to half pixels: one value if no title is off. */
const titleTops = (page: Page) =>
  page.locator('main tbody tr').evaluateAll((rows) => {
    const tops = rows.flatMap((row) => {
      const title = row.querySelector('[class*=titleText], [class*=masked]')
      const letters = title && document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode()
      if (!letters) return []
      const range = document.createRange()
      range.selectNodeContents(letters)
      return [Math.round((range.getBoundingClientRect().top - row.getBoundingClientRect().top) * 2) / 2]
    })
    return [...new Set(tops)]
  })

/** Whether no notice covers the row with the focus; neither true nor false without a row or a notice. */
const isFocusUncovered = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('main tbody tr')?.getBoundingClientRect()
    const notices = [...document.querySelectorAll('.mantine-Notification-root')].map((each) =>
      each.getBoundingClientRect(),
    )
    if (!row || notices.length === 0) return 'nothing to compare'
    return notices.every(
      ({ left, right, top, bottom }) =>
        right <= row.left || left >= row.right || bottom <= row.top || top >= row.bottom,
    )
  })

const selectedText = (page: Page) => page.evaluate(() => String(getSelection()))

async function tabsToRow(page: Page): Promise<number> {
  await page.locator('main').focus()
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-index'))) return stops
  }
  return 30
}

async function runCommand(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(command)
  await page.getByRole('option', { name: command }).click()
}

const expectSoon = expect.configure({ soft: true })

const lists = ['Insights', 'Opportunities', 'Goals', 'Solutions', 'Feedback', 'Knowledge']

test('rows are at most 3 Tab stops away, 8 fit in a small window at 200%, and targets are large enough', async ({
  start,
}) => {
  const app = await start()
  const { page } = app
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await exploreSandbox(page)
  await putBannerAway(page)

  for (const view of lists) {
    await openView(page, view)
    await rowAt(page, view, 1).waitFor()
    expect(await tabsToRow(page), `Tab stops before the rows of ${view}`).toBeLessThanOrEqual(3)
    await checkTargets(page, view)
    await resizeWindow(app, { width: 1024, height: 700 }, 2)
    const rows = Math.min(8, await rowCount(page, view))
    await expectSoon.poll(() => rowsInSight(page), `rows of ${view} at 200%`).toBeGreaterThanOrEqual(rows)
    expect.soft(await sidewaysScrolling(page), `${view} at 200%`).toEqual([])
    await resizeWindow(app, { width: 1440, height: 900 })
  }

  await test.step('duplicates side by side fit into a small window at 200%', async () => {
    await openView(page, 'Duplicates')
    await expect(page.getByRole('region', { name: 'Comparison' }).getByRole('row', { name: /^Quotes/ })).toBeVisible()
    await resizeWindow(app, { width: 1024, height: 700 }, 2)
    await expectSoon.poll(() => sidewaysScrolling(page), 'Duplicates at 200%').toEqual([])
    await resizeWindow(app, { width: 1440, height: 900 })
  })

  await test.step('Settings have no small target, Ctrl+A selects no text, and a text selection ends with its view', async () => {
    await openView(page, 'Settings')
    await expect(page.getByRole('button', { name: 'Run connection doctor' })).toBeVisible()
    await checkTargets(page, 'Settings')
    await page.getByRole('main').focus()
    await page.keyboard.press('ControlOrMeta+a')
    expect.soft(await selectedText(page), 'after Ctrl A in Settings').toBe('')
    await page.getByRole('banner').evaluate((header) => getSelection()?.selectAllChildren(header))
    expect(await selectedText(page)).toContain('Juniper Bikes')
    // Uses keys, as a click would clear the selection by itself.
    await pressSequence(page, 'g', 'i')
    await rowAt(page, 'Insights', 1).waitFor()
    expect.soft(await selectedText(page), 'in the next view').toBe('')
  })

  await test.step('the arrow keys move between the buttons, and a second link skips to the rows', async () => {
    await openView(page, 'Insights')
    await page.getByRole('button', { name: 'Triage', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'New insight', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Skip to list' }).focus()
    await page.keyboard.press('Enter')
    await expect(rowAt(page, 'Insights', 1)).toBeFocused()
  })

  await test.step('at 1024 pixels with details open, the score column stays and the date column goes', async () => {
    await resizeWindow(app, { width: 1024, height: 700 })
    await rowAt(page, 'Insights', 1).click()
    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await expect(heading('Updated')).toHaveCount(0)
    await expect(heading('Score')).toBeVisible()
    const words = page.getByRole('region', { name: 'Feedback' }).locator('blockquote').first()
    await expect(page.getByRole('button', { name: 'Mark as reviewed' })).toBeInViewport()
    await checkTargets(page, 'details')
    expect.soft(await whatMoves(page), 'details').toEqual([])
    await words.evaluate((each) => each.closest('[class*=scroller]')?.scrollTo(0, 400))
    await expect(page.getByRole('button', { name: 'Mark as reviewed' })).toBeInViewport()
    await page.keyboard.press('Escape')
  })

  await test.step('a dialog has no small target', async () => {
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'New insight' }).getByLabel('Title')).toBeVisible()
    await checkTargets(page, 'a dialog')
    expect.soft(await whatMoves(page), 'a dialog').toEqual([])
  })

  await test.step('feedback is offered below its field, with the highlighted piece in sight', async () => {
    const field = page.getByRole('dialog', { name: 'New insight' }).getByRole('combobox', { name: 'Feedback' })
    await field.fill('alarm')
    const offers = page.getByRole('option', { name: /alarm/i })
    await expect(offers.nth(3)).toBeAttached()
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowDown')
    await expect(offers.nth(3)).toHaveAttribute('data-combobox-selected')
    await expect(offers.nth(3)).toBeInViewport({ ratio: 0.99 })
    const { y, height } = (await field.boundingBox()) ?? { y: Number.NaN, height: 0 }
    expect((await offers.nth(3).boundingBox())?.y).toBeGreaterThan(y + height)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a notice does not cover the last row, neither when it appears nor when the focus moves there', async () => {
    const last = rowAt(page, 'Insights', await rowCount(page, 'Insights'))
    await rowAt(page, 'Insights', 1).focus()
    await page.keyboard.press('End')
    await expect(last).toBeFocused()
    // A row accepts actions once it has been read.
    await expect(last).toContainText(/\w/)
    await page.keyboard.press('e')
    const notice = page.locator('.mantine-Notification-root')
    await expect(notice).toBeVisible()
    // It stays under the pointer.
    await notice.hover()
    expect.soft(await whatMoves(page), 'a notice').toEqual([])
    await expectSoon.poll(() => isFocusUncovered(page), 'a notice comes').toBe(true)
    await page.keyboard.press('Home')
    await expect(rowAt(page, 'Insights', 1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(last).toBeFocused()
    await expectSoon.poll(() => isFocusUncovered(page), 'one goes there').toBe(true)
    await page.mouse.move(0, 0)
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('Home')
    await expect(rowAt(page, 'Insights', 1)).toBeFocused()
  })

  await test.step('at 200% eight rows fit, nothing scrolls sideways, and details replace the list', async () => {
    await resizeWindow(app, { width: 1024, height: 700 }, 2)
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(8)
    expect(await sidewaysScrolling(page)).toEqual([])
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'General feedback', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await rowAt(page, 'Insights', 2).click()
    const details = page.getByRole('region', { name: 'Insight details' })
    await expect(details).toBeVisible()
    expect(await details.evaluate((each) => each.getBoundingClientRect().width)).toBeGreaterThan(400)
    expect(await sidewaysScrolling(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(rowAt(page, 'Insights', 2)).toBeFocused()
    await page.keyboard.press('t')
    const triage = page.getByRole('region', { name: 'Triage' })
    await expect(triage.getByRole('heading', { level: 2 })).toBeVisible()
    await checkTargets(page, 'triage')
    await page.keyboard.press('e')
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Label…' })).toBeInViewport()
    expect(await sidewaysScrolling(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('at 200% keys that lead to covered rows lead to the details', async () => {
    await rowAt(page, 'Insights', 2).click()
    const details = page.getByRole('region', { name: 'Insight details' })
    await expect(details).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Search insights' })
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('range')
    await page.keyboard.press('Enter')
    await expect(details).toBeFocused()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(details).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)

    await pressSequence(page, 'g', 'p')
    await rowAt(page, 'Ranking', 2).click()
    const note = page.getByRole('textbox', { name: 'Decision note' })
    await note.click()
    await expect(note).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Opportunity details' })).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await test.step('comfortable titles are at the same height, hidden or not', async () => {
    await resizeWindow(app, { width: 1440, height: 900 })
    await openView(page, 'Opportunities')
    await expect(page.locator('main tbody').getByRole('button', { name: 'Reveal' }).first()).toBeVisible()
    expect.soft(await titleTops(page)).toHaveLength(1)
    await openView(page, 'Insights')
  })

  await test.step('25 compact rows fit in a window 900 pixels high', async () => {
    await runCommand(page, 'Compact density')
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(25)
  })

  await test.step('compact titles are at the same height: hovered, revealed, selected, with and without a summary', async () => {
    await openView(page, 'Opportunities')
    const hidden = page.locator('main tbody tr').filter({ has: page.getByRole('button', { name: 'Reveal' }) })
    await expect(hidden.first()).toBeVisible()
    const tops = await titleTops(page)
    expect.soft(tops, 'of all rows').toHaveLength(1)
    const count = await hidden.count()
    await hidden.first().hover()
    expect.soft(await titleTops(page), 'hovered').toEqual(tops)
    await hidden.first().getByRole('button', { name: 'Reveal' }).click()
    await expect(hidden).toHaveCount(count - 1)
    expect.soft(await titleTops(page), 'revealed').toEqual(tops)
    await rowAt(page, 'Opportunities', 2).focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
    expect.soft(await titleTops(page), 'selected').toEqual(tops)
    await page.keyboard.press('Escape')
    const summary = rowAt(page, 'Opportunities', 2).locator('[class*=summary]')
    await summary.evaluate((each) => each.replaceChildren())
    expect.soft(await titleTops(page), 'without a summary').toEqual(tops)
    await openView(page, 'Insights')
  })

  await test.step('dragging the edge widens the details of one view, and a double click resets the width', async () => {
    await rowAt(page, 'Insights', 1).click()
    const edge = page.getByRole('separator', { name: 'Width of the details' })
    await expect(edge).toHaveAttribute('aria-valuenow', '420')
    const dragWider = async () => {
      const { x, y } = (await edge.boundingBox()) ?? { x: 0, y: 0 }
      await page.mouse.move(x + 4, y + 200)
      await page.mouse.down()
      await page.mouse.move(x - 96, y + 200, { steps: 4 })
      await page.mouse.up()
      await expect(edge).toHaveAttribute('aria-valuenow', '520')
    }
    await dragWider()
    // Each view has its own width.
    await openView(page, 'Goals')
    await rowAt(page, 'Goals', 1).click()
    await expect(edge).toHaveAttribute('aria-valuenow', '420')
    await openView(page, 'Insights')
    await expect(edge).toHaveAttribute('aria-valuenow', '520')
    await edge.dblclick()
    await expect(edge).toHaveAttribute('aria-valuenow', '420')
    expect(await selectedText(page), 'after the double click').toBe('')
    // Selected text isn't dragged instead of the edge.
    await page.getByRole('main').evaluate((main) => getSelection()?.selectAllChildren(main))
    await dragWider()
    await edge.dblclick()
    await expect(edge).toHaveAttribute('aria-valuenow', '420')
  })

  await test.step('rows of Prioritise, Activity and What changed are large enough, and 8 fit at 200%', async () => {
    await runCommand(page, 'Comfortable density')
    await openView(page, 'Prioritise')
    await rowAt(page, 'Ranking', 1).click()
    // Gives Activity a row.
    await page.getByRole('region', { name: 'Opportunity details' }).getByText('Later', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Later 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Close details' }).click()
    await openView(page, 'What changed')
    await page.getByRole('button', { name: 'Let a week pass in the sandbox' }).click()
    for (const [view, table] of [
      ['What changed', 'What changed'],
      ['Prioritise', 'Ranking'],
      ['Activity', 'Activity'],
    ] as const) {
      await openView(page, view)
      await rowAt(page, table, 1).waitFor()
      await checkTargets(page, view)
      await resizeWindow(app, { width: 1024, height: 700 }, 2)
      await expectSoon.poll(() => roomForRows(page), `rows of ${view} at 200%`).toBeGreaterThanOrEqual(8)
      expect.soft(await sidewaysScrolling(page), `${view} at 200%`).toEqual([])
      await resizeWindow(app, { width: 1440, height: 900 })
    }
  })
})
