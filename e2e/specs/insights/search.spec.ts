import { callBridge } from '../../commands/call-bridge'
import { countRows, insightRows, insightsTable, readRows, waitForRows } from '../../commands/read-rows'
import { insightSearch, searchInsights } from '../../commands/search-insights'
import { expect, test } from '../../fixtures/test'

const titles = async (page: Parameters<typeof readRows>[0]) => (await readRows(page)).map(({ cells }) => cells.Title)

test('the list filters as the person types, by the beginnings of words and regardless of case', async ({ reading }) => {
  const { page } = reading
  const all = await countRows(page)
  const found = page.getByRole('status', { name: 'Number of insights' })
  await expect(found).toHaveText(`${all} insights`)

  // Types key by key, as the list has to keep up with a person.
  await insightSearch(page).pressSequentially('rang')
  // Fewer rows may answer the first letters only. Enter goes to the rows once they answer the last one.
  await page.keyboard.press('Enter')
  await expect(insightRows(page).first()).toBeFocused()
  const lower = await titles(page)
  expect(lower.length).toBeGreaterThan(2)
  expect(lower.filter((title) => /range/i.test(title ?? '')).length).toBeGreaterThan(0)
  await expect(found).toHaveText(new RegExp(`^${await countRows(page)} of ${all} insights$`))

  await searchInsights(page, 'RANG')
  await expect.poll(() => titles(page)).toEqual(lower)

  const broad = await countRows(page)
  await searchInsights(page, 'rang')
  await insightSearch(page).pressSequentially(' climb')
  await expect
    .poll(() => titles(page))
    .toEqual([expect.stringContaining('Range drops from 41 km to 12 km within one climb')])
  expect(await countRows(page)).toBeLessThan(broad)
})

test('characters and keywords of a database’s query syntax cause no error', async ({ reading }) => {
  const { page } = reading
  const all = await countRows(page)
  for (const text of ['"', '*', '(', '"*(', 'range OR', 'NEAR(', "'; --", '^', 'title:range', '-', 'a AND NOT']) {
    await searchInsights(page, text)
    await expect(insightSearch(page)).toHaveValue(text)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await insightSearch(page).fill('')
  await expect.poll(() => countRows(page)).toBe(all)
  await searchInsights(page, '"range"')
  await expect.poll(() => titles(page)).not.toHaveLength(0)
})

test('a search without a match says so, and Clear search brings the rows back', async ({ reading }) => {
  const { page } = reading
  await searchInsights(page, 'zzzyx')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(insightRows(page)).toHaveCount(0)
  await main.getByRole('button', { name: 'Clear search' }).last().click()
  await waitForRows(page)
  // The button is gone after its click, but the focus is not.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expect(insightSearch(page)).toHaveValue('')
})

test('a search corrects typos, highlights matches, and understands exclusion, “or” and quotes', async ({ reading }) => {
  const { page } = reading
  const box = insightSearch(page)
  const marks = () => insightsTable(page).locator('mark').allTextContents()
  const searchedFor = page.getByRole('status', { name: 'Searched for' })

  await searchInsights(page, 'batery')
  await expect(searchedFor).toContainText('Showing results for battery.')
  await expect.poll(async () => new Set((await marks()).map((text) => text.toLowerCase()))).toContain('battery')
  await expect(page.getByRole('button', { name: 'Sort by: Best match' })).toBeVisible()
  const forgiven = await countRows(page)
  await searchInsights(page, 'battery')
  await expect(searchedFor).toBeEmpty()
  await expect.poll(() => countRows(page)).toBe(forgiven)
  await searchInsights(page, 'batteries')
  await expect.poll(() => countRows(page)).toBe(forgiven)

  await searchInsights(page, 'battery -range')
  await expect.poll(() => countRows(page)).toBeLessThan(forgiven)
  const without = await countRows(page)
  await searchInsights(page, 'battery range')
  await expect.poll(() => countRows(page)).toBe(forgiven - without)
  await searchInsights(page, 'battery or range')
  await expect.poll(() => countRows(page)).toBeGreaterThan(forgiven)

  // A support system's reference in the feedback of an insight.
  await searchInsights(page, 'tck-20647')
  await expect.poll(() => countRows(page)).toBeGreaterThan(0)
  await expect.poll(() => countRows(page)).toBeLessThan(4)

  await searchInsights(page, 'batery')
  await searchedFor.getByRole('button', { name: 'Search for “batery” instead' }).click()
  await expect(box).toHaveValue('"batery"')
  await expect(insightRows(page)).toHaveCount(0)
})

test('filters by type and by seen combine, and show only matching rows', async ({ reading }) => {
  const { page } = reading
  const all = await countRows(page)
  const filters = page.getByRole('group', { name: 'Filters' })
  const toggle = (name: string) => filters.getByRole('button', { name, exact: true })
  const types = async () => new Set((await readRows(page)).map(({ cells }) => cells.Type))

  await toggle('Bug').click()
  await expect(toggle('Bug')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(types).toEqual(new Set(['Bug']))
  const bugs = await countRows(page)
  await toggle('Feature request').click()
  await expect.poll(() => countRows(page)).toBeGreaterThan(bugs)
  await expect.poll(types).toEqual(new Set(['Bug', 'Feature request']))
  const either = await countRows(page)

  await toggle('Unseen').click()
  await expect.poll(() => countRows(page)).toBeLessThan(either)
  await expect.poll(async () => (await readRows(page)).every(({ cells }) => cells.Unseen === 'Unseen')).toBe(true)
  const unseen = await countRows(page)
  await toggle('Seen').click()
  await expect(toggle('Unseen')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => countRows(page)).toBe(either - unseen)

  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => countRows(page)).toBe(all)
})

test('filters and sort order survive a restart', async ({ sandbox, start }) => {
  const { page } = sandbox
  const filters = page.getByRole('group', { name: 'Filters' })
  const number = page.getByRole('status', { name: 'Number of insights' })
  await filters.getByRole('button', { name: 'Bug', exact: true }).click()
  await expect(number).toHaveText(/^\d+ of/)
  const bugs = await number.innerText()
  await searchInsights(page, 'range')
  await expect(number).not.toHaveText(bugs)
  await insightsTable(page).getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect(insightsTable(page).getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const kept = () => callBridge(page, 'preferences.read', {})
  await expect.poll(kept).toMatchObject({ value: { lastRoute: expect.stringMatching(/sort=title/) } })
  // Search words may be names, so the saved route excludes them, and only them.
  await searchInsights(page, '')
  await expect.poll(kept).toMatchObject({ value: { lastRoute: expect.not.stringMatching(/q=/) } })
  await expect(number).toHaveText(bugs)
  const before = await titles(page)
  expect(before.length).toBeGreaterThan(0)
  await sandbox.quit()

  const { page: again } = await start()
  await waitForRows(again)
  await expect(again.getByRole('searchbox', { name: 'Search insights' })).toHaveValue('')
  await expect(again.getByRole('button', { name: 'Bug', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(insightsTable(again).getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect.poll(() => titles(again)).toEqual(before)
})
