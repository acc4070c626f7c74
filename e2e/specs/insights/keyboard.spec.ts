import { expectCopied } from '../../commands/expect-copied'
import { insightDetails } from '../../commands/open-insight'
import { pressSequence } from '../../commands/press-sequence'
import { countRows, insightRows, insightsTable } from '../../commands/read-rows'
import { rowAt, rowCount, rowName } from '../../commands/read-table'
import { syncWith } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

test('slash searches, j and k move, Enter opens, Escape goes back, and letters typed into a field stay text', async ({
  reading: { page },
}) => {
  const search = page.getByRole('searchbox', { name: 'Search insights' })
  const row = (place: number) => insightsTable(page).locator(`tr[aria-rowindex="${place + 1}"]`)

  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()

  await row(1).focus()
  await page.keyboard.press('j')
  await expect(row(2)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(3)).toBeFocused()
  await page.keyboard.press('k')
  await expect(row(2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(3)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(2)).toBeFocused()

  const title = await rowName(row(2))
  await page.keyboard.press('Enter')
  await expect(insightDetails(page)).toBeVisible()
  await expect(insightDetails(page)).toContainText(title)
  await expect(insightDetails(page)).toBeFocused()
  const heading = insightDetails(page).getByRole('heading', { level: 2 })
  await expect(heading).toBeInViewport()
  // The last part to be filled, not the last one shown: rows that arrive later would push the end out of sight.
  const similar = insightDetails(page).getByRole('region', { name: 'Similar insights' })
  await expect(similar.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(heading).not.toBeInViewport()
  await page.keyboard.press('Shift+Space')
  await expect(heading).toBeInViewport()
  await page.keyboard.press('End')
  await expect(insightDetails(page).getByText('Dates and ID')).toBeInViewport()
  await expect(heading).not.toBeInViewport()
  await page.keyboard.press('Home')
  await expect(heading).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(insightDetails(page)).toBeHidden()
  await expect(row(2)).toBeFocused()

  await search.click()
  await page.keyboard.type('jkxc?')
  await expect(search).toHaveValue('jkxc?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('x and Shift with an arrow select, the focus stays through a sync, and Ctrl+A selects all', async ({
  reading: { electron, page },
}) => {
  const row = (place: number) => insightsTable(page).locator(`tr[aria-rowindex="${place + 1}"]`)
  const selection = page.getByRole('region', { name: 'Selection' })
  await row(2).focus()
  const before = await row(2).boundingBox()
  await page.keyboard.press('x')
  await expect(row(2)).toBeFocused()
  await expect(row(2).getByRole('checkbox')).toBeChecked()
  expect(await row(2).boundingBox()).toEqual(before)
  for (const key of ['Shift+ArrowDown', 'Shift+J', 'Shift+ArrowUp']) await page.keyboard.press(key)
  await expect(row(3)).toBeFocused()
  await expect(selection).toContainText('2 selected')
  const copyIds = () => selection.getByRole('button', { name: 'Copy IDs' }).click()
  await expectCopied(electron, copyIds, /^[\da-f-]{36}\n[\da-f-]{36}$/)

  await row(3).focus()
  await syncWith(page, () => page.keyboard.press('r'))
  await expect(row(3)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(selection).toContainText(`${await countRows(page)} selected`)
  await expectCopied(electron, copyIds, new RegExp(`^([\\da-f-]{36}(\n|$)){${await countRows(page)}}$`))
  await selection.getByRole('button', { name: 'Clear selection' }).click()
  await expect(selection).toHaveCount(0)
  await expect(row(3)).toBeFocused()
})

test('c starts a new insight, g with a letter opens a view, and a view returns as it was left', async ({
  reading: { page },
}) => {
  await insightRows(page).first().focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'New insight' }).getByLabel('Type')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pressSequence(page, 'g', 'a')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await pressSequence(page, 'g', 'i')
  await expect(insightsTable(page)).toBeVisible()
  // The ends of the list are one key away even with the focus on the view.
  await page.keyboard.press('End')
  const last = rowAt(page, 'Insights', await rowCount(page, 'Insights'))
  await expect(last).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rowAt(page, 'Insights', 1)).toBeFocused()

  // On return, the view is as it was left.
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: 'Unseen', exact: true, pressed: true })).toBeVisible()
  await insightRows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(insightDetails(page)).toBeFocused()
  const address = await page.evaluate(() => globalThis.location.href)
  await pressSequence(page, 'g', 'k')
  await expect(rowAt(page, 'Knowledge', 1)).toBeVisible()
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: 'Knowledge details' })).toBeVisible()
  await expect(rowAt(page, 'Knowledge', 2)).toHaveAttribute('aria-current', 'true')
  await pressSequence(page, 'g', 'i')
  await expect(insightDetails(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unseen', exact: true, pressed: true })).toBeVisible()
  expect(await page.evaluate(() => globalThis.location.href)).toBe(address)

  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('the palette finds an insight and opens it', async ({ reading: { page } }) => {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect(field).toBeFocused()
  await page.keyboard.type('range drops from 41')
  const found = page.getByRole('option', { name: /Range drops from 41 km/ })
  await expect(found).toBeVisible()
  await found.click()
  await expect(insightDetails(page)).toContainText('Range drops from 41 km')
})
