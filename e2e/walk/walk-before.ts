// Before a workspace is open, up to the rows of the sandbox.
import { openConnect, saveAndOpen } from '../commands/connect-workspace'
import { exploreSandbox } from '../commands/explore-sandbox'
import { syncStatus } from '../commands/sync-now'
import { expect } from '../fixtures/test'
import type { Walk } from './walk'

export async function walkBefore({ app: { page }, visit }: Walk): Promise<void> {
  await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  // On the runtime that stands in for Electron's own there is a banner, which no person with a build of the app sees.
  const banner = page.getByRole('status').filter({ hasText: 'fallback runtime' })
  if (await banner.isVisible()) await banner.getByRole('button').click()
  await visit('first-start')

  await openConnect(page)
  await visit('connect')
  await saveAndOpen(page)
  await expect(page.getByLabel('Base address')).toHaveAttribute('aria-invalid', 'true')
  await visit('connect-errors')
  await page.getByRole('button', { name: 'Back' }).click()

  await exploreSandbox(page)
  await expect(syncStatus(page)).toContainText('Synced')
}
