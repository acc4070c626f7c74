// The register of metrics is kept on this computer, so its list has the states of the sync; linking is a call.

import { faults } from '../../../src/sandbox/testing/faults'
import { answeredBy } from '../../app/answered-by'
import { manyRows } from '../../app/many-records'
import { callBridgeForAll } from '../../commands/call-bridge'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { serveNothing } from '../../commands/serve-rows'
import { signInFromPrompt } from '../../commands/sign-in'
import { syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const unknownGoal = '11111111-1111-4111-8111-111111111111'
const linking = { method: 'POST', url: '/relationships/' }

test('Metrics, through the sync: empty, success, 2,000 rows; and linking in each', async ({ troubled: world }) => {
  const { page, faulty, service } = world
  const metric = service.metrics[0] ?? { id: '', title: '' }
  const goals = [
    ...new Map(
      (await listAtService(service)).flatMap(({ outcomes }) => outcomes).map((goal) => [goal.id, goal]),
    ).values(),
  ]
  const [one, two, three] = goals
  if (!one || !two || !three) throw new Error('the seed has too few goals')
  await openView(page, 'Metrics')

  await test.step('empty register', async () => {
    await expect(page.getByRole('heading', { name: 'No metrics yet' })).toBeVisible()
  })

  await page.getByRole('textbox', { name: 'Metric ID' }).fill(metric.id)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(metric.title)
  await page.getByRole('button', { name: 'Add metric' }).click()
  const details = page.getByRole('region', { name: 'Metric details' })
  const linked = details.getByRole('region', { name: 'Linked goals' })
  const picker = details.getByRole('combobox', { name: 'Goals to link or unlink' })
  const link = details.getByRole('button', { name: 'Link goals', exact: true })
  const alert = details.getByRole('alert')
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(metric.title)
  const choose = async (ids: string) => {
    await picker.fill(ids)
    // The offered goals cover the part below.
    await picker.press('Escape')
  }

  await test.step('success', async () => {
    await choose(one.id)
    await link.click()
    await expect(linked).toContainText(one.title)
  })

  await test.step('link 400: what the service says stands on the field, which has the focus', async () => {
    await choose(`${two.id} ${unknownGoal}`)
    await link.click()
    await expect(picker).toHaveAccessibleDescription(new RegExp(`There is no outcome ${unknownGoal}`))
    await expect(picker).toBeFocused()
    await expect(details).toContainText(two.title)
    await expect(alert).toContainText('Check the highlighted fields and send it again.')
    await checkInBothSchemes(page, 'goals rejected')
    await picker.press('Backspace')
    await picker.press('Escape')
    // The list of changes still names it; the field does not.
    await expect(details.locator('.mantine-Pill-label', { hasText: unknownGoal })).toHaveCount(0)
  })

  for (const [state, fault, words] of [
    [
      '403',
      answeredBy({ ...service, token: service.readOnlyToken }),
      /don’t have permission to do this in \S.*use a token with this permission/,
    ],
    ['404', faults.problem(404, 'NOT_FOUND'), /Not found/],
  ] as const) {
    await test.step(`link ${state}`, async () => {
      faulty.reset()
      faulty.script({ ...linking, fault })
      await link.click()
      await expect(alert).toContainText(words)
      await expect(alert).toHaveCount(1)
      await expect(linked).not.toContainText(two.title)
      await expect(syncStatus(page)).toContainText('Synced')
    })
  }

  const chip = (title: string) => linked.getByRole('listitem').filter({ hasText: title })
  await test.step('link 401: kept, and sent after one sign-in', async () => {
    faulty.reset()
    faulty.script({ fault: answeredBy({ ...service, token: service.expiredToken }) })
    await link.click()
    await expect(page.getByText('Add a new access token to send it.')).toBeVisible()
    await expect(linked.getByRole('status')).toHaveText('1 change waiting to send.')
    await expect(chip(two.title)).toContainText('Waiting to send')
    await expect(syncStatus(page)).toContainText(/^Sign-in needed – data from .* · 1 change waiting$/)
    faulty.reset()
    await signInFromPrompt(page, service.token)
    await expect(chip(two.title)).toContainText(/linked (just now|\d)/)
    expect(faulty.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  await test.step('link 500: sent again by itself', async () => {
    faulty.reset()
    faulty.script({ ...linking, fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') })
    await choose(three.id)
    await link.click()
    await expect(page.getByText('We’re checking whether this went through.').last()).toBeVisible()
    faulty.reset()
    await syncNow(page)
    await expect(chip(three.title)).toContainText(/linked (just now|\d)/)
  })

  await test.step('unlink offline: waits, and goes out on reconnection', async () => {
    faulty.reset()
    await faulty.goAway()
    await linked.getByRole('button', { name: `Unlink ${three.title}` }).click()
    await expect(page.getByText('It will be sent once the service is available.')).toBeVisible()
    await expect(chip(three.title)).toContainText('Unlink waiting to send')
    await expect(linked.getByRole('status')).toHaveText('1 change waiting to send.')
    await expect(syncStatus(page)).toContainText(/^Offline – data from .* · 1 change waiting$/)
    await faulty.comeBack()
    await syncNow(page)
    await expect(linked).not.toContainText(three.title)
    await expect(linked.getByRole('status')).toHaveCount(0)
    expect(faulty.requests.filter(({ url }) => url.endsWith('/relationships/remove'))).toHaveLength(1)
  })

  await test.step('empty workspace: a goal can still be named by its id', async () => {
    await serveNothing(world)
    await picker.click()
    await expect(page.getByText('No goals found in insights. Enter an ID.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(linked).toContainText(one.id)
  })

  await test.step('2,000 rows', async () => {
    // Leaves the view, so that the list is not redrawn for each.
    await openView(page, 'Settings')
    const workspace = {
      environment: 'staging',
      organisationId: service.organisationId,
      workspaceId: service.workspaceId,
    }
    const others = Array.from({ length: manyRows - 1 }, (_, place) => `metric-${place + 1}`)
    await callBridgeForAll(
      page,
      'metrics.save',
      others.map((metricId) => ({ workspace, metricId, label: '' })),
    )
    await openView(page, 'Metrics')
    const register = page.getByRole('region', { name: 'Your metrics' })
    await expect(register.getByRole('link')).toHaveCount(manyRows)
    await register.getByRole('link').last().click()
    await expect(details).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search metrics' }).fill(metric.title)
    await expect(register.getByRole('link')).toHaveCount(1)
    await expect(register.getByRole('link')).toContainText('2 goals')
    await page.keyboard.press('Enter')
    await expect(register.getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details).toBeFocused()
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(metric.title)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search metrics' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(register.getByRole('link')).toHaveCount(manyRows)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAttribute('aria-current', 'page')
    await expect(focused).toBeInViewport()
    await page.keyboard.press('End')
    await expect(register.getByRole('link').last()).toBeFocused()
    await expect(focused).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(register.getByRole('link').last()).toBeFocused()
  })
})
