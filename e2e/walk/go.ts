// Navigation for walks that only look: goes by the address and waits until all content is there.
import { expect, type Page } from '@playwright/test'
import { callBridge } from '../commands/call-bridge'

export async function goTo(page: Page, view: string): Promise<void> {
  const path = view === 'What changed' ? 'news' : view.toLowerCase().replace(' ', '-')
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${path}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: view, exact: true })).toBeVisible()
  await page.getByRole('main').focus()
}

export const rowOf = (page: Page, table: string, place = 1) =>
  page.getByRole('table', { name: table, exact: true }).locator(`tbody tr[data-index="${place - 1}"]`)

export async function goToRows(page: Page, view: string): Promise<void> {
  await goTo(page, view)
  await expect(rowOf(page, view)).toBeVisible()
  await expect(page.getByRole('table', { name: view, exact: true }).locator('tbody tr[aria-busy]')).toHaveCount(0)
}

export async function openRow(page: Page, table: string, details: string): Promise<void> {
  await rowOf(page, table).click()
  const region = page.getByRole('region', { name: details })
  await expect(region).toBeVisible()
  await expect(region.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  // Details first show the list's data; dates come with the rest.
  await expect(region.locator('time').first()).toBeAttached()
}

type Opened = 'dialog' | 'menu'

/** Waits until the layer that the button opens is drawn. */
export async function open(page: Page, button: string | RegExp, role: Opened = 'dialog'): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await expect(
    page
      .getByRole(role)
      .getByRole(role === 'menu' ? 'menuitem' : 'button')
      .first(),
  ).toBeVisible()
}

export async function close(page: Page, role: Opened = 'dialog'): Promise<void> {
  // A second Escape would close the layer below, so the first must reach the top one. A menu hears it wherever the focus
  // is.
  if (role === 'dialog') await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole(role)).toHaveCount(0)
}

/** Dismisses the banner of the fallback runtime, which nobody with a build of the app sees. */
export async function putBannerAway(page: Page): Promise<void> {
  const { value } = (await callBridge(page, 'shell.info', {})) as { value: { isFallbackRuntime: boolean } }
  if (!value.isFallbackRuntime) return
  const banner = page.getByRole('status').filter({ hasText: 'fallback runtime' })
  await banner.getByRole('button').click()
  await expect(banner).toHaveCount(0)
}

export async function putNoticesAway(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss.first()).toBeVisible()
  await expect(async () => {
    // Not a pointer's click: each notice slides in, and moves the others when it goes.
    for (const button of await dismiss.all()) await button.dispatchEvent('click', undefined, { timeout: 1_000 })
    await expect(dismiss).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}
