// Navigation from outside the page: the menu of the operating system, and links that it hands over.
import { answerDialogs, askedDialogs } from '../../commands/answer-dialogs'
import { callBridge } from '../../commands/call-bridge'
import { insightForm } from '../../commands/create-insight'
import { insightDetails } from '../../commands/open-insight'
import { waitForRows } from '../../commands/read-rows'
import { rowAt, tableRows } from '../../commands/read-table'
import { startSecond } from '../../commands/start-second'
import { clickMenu, enabledItems, menuItems } from '../../commands/use-menu'
import { expect, test } from '../../fixtures/test'

test('the native menu opens every view, runs the app’s commands and switches environments', async ({
  troubled: { electron, page, service },
}) => {
  const items = await menuItems(electron, 'Go')
  const [back, forward, ...places] = items
  expect([back, forward]).toEqual(['Back', 'Forward'])
  expect(places).toHaveLength(16)
  for (const place of places) {
    await clickMenu(electron, 'Go', place)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(new RegExp(`^${place}$`, 'i'))
  }

  // As in the navigation, a view opens as it was left.
  await clickMenu(electron, 'Go', 'Goals')
  await rowAt(page, 'Goals', 2).click()
  const goal = page.getByRole('region', { name: 'Goal details' })
  await expect(goal).toBeVisible()
  await clickMenu(electron, 'Go', 'Topics')
  await expect(goal).toBeHidden()
  await clickMenu(electron, 'Go', 'Goals')
  await expect(goal).toBeVisible()

  await clickMenu(electron, 'File', 'New Insight')
  await expect(insightForm(page).getByLabel('Type')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(insightForm(page)).toBeHidden()
  await expect(goal).toBeVisible()
  // Disabled until main hears that the form is gone.
  await expect.poll(() => enabledItems(electron, 'Go')).toEqual(items)
  await clickMenu(electron, 'View', 'Search or Run a Command')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(() => enabledItems(electron, 'Go')).toEqual(items)
  await clickMenu(electron, 'View', 'Search This View')
  await expect(page.getByRole('searchbox', { name: 'Search goals' })).toBeFocused()
  await clickMenu(electron, 'Go', 'Settings')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await clickMenu(electron, 'View', 'Search This View')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await expect.poll(() => enabledItems(electron, 'Go')).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => enabledItems(electron, 'Go')).toEqual(items)
  await clickMenu(electron, 'Help', 'Keyboard Shortcuts')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  expect(await menuItems(electron, 'Environment')).toEqual([
    `Staging — ${service.workspaceName}`,
    'Production',
    '✓ Staging',
    'Development',
    'Sandbox',
  ])
  await expect.poll(() => enabledItems(electron, 'Environment')).toContain('Sandbox')
  await clickMenu(electron, 'Environment', 'Sandbox')
  await expect(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
  await expect.poll(() => menuItems(electron, 'Environment')).toEqual(expect.arrayContaining(['Staging', '✓ Sandbox']))
  // Production has no workspace yet, so its form opens without a question.
  await clickMenu(electron, 'Environment', 'Production')
  await expect(page.getByLabel('Environment', { exact: true })).toHaveValue('production')
})

test('Back returns to the followed link, then to the row, and no further than the first view', async ({ start }) => {
  const { electron, page } = await start({ args: ['--sandbox'] })
  await waitForRows(page)
  const hash = () => page.evaluate(() => location.hash)
  const first = await hash()
  await page.keyboard.press('Alt+ArrowLeft')
  await clickMenu(electron, 'Go', 'Back')
  await page.getByRole('button', { name: 'Has opportunity' }).click()
  await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText(/^\d+ of/)
  const row = rowAt(page, 'Insights', 2)
  await row.focus()
  await page.keyboard.press('Enter')
  const insight = insightDetails(page)
  await expect(insight).toBeFocused()
  const link = insight.getByRole('region', { name: 'Opportunities' }).getByRole('link').first()
  const title = await link.innerText()
  await link.press('Enter')
  const opportunity = page.getByRole('region', { name: 'Opportunity details' })
  await expect(opportunity.getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(opportunity).toBeFocused()

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(link).toBeFocused()
  await expect(link).toHaveText(title)
  await clickMenu(electron, 'Go', 'Forward')
  await expect(opportunity).toBeFocused()
  await clickMenu(electron, 'Go', 'Back')
  await expect(link).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row).toBeFocused()
  await expect(insight).toBeHidden()
  expect((await hash()).split('?')[0]).toBe(first.split('?')[0])
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row).toBeFocused()
})

