// One picture per view, light and dark, at the usual and at a small size. `PICTURES=write` puts them into docs/pictures.
import { openConnect } from '../../commands/connect-workspace'
import { createInsight, openNewInsight } from '../../commands/create-insight'
import { exploreSandbox } from '../../commands/explore-sandbox'
import { insightDetails } from '../../commands/open-insight'
import { insightRow, insightsTable, waitForRows } from '../../commands/read-rows'
import { resizeWindow, takePicture } from '../../commands/take-picture'
import { expect, test } from '../../fixtures/test'

const usual = { width: 1440, height: 900 }
const small = { width: 1024, height: 700 }

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pictures of every view, ${colorScheme}`, async ({ start }) => {
    const app = await start()
    const { page } = app
    await page.emulateMedia({ colorScheme })
    await resizeWindow(app, usual)
    const both = async (view: string) => {
      await takePicture(app, `${view}-${colorScheme}`)
      await resizeWindow(app, small)
      await takePicture(app, `${view}-${colorScheme}-1024x700`)
      await resizeWindow(app, usual)
    }

    await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
    await takePicture(app, `first-start-${colorScheme}`)
    await openConnect(page)
    await takePicture(app, `connect-${colorScheme}`)
    await page
      .getByRole('link', { name: /Insights|Back/ })
      .or(page.getByRole('button', { name: /Back|Cancel/ }))
      .first()
      .click()
    await exploreSandbox(page)
    await expect(page.getByRole('status', { name: 'Sync status' })).toContainText('Synced')
    await both('insights')

    await insightsTable(page).locator('tr[aria-rowindex="3"]').click()
    await expect(insightDetails(page)).toBeVisible()
    await both('insight-detail')
    await page.keyboard.press('Escape')

    const form = await openNewInsight(page)
    await both('new-insight')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()

    const title = 'Riders ask for a spoken range warning'
    await createInsight(page, { title, description: 'Four riders in the spring panel asked for it.' })
    await expect(insightRow(page, title)).toBeVisible()
    const notice = page.getByRole('status').filter({ hasText: 'Insight created' })
    await notice.getByRole('button').click()
    await expect(notice).toBeHidden()
    for (const view of ['Activity', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name: view }).click()
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: view })).toBeVisible()
      await takePicture(app, `${view.toLowerCase()}-${colorScheme}`)
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Insights' }).click()
    await waitForRows(page)
  })
}
