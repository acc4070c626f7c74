// What opens over a view: menus, popovers, the palette, dialogs.
import { syncStatus } from '../commands/sync-now'
import { expect } from '../fixtures/test'
import type { Walk } from './walk'
import { openView, rowOf } from './walk-views'

export async function walkDialogs({ app: { page }, visit }: Walk): Promise<void> {
  const closed = async (role: 'dialog' | 'menu' | 'listbox' = 'dialog') => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
  }

  await openView(page, 'Goals')
  await rowOf(page, 'Goals').click()
  await page.getByRole('button', { name: 'Delete goal…' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete goal' })).toBeVisible()
  await visit('delete-goal', 'over')
  await closed()
  await page.keyboard.press('Escape')

  await openView(page, 'Opportunities')
  await rowOf(page, 'Opportunities').click()
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('mark-all-seen', 'over')
  await closed()
  await page.keyboard.press('Escape')

  await openView(page, 'Knowledge')
  await rowOf(page, 'Knowledge')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await visit('row-menu', 'over')
  await closed('menu')

  await openView(page, 'Insights')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await visit('palette', 'over')
  await closed()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await visit('keys', 'over')
  await closed()
  await syncStatus(page).getByRole('button').click()
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible()
  await visit('sync-details', 'over')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Environment: Sandbox' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await visit('environment-menu', 'over')
  await closed('menu')
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Score' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('score-filter', 'over')
  await closed()
}
