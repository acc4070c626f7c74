import { checkAccessibility } from '../../commands/check-accessibility'
import { openConnect, saveAndOpen } from '../../commands/connect-workspace'
import { createInsight, openNewInsight, submitInsight } from '../../commands/create-insight'
import { exploreSandbox } from '../../commands/explore-sandbox'
import { insightDetails } from '../../commands/open-insight'
import { insightRows, waitForRows } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`WCAG 2.2 AA before a workspace is open, ${colorScheme}`, async ({ start }) => {
    const { page } = await start()
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
    await checkAccessibility(page, 'first start')
    await openConnect(page)
    await checkAccessibility(page, 'connect')
    await saveAndOpen(page)
    await expect(page.getByLabel('Base address')).toHaveAttribute('aria-invalid', 'true')
    await checkAccessibility(page, 'connect with errors')
  })

  test(`WCAG 2.2 AA in a workspace, ${colorScheme}`, async ({ start }) => {
    const { page } = await start()
    await page.emulateMedia({ colorScheme })
    await exploreSandbox(page)
    await checkAccessibility(page, 'insights')
    await insightRows(page).first().click()
    await expect(insightDetails(page)).toBeVisible()
    await checkAccessibility(page, 'insight details')
    await page.keyboard.press('Escape')

    const form = await openNewInsight(page)
    await submitInsight(form)
    await expect(form.getByRole('alert')).toBeVisible()
    await checkAccessibility(page, 'new insight with errors')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()

    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await checkAccessibility(page, 'palette')
    await page.keyboard.press('Escape')

    await syncStatus(page).getByRole('button').click()
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible()
    await checkAccessibility(page, 'sync details')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Environment: Sandbox' }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await checkAccessibility(page, 'environment menu')
    await page.keyboard.press('Escape')

    await searchInsights(page, 'zzzyx')
    await expect(insightRows(page)).toHaveCount(0)
    await checkAccessibility(page, 'nothing matches')
    await page.getByRole('searchbox', { name: 'Search insights' }).fill('')
    await waitForRows(page)

    await createInsight(page, { title: 'One for the list of changes', description: 'And for its notice.' })
    await expect(page.getByRole('status').filter({ hasText: 'Insight created' })).toBeVisible()
    for (const view of ['Activity', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name: view }).click()
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: view })).toBeVisible()
      await checkAccessibility(page, view)
    }
  })
}
