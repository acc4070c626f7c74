// Forgetting an environment removes all of its data, and nothing of another.
import { createInsight } from '../../commands/create-insight'
import { openView } from '../../commands/open-view'
import { filesWith, readProfile } from '../../commands/read-profile'
import { insightRow, waitForRows } from '../../commands/read-rows'
import { clickMenu, enabledItems } from '../../commands/use-menu'
import { expect, test } from '../../fixtures/test'

test('forgetting asks for the environment’s name, deletes its data and token, and leaves other environments alone', async ({
  startTroubled,
  profile,
}) => {
  const { electron, page, service, faulty } = await startTroubled()
  await clickMenu(electron, 'Environment', 'Sandbox')
  await expect(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
  await waitForRows(page)
  await createInsight(page, { title: 'Stays in the sandbox', description: 'Of the other environment.' })
  await expect(insightRow(page, 'Stays in the sandbox')).toBeVisible()
  // Disabled until the form is gone.
  await expect.poll(() => enabledItems(electron, 'Environment')).toContain('Staging')
  await clickMenu(electron, 'Environment', 'Staging')
  await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible()
  await waitForRows(page)
  const libraries = async () =>
    (await readProfile(profile)).map(({ name }) => name).filter((name) => /(staging|sandbox)[^/]*\.db/.test(name))
  expect((await libraries()).join()).toContain('staging')

  await openView(page, 'Settings')
  const open = page.getByRole('button', { name: 'Forget this environment…' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Forget Staging?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText(service.workspaceName)
  const forget = dialog.getByRole('button', { name: 'Forget Staging' })
  await expect(forget).toBeDisabled()
  await dialog.getByLabel('Type Staging to confirm').fill('Sandbox')
  await expect(forget).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await dialog.getByLabel('Type Staging to confirm').fill('Staging')
  await forget.click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await libraries()).join()).not.toContain('staging')
  expect((await libraries()).join()).toContain('sandbox')
  await expect.poll(async () => filesWith(await readProfile(profile), faulty.baseUrl)).toEqual([])
  expect(faulty.requests.filter(({ method }) => method !== 'GET')).toEqual([])

  // The remaining environment is open instead, unchanged. Returning to the forgotten one begins with an empty form.
  await expect(page.getByLabel('Base address', { exact: true })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
  await openView(page, 'Insights')
  await expect(insightRow(page, 'Stays in the sandbox')).toBeVisible()
  await clickMenu(electron, 'Environment', 'Staging')
  await expect(page.getByLabel('Environment', { exact: true })).toHaveValue('staging')
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('')
})
