import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { listAtService } from '../../commands/list-at-service'
import { insightDetails, openInsight } from '../../commands/open-insight'
import { insightRow, insightRows, insightsTable } from '../../commands/read-rows'
import { resizeWindow } from '../../commands/resize-window'
import { searchInsights } from '../../commands/search-insights'
import { expect, test } from '../../fixtures/test'

test('the details show the service’s data: scores, related records and the customers’ own words', async ({
  firstStart,
  serve,
}) => {
  const service = await serve()
  const insights = await listAtService(service)
  const insight = insights.find(
    (each) =>
      each.combinedScore !== undefined &&
      !each.hideContent &&
      [each.opportunities, each.solutions, each.outcomes].every(
        (records) => records.length > 0 && records.every(({ hideContent }) => !hideContent),
      ) &&
      each.feedback.length > 1,
  )
  if (!insight) throw new Error('the seed has no insight with every kind of related record')
  const { page } = firstStart
  await connectWorkspace(page, connectionOf(service))
  const details = await openInsight(page, insight.title)

  await expect(details).toContainText(insight.description)
  await expect(details).toContainText((insight.combinedScore ?? 0).toFixed(2))
  await expect(details).toContainText((insight.strengthScore ?? 0).toFixed(2))
  await expect(details).toContainText((insight.momentumScore ?? 0).toFixed(2))
  for (const { title } of [...insight.opportunities, ...insight.solutions, ...insight.outcomes]) {
    await expect(details).toContainText(title)
  }
  for (const { content, source } of insight.feedback) {
    await expect(details).toContainText(content)
    await expect(details).toContainText(source)
  }
  await expect(details).toContainText(insight.id)
})

test('the first quote is visible in a small window', async ({ reading }) => {
  const { page } = reading
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  await resizeWindow(reading, { width: 1024, height: 700 })
  await insightRows(page).first().click()
  await expect(insightDetails(page).locator('blockquote').first()).toBeInViewport({ ratio: 0.5 })
  await page.keyboard.press('Escape')
  await resizeWindow(reading, size)
})

test('Escape closes the details and gives the focus back to the row', async ({ reading: { page } }) => {
  const row = insightsTable(page).locator('tr[aria-rowindex="4"]')
  await row.click()
  await expect(insightDetails(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(insightDetails(page)).toBeHidden()
  await expect(row).toBeFocused()
})

test('hidden content is masked in the list and in the details until the person reveals it', async ({
  firstStart,
  serve,
}) => {
  const service = await serve()
  const hidden = (await listAtService(service)).filter(({ hideContent }) => hideContent)
  const [secret] = hidden
  if (!secret) throw new Error('the seed has no hidden insight')
  const { page } = firstStart
  await connectWorkspace(page, connectionOf(service))
  // Search still finds its words: the service does not say that hidden means unknown.
  await searchInsights(page, secret.title)
  const row = insightRows(page).filter({ hasText: 'Hidden content' }).first()
  await expect(row).toBeVisible()
  await expect(page.getByText(secret.title)).toHaveCount(0)

  await row.click()
  const details = insightDetails(page)
  await expect(details).toBeVisible()
  await expect(details).not.toContainText(secret.title)
  await expect(details).not.toContainText(secret.description)
  await details
    .getByRole('button', { name: /Reveal|Show/ })
    .first()
    .click()
  await expect(details).toContainText(secret.title)
  await expect(details).toContainText(secret.description)
  await expect(insightRow(page, secret.title)).toBeVisible()
})
