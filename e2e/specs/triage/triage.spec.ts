// Triage by keyboard and by mouse. Its results stay on this computer, through a power cut, until the environment is
// forgotten, and never reach the service.
import type { Page } from '@playwright/test'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkReach } from '../../commands/check-reach'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { killEverything } from '../../commands/kill-everything'
import { openView } from '../../commands/open-view'
import { insightRow, waitForRows } from '../../commands/read-rows'
import { tableRows } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { searchInsights } from '../../commands/search-insights'
import { syncNow } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const region = (page: Page) => page.getByRole('region', { name: 'Triage' })
const title = (page: Page) => region(page).getByRole('heading', { level: 2 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const progress = (page: Page) => page.getByRole('status', { name: 'Progress' })
const badge = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Insights' })

/** Number of insights left, and their total. */
async function leftOf(page: Page): Promise<readonly [left: number, total: number]> {
  const [left = 0, total = 0] = [...(await progress(page).innerText()).matchAll(/\d+/g)].map(Number)
  return [left, total]
}

async function expectLeft(page: Page, left: number): Promise<void> {
  await expect.poll(() => leftOf(page).then(([now]) => now)).toBe(left)
}

/** Waits for the next insight, which has another title. */
async function nextTitle(page: Page, before: string): Promise<string> {
  await expect(title(page)).not.toHaveText(before)
  return title(page).innerText()
}

const undone = (page: Page, action: string) =>
  page.getByRole('main').locator('header').getByText(`Undone: ${action}`, { exact: true })

async function giveLabel(page: Page, label: string): Promise<void> {
  await page.keyboard.press('l')
  await expect(region(page).getByLabel('Labels').and(page.locator('input:focus'))).toBeVisible()
  await page.keyboard.type(label)
  await page.keyboard.press('Enter')
  await expect(region(page).getByText(label, { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(region(page)).toBeFocused()
}

async function showOnly(page: Page, state: string): Promise<void> {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Private' }).click()
  await page.getByRole('menuitemradio', { name: state }).click()
  await page.keyboard.press('Escape')
}

test('by keyboard: a long insight scrolls while triage has the focus', async ({ explored: app }) => {
  const { page } = app
  await resizeWindow(app, { width: 1024, height: 700 }, 2)
  await page.keyboard.press('t')
  await expect(region(page)).toBeFocused()
  await expect(title(page)).toBeInViewport()
  await page.keyboard.press('End')
  await expect(title(page)).not.toBeInViewport()
  await page.keyboard.press('Home')
  await expect(title(page)).toBeInViewport()
  await page.keyboard.press('Escape')
})

test('by keyboard: insights are reviewed, snoozed, noted and labelled; snoozes, notes and labels are undone', async ({
  explored: { page },
}) => {
  await page.keyboard.press('t')
  await expect(region(page)).toBeFocused()
  await expect(progress(page)).toHaveText(/^(\d+) of \1 left$/)
  const [total] = await leftOf(page)
  await expect(badge(page)).toHaveAccessibleDescription(`${total} to triage`)

  const first = await title(page).innerText()
  await page.keyboard.press('e')
  const second = await nextTitle(page, first)
  await expectLeft(page, total - 1)
  await expect(badge(page)).toHaveAccessibleDescription(`${total - 1} to triage`)

  await page.keyboard.press('h')
  await expect(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeFocused()
  await page.keyboard.press('Enter')
  const third = await nextTitle(page, second)
  await expectLeft(page, total - 2)

  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('Ask the wombat')
  // Undoes typing in the field, not triage.
  await page.keyboard.press('Control+z')
  await expect(title(page)).toHaveText(third)
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask the wombat')
  await page.keyboard.press('Escape')
  await expect(region(page)).toBeFocused()
  await giveLabel(page, 'Winter')

  await page.keyboard.press('k')
  await expect(title(page)).toHaveText(second)
  await page.keyboard.press('j')
  await expect(title(page)).toHaveText(third)
  await page.keyboard.press('Control+z')
  await expect(undone(page, `label “Winter” on “${third}”`)).toBeVisible()
  await expect(region(page).getByText('Winter', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(undone(page, `note on “${third}”`)).toBeVisible()
  await expect(region(page).getByRole('textbox', { name: 'Note' })).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(undone(page, `snoozed “${second}”`)).toBeVisible()
  await expect(title(page)).toHaveText(second)
  await expectLeft(page, total - 1)
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: 'Until its score or feedback changes' }).press('Enter')
  await expectLeft(page, total - 2)
  await expect(title(page)).toHaveText(third)
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('Ask the wombat')
  await page.keyboard.press('Escape')
  await expect(region(page)).toBeFocused()
  await giveLabel(page, 'Winter')

  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Insight details' })
  await expect(details).toBeFocused()
  const own = details.getByRole('region', { name: 'Only on this computer' })
  await expect(own.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask the wombat')
  await page.keyboard.press('t')
  await expect(region(page)).toBeFocused()
  // Undoes a step from before triage was left.
  await page.keyboard.press('Control+z')
  await expect(undone(page, `label “Winter” on “${third}”`)).toBeVisible()
  await expect(region(page).getByText('Winter', { exact: true })).toHaveCount(0)
  await giveLabel(page, 'Winter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible()
  await expect(insightRow(page, third)).toBeFocused()

  await showOnly(page, 'Reviewed')
  await expect(insightRow(page, first)).toContainText('Reviewed')
  await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText(/^1 of/)
  await button(page, 'Clear filters').click()
  await searchInsights(page, 'wombat winter')
  await expect(insightRow(page, third)).toContainText('Winter')
})

test('by mouse: triages a filtered list to its end, undoes a step, and returns to the list', async ({
  explored: { page },
}) => {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Bug', exact: true }).click()
  await searchInsights(page, 'battery')
  await button(page, 'Triage').click()
  await expect(progress(page)).toHaveText(/^(\d+) of \1 left, filtered$/)
  const [total] = await leftOf(page)
  expect(total).toBeGreaterThan(1)
  const first = await title(page).innerText()
  await button(page, 'Snooze…').click()
  await page.getByRole('menuitem', { name: 'Pick a date…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze until' })
  await dialog.getByLabel('Date').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog).toContainText('Choose a date after today.')
  await dialog.getByLabel('Date').fill('2999-01-01')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await nextTitle(page, first)
  for (let left = total - 1; left > 0; left -= 1) {
    await expectLeft(page, left)
    const before = await title(page).innerText()
    await button(page, 'Mark as reviewed').click()
    if (left > 1) await nextTitle(page, before)
  }
  await expect(title(page)).toHaveText('Nothing left to triage for “battery” with these filters')
  await expect(region(page)).toContainText('and snoozed 1.')
  await checkInBothSchemes(page, 'triage, nothing left with a search')
  await button(page, 'Undo').click()
  await expectLeft(page, 1)
  await button(page, 'Mark as reviewed').click()
  await button(page, 'Back to Insights').click()
  await showOnly(page, 'Snoozed')
  await insightRow(page, first).click()
  const own = page.getByRole('region', { name: 'Only on this computer' })
  await expect(own).toContainText('Snoozed until 1 Jan 2999')
  await own.getByRole('button', { name: 'End snooze' }).click()
  await expect(own.getByRole('button', { name: 'Snooze…' })).toBeFocused()
})

test('offers to mark an opportunity as seen once all its unseen insights were reviewed here', async ({
  sandbox: { page },
}) => {
  const search = (params: string) =>
    page.evaluate((hash) => {
      globalThis.location.hash = hash
    }, `#/insights/triage?${params}`)
  await openView(page, 'Opportunities')
  await tableRows(page, 'Opportunities').first().click()
  const details = page.getByRole('region', { name: 'Opportunity details' })
  const opportunity = await details.getByRole('heading', { level: 2 }).innerText()
  const hash = await page.evaluate(() => globalThis.location.hash)
  const id = hash.split(/[/?]/).at(2) ?? ''
  expect(id).not.toBe('')
  await search(`related=opportunity:${id}`)
  await expect(progress(page)).toHaveText(/^[1-9]\d* of /)
  const [total] = await leftOf(page)
  let shown = ''
  for (let left = total; left > 0; left -= 1) {
    await expectLeft(page, left)
    // A key acts on the shown insight, which may change after the count does.
    shown = await nextTitle(page, shown)
    await page.keyboard.press('e')
  }
  await expect(title(page)).toHaveText('Nothing left to triage with these filters')
  const offer = region(page).getByText(`You reviewed all unseen insights in ${opportunity}.`)
  await expect(offer).toBeVisible()
  await offer.locator('xpath=..').getByRole('button', { name: 'Mark all as seen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as seen' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(offer).toBeHidden()
})

test('triage survives a hard kill, stays on this computer, and is deleted with the environment', async ({
  startTroubled,
  start,
}) => {
  const world = await startTroubled()
  const { page, faulty, service } = world
  await page.keyboard.press('t')
  await expect(region(page)).toBeFocused()
  const first = await title(page).innerText()
  const [total] = await leftOf(page)
  await page.keyboard.press('e')
  await nextTitle(page, first)
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('Ask the wombat')
  await page.keyboard.press('Escape')
  const noted = await title(page).innerText()
  await expect(progress(page)).toHaveText(`${total - 1} of ${total} left`)
  await page.keyboard.press('Escape')
  await searchInsights(page, 'wombat')
  await expect(insightRow(page, noted)).toBeVisible()
  await syncNow(page)
  expect(faulty.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(JSON.stringify(faulty.requests)).not.toContain('wombat')
  await killEverything(world)

  const { page: again } = await start()
  await waitForRows(again)
  await expect(insightRow(again, noted)).toBeVisible()
  await again.keyboard.press('Escape')
  await expect(badge(again)).toHaveAccessibleDescription(`${total - 1} to triage`)

  await openView(again, 'Settings')
  await button(again, 'Forget this environment…').click()
  const dialog = again.getByRole('dialog', { name: /^Forget/ })
  await dialog.getByRole('textbox').fill('Staging')
  await dialog.getByRole('button', { name: 'Forget Staging' }).click()
  await expect(dialog).toBeHidden()
  await connectWorkspace(again, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  await expect(badge(again)).toHaveAccessibleDescription(`${total} to triage`)
  await searchInsights(again, 'wombat')
  await expect(insightRow(again, noted)).toBeHidden()
  expect(faulty.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('insights and triage lose nothing in a small window at 200%', async ({ explored: app }) => {
  const { page } = app
  const small = { width: 1024, height: 700 }
  await resizeWindow(app, small, 2)
  await checkReach(page, 'insights at 200%')
  await page.keyboard.press('t')
  await expect(title(page)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await checkReach(page, 'triage at 200%')
  await resizeWindow(app, small)
  await checkReach(page, 'triage')
})

test('says what was undone on a line of its own where it would be cut off after a few letters', async ({
  explored: app,
}) => {
  const { page } = app
  await resizeWindow(app, { width: 1200, height: 1000 }, 2)
  await page.keyboard.press('t')
  const first = await title(page).innerText()
  await page.keyboard.press('e')
  await nextTitle(page, first)
  await page.keyboard.press('Control+z')
  const said = undone(page, `marked “${first}” as reviewed`)
  await expect.poll(() => said.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(200)
})
