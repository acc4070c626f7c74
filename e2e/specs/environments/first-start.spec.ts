import { exploreSandbox } from '../../commands/explore-sandbox'
import { countRows, readRows, waitForRows } from '../../commands/read-rows'
import { expect, test } from '../../fixtures/test'

const windowTitle = ({ BrowserWindow }: typeof import('electron')) => BrowserWindow.getAllWindows()[0]?.getTitle()

test('the first start offers two ways in; the sandbox opens in one click, and with its rows after a restart', async ({
  start,
}) => {
  const first = await start()
  await expect(first.page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  await expect(first.page.getByRole('button', { name: 'Connect a workspace' })).toBeVisible()
  await exploreSandbox(first.page)
  const before = await countRows(first.page)
  expect(before).toBeGreaterThanOrEqual(120)
  expect((await readRows(first.page))[0]?.cells.Title).toMatch(/\w+ \w+/)
  await first.quit()

  const second = await start()
  await waitForRows(second.page)
  expect(await countRows(second.page)).toBe(before)
  await expect(second.page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
})

test('--sandbox opens straight to rows; the title names the workspace, links switch views, and a week can pass', async ({
  start,
}) => {
  const { electron, page } = await start({ args: ['--sandbox'] })
  await waitForRows(page)
  await expect(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Workspace: Juniper Bikes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search or run a command' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Sync status' })).toContainText('Synced')
  await expect.poll(() => electron.evaluate(windowTitle)).toMatch(/Discovery Desk.*Sandbox.*Juniper Bikes/)

  const navigation = page.getByRole('navigation')
  for (const view of ['Activity', 'Settings', 'Insights']) {
    await navigation.getByRole('link', { name: view }).click()
    await expect(navigation.getByRole('link', { name: view })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: view })).toBeVisible()
  }
  await waitForRows(page)

  await navigation.getByRole('link', { name: 'What changed' }).click()
  await page.getByRole('button', { name: 'Let a week pass in the sandbox' }).click()
  const news = page.getByRole('table', { name: 'What changed' })
  await expect(news.getByRole('row', { name: /New.*Range jumps back to full/ })).toBeVisible()
  await expect(news.getByRole('row', { name: /Rising/ }).first()).toBeVisible()
  await expect(news.getByRole('row', { name: /Falling/ }).first()).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'What changed' })).toHaveAccessibleDescription(/changes/)
})