test('a link opens its target, asks before another environment, and changes nothing; a bad link is reported', async ({
  startTroubled,
  profile,
}) => {
  const { electron, page, service, faulty } = await startTroubled()
  const link = (rest: string) => startSecond(profile, [`discovery-desk://${rest}`])
  const here = `staging/${service.workspaceId}`
  await page.getByRole('navigation').getByRole('link', { name: 'Knowledge' }).click()
  const details = page.getByRole('region', { name: 'Knowledge details' })
  await rowAt(page, 'Knowledge', 3).click()
  await expect(details).toBeVisible()
  const id = await page.evaluate(() => location.hash.split('/').at(-1))
  await page.getByRole('navigation').getByRole('link', { name: 'Topics' }).click()
  await expect(details).toBeHidden()
  await answerDialogs(electron, {})

  expect(await link(`${here}/knowledge/${id}`)).toBe(0)
  await expect(details).toBeVisible()
  await expect(rowAt(page, 'Knowledge', 3)).toHaveAttribute('aria-current', 'true')
  expect(await askedDialogs(electron)).toEqual([])

  await link('staging/nowhere/insights')
  await expect.poll(async () => (await askedDialogs(electron)).join()).toContain('isn’t connected')
  await link(`${here}/insights/x?delete=1`)
  await expect.poll(async () => (await askedDialogs(electron)).join()).toContain('doesn’t point to anything in the app')
  await expect(details).toBeVisible()

  // Nothing leads away from a dialog with typed text: the menu is disabled, and a link waits.
  await page.keyboard.press('c')
  const title = insightForm(page).getByLabel('Title')
  await title.fill('Typed before the link')
  await expect.poll(() => enabledItems(electron, 'Environment')).toEqual([])
  expect(await enabledItems(electron, 'Go')).toEqual([])
  await clickMenu(electron, 'Go', 'Goals')
  await clickMenu(electron, 'Environment', 'Sandbox')
  expect(await link(`${here}/activity`)).toBe(0)
  await expect(page.getByText('It opens when you close this dialog.')).toBeVisible()
  await expect(title).toHaveValue('Typed before the link')
  await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()

  // A link to another environment opens only if the person agrees.
  await clickMenuToSandbox()
  const before = faulty.requests.length
  await answerDialogs(electron, { button: 'Cancel' })
  await link(`${here}/goals`)
  await expect.poll(async () => (await askedDialogs(electron)).length).toBe(1)
  expect((await askedDialogs(electron))[0]).toContain(
    `Open ${service.workspaceName} in Staging? | You followed a link from outside`,
  )
  await expect(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
  expect(faulty.requests.length).toBe(before)
  await answerDialogs(electron, { button: 'Open Staging' })
  await link(`${here}/goals`)
  await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible()
  await expect(tableRows(page, 'Goals').first()).toBeVisible()
  expect(faulty.requests.filter(({ method }) => method !== 'GET')).toEqual([])

  async function clickMenuToSandbox() {
    await expect.poll(() => enabledItems(electron, 'Environment')).toContain('Sandbox')
    await clickMenu(electron, 'Environment', 'Sandbox')
    await expect(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
    await expect(tableRows(page, 'Insights').first()).toBeVisible()
  }
})

test('a link that starts the app opens its target', async ({ start }) => {
  const first = await start({ args: ['--sandbox'] })
  await expect(tableRows(first.page, 'Insights').first()).toBeVisible()
  const { environments } = ((await callBridge(first.page, 'environments.list', {})) as { value: Environments }).value
  const workspaceId = environments.find(({ name }) => name === 'sandbox')?.workspaces[0]?.ref.workspaceId
  await first.quit()
  const second = await start({ args: [`discovery-desk://sandbox/${workspaceId}/opportunities`] })
  await expect(tableRows(second.page, 'Opportunities').first()).toBeVisible()
})

interface Environments {
  readonly environments: readonly {
    readonly name: string
    readonly workspaces: readonly { readonly ref: { readonly workspaceId: string } }[]
  }[]
}
