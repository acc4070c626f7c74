// Context menus: the actions of a row, drawn by the page, and those of text, drawn by the system.
import type { ElectronApplication } from '@playwright/test'
import { expectCopied } from '../../commands/expect-copied'
import { insightsTable } from '../../commands/read-rows'
import { expect, test } from '../../fixtures/test'

interface Asked {
  asked?: string[][]
}

/** Records the items of native menus from now on, as no page driver can reach one. */
const listenForMenus = (electron: ElectronApplication) =>
  electron.evaluate(({ Menu }) => {
    const asked: string[][] = []
    ;(globalThis as Asked).asked = asked
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      asked.push(
        this.items.filter(({ enabled, role }) => enabled && role !== undefined).map(({ role }) => String(role)),
      )
    }
  })

const asked = (electron: ElectronApplication) => electron.evaluate(() => (globalThis as Asked).asked)

test('by mouse: a right click on a row opens the row’s actions, and on text the native text menu', async ({
  explored: { page, electron },
}) => {
  await listenForMenus(electron)
  const rows = insightsTable(page).locator('tbody tr')
  await rows.nth(2).click({ button: 'right' })
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: /^Open/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Insight details' })).toBeHidden()
  const copyId = async () => {
    if (await menu.isHidden()) await rows.nth(2).click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy ID' }).click()
  }
  const id = await expectCopied(electron, copyId, /^[\da-f-]{36}$/)
  await expect(menu).toBeHidden()
  await expect(rows.nth(2)).toBeFocused()
  await rows.nth(2).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: /^Open/ }).click()
  await expect(page).toHaveURL(new RegExp(`/insights/${id}`))
  expect(await asked(electron), 'the menu of a row is the only one').toEqual([])

  const search = page.getByRole('searchbox', { name: 'Search insights' })
  await search.fill('brake')
  await search.selectText()
  await search.click({ button: 'right' })
  await expect.poll(() => asked(electron)).toHaveLength(1)
  expect((await asked(electron))?.[0]).toEqual(expect.arrayContaining(['cut', 'copy', 'selectall']))
})

test('by keyboard: the menu opens below the row, and Escape returns the focus to the row', async ({
  explored: { page },
}) => {
  const row = insightsTable(page).locator('tbody tr').nth(3)
  await row.focus()
  await page.keyboard.press('Shift+F10')
  const open = page.getByRole('menuitem', { name: /^Open/ })
  await expect(open).toBeFocused()
  const distance = async () => {
    const menuTop = await page.getByRole('menu').evaluate((menu) => menu.getBoundingClientRect().top)
    return Math.abs(menuTop - (await row.evaluate((element) => element.getBoundingClientRect().bottom)))
  }
  await expect.poll(distance).toBeLessThan(8)
  // The menu fades in and out for 150 ms.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
  await expect(open).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await page.keyboard.press('.')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Insight details' })).toBeFocused()
})

test('by keyboard: undo and redo do not change a field without the focus', async ({ explored: { page } }) => {
  const search = page.getByRole('searchbox', { name: 'Search insights' })
  await search.click()
  await page.keyboard.type('brake')
  await page.keyboard.press('Enter')
  await expect(insightsTable(page).locator('tbody tr').first()).toBeFocused()
  for (const key of ['z', 'z', 'Shift+z', 'y']) await page.keyboard.press(`ControlOrMeta+${key}`)
  await expect(search).toHaveValue('brake')
  await search.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(search).not.toHaveValue('brake')
})
