// Activity is kept on this computer, so its list has the states of the sync. Retrying a change is a call.
import { faults } from '../../../src/sandbox/testing/faults'
import { answeredBy } from '../../app/answered-by'
import { createInsight, insightForm, savedHere } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { expectRowCount, rowAt, tableRow } from '../../commands/read-table'
import { serveNothing } from '../../commands/serve-rows'
import { signInFromPrompt } from '../../commands/sign-in'
import { syncNow, syncStatus } from '../../commands/sync-now'
import { endTrouble } from '../../commands/walk-troubles'
import { expect, test } from '../../fixtures/test'

const view = 'Activity'
const title = 'A bell that answers'
const description = 'Heard twice at the workshop.'
const creation = { method: 'POST', url: '/insights' }

test('Activity, through the sync: empty, success; and trying a change again in each', async ({ troubled: world }) => {
  const { page, faulty, service } = world
  await test.step('empty', async () => {
    await openView(page, view)
    await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
  })

  await test.step('success', async () => {
    await openView(page, 'Insights')
    await createInsight(page, { title: 'One that went well', description })
    await expect(page.getByText('Insight created')).toBeVisible()
    await openView(page, view)
    await expect(tableRow(page, view, 'One that went well')).toContainText('Done')
  })

  const details = page.getByRole('region', { name: 'Activity details' })
  const alert = details.getByRole('alert')
  const retry = details.getByRole('button', { name: `Retry ${title}` })
  const sendNow = details.getByRole('button', { name: `Send now: ${title}` })
  await test.step('403 on reconnection: parked, in words', async () => {
    await faulty.goAway()
    await openView(page, 'Insights')
    await createInsight(page, { title, description })
    // Its row says that it waits even before the first attempt, which must not reach the restored service.
    await expect(page.getByText(savedHere, { exact: true })).toBeVisible()
    await expect(insightForm(page)).toBeHidden()
    await expect(tableRow(page, 'Insights', title)).toContainText('Waiting to send')
    faulty.script({ ...creation, fault: answeredBy({ ...service, token: service.readOnlyToken }) })
    await faulty.comeBack()
    await syncNow(page)
    await expect(tableRow(page, 'Insights', title)).toContainText('Rejected')
    await expect(syncStatus(page)).toContainText('1 change rejected')
    await openView(page, view)
    await expect(rowAt(page, view, 1)).toContainText(title)
    await expect(rowAt(page, view, 1)).toContainText('Rejected')
    await rowAt(page, view, 1).click()
    await expect(alert).toContainText(/You don’t have permission to do this in \S.*The response was 403/)
    await expect(details).toContainText('Rejected')
  })

  for (const [state, fault, words] of [
    ['400', faults.problem(400, 'INVALID_REQUEST'), /The service rejected this.*The response was 400/],
    ['404', faults.problem(404, 'NOT_FOUND'), /Not found.*The response was 404/],
  ] as const) {
    await test.step(`retry ${state}`, async () => {
      faulty.reset()
      faulty.script({ ...creation, fault })
      await retry.click()
      await expect(alert).toContainText(words)
      await expect(details).toContainText('Rejected')
      await expect(retry).toBeEnabled()
    })
  }

  await test.step('retry 401: waits for one sign-in', async () => {
    faulty.reset()
    faulty.script({ fault: answeredBy({ ...service, token: service.expiredToken }) })
    await retry.click()
    await expect(alert).toContainText(/Sign-in needed.*Add a new one/)
    await expect(details).toContainText('Waiting to send')
    await expect(syncStatus(page)).toContainText(/^Sign-in needed – data from .* · 1 change waiting$/)
  })

  await test.step('retry offline: waits for the service', async () => {
    faulty.reset()
    await faulty.goAway()
    await signInFromPrompt(page, service.token)
    await expect(syncStatus(page)).toContainText(/^Offline – data from .* · 1 change waiting$/)
    await expect(sendNow).toBeDisabled()
    await expect(sendNow).toHaveAccessibleDescription(/^This needs a connection to the service\./)
    await expect(details).toContainText('It will be sent once the service is available.')
    await expect(details).toContainText('Couldn’t send: ')
    await expect(alert).toHaveCount(0)
    await expect(details).toContainText('Waiting to send')
  })

  await test.step('retry 500: found out about, and sent exactly once', async () => {
    faulty.script({ ...creation, fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') })
    await faulty.comeBack()
    // The app also retries by itself. Whichever attempt is first fails, and waits for a check or the next one.
    await syncNow(page)
    await expect(details).toContainText(/The service had a problem/i)
    await endTrouble(world)
    await expect(details).toContainText('Done')
    await expect(alert).toHaveCount(0)
    expect((await listAtService(service)).filter((insight) => insight.title === title)).toHaveLength(1)
  })

  await test.step('empty workspace: what was done stays', async () => {
    await page.keyboard.press('Escape')
    await serveNothing(world)
    await expectRowCount(page, view, 2)
  })
})
