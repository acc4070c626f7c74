// The fate of changes whose answer was lost, and of those made while production could not be reached.
import { request as httpRequest } from 'node:http'
import { type Fault, faults } from '../../../src/sandbox/testing/faults'
import { callBridge } from '../../commands/call-bridge'
import { connectionOf, fillConnection, openConnect, saveAndOpen } from '../../commands/connect-workspace'
import { createInsight, insightForm } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { expectSent, insightRow, waitForRows } from '../../commands/read-rows'
import { openReview, syncNow, syncStatus } from '../../commands/sync-now'
import { unlockProduction } from '../../commands/unlock-production'
import { expect, test } from '../../fixtures/test'

const creation = { method: 'POST', url: /\/insights$/ }
const description = 'Typed by a test.'

/** Lets the service carry out the request, and cuts the connection before the answer. */
const applyThenCut =
  (upstream: string): Fault =>
  (response, { method, url, headers: { host: _host, connection: _connection, ...headers }, body }) =>
    new Promise((resolve) => {
      const forwarded = httpRequest(upstream + url, { method, headers }, (answer) => {
        answer.resume().on('end', () => {
          response.socket?.resetAndDestroy()
          resolve()
        })
      })
      forwarded.end(body)
    })

test('production: a lost response leaves one insight, and unsent changes are sent only after a review', async ({
  firstStart: { electron, page },
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const gate = await serveFaults({ upstream: service.baseUrl })
  await openConnect(page)
  await fillConnection(page, { ...connectionOf(service), environment: 'Production', baseAddress: gate.baseUrl })
  await saveAndOpen(page)
  await waitForRows(page)
  await unlockProduction({ electron, page })
  // A row also says that it waits just before it is sent.
  const expectAsked = () => expect.poll(() => gate.requests.filter(({ method }) => method === 'POST').length).toBe(1)
  const atService = async (title: string) => (await listAtService(service)).filter((each) => each.title === title)

  // The change arrived, but its answer was lost: it is found in the list and not sent again.
  gate.script({ ...creation, fault: applyThenCut(service.baseUrl) })
  await createInsight(page, { title: 'Arrived unheard', description })
  await expectSent(page, 'Arrived unheard')
  expect(await atService('Arrived unheard')).toHaveLength(1)
  // On a reused connection, Chromium would retry by itself.
  expect(gate.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  gate.reset()

  // The change failed without effect. It is not in the list and waits, as nothing is sent to production twice by itself.
  gate.script({ ...creation, fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') })
  await createInsight(page, { title: 'Lost on the way', description })
  await expectAsked()
  await expect(insightRow(page, 'Lost on the way')).toContainText('To review')
  gate.reset()
  gate.script({ ...creation, fault: faults.tooManyRequests('1') })
  await createInsight(page, { title: 'Made too soon', description })
  await expectAsked()
  await expect(insightRow(page, 'Made too soon')).toContainText('To review')
  gate.reset()
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('2 changes to review')
  expect(await atService('Lost on the way')).toEqual([])

  await syncStatus(page).getByRole('button').click()
  const unsettled = page.getByRole('list', { name: 'Unsent changes' })
  await expect(unsettled.getByRole('link', { name: 'New insight: Lost on the way' })).toBeVisible()
  const review = await openReview(page)
  await expect(review.getByRole('listitem')).toHaveCount(2)
  await expect(review.getByRole('listitem').filter({ hasText: 'Lost on the way' })).toContainText(description)
  await review.getByRole('checkbox', { name: /Made too soon/ }).click()
  await review.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(review).toBeHidden()
  await expectSent(page, 'Lost on the way')
  expect(await atService('Lost on the way')).toHaveLength(1)
  await syncNow(page)
  expect(await atService('Made too soon')).toEqual([])

  // The same holds past the interface: a sync sends nothing.
  const { environments } = ((await callBridge(page, 'environments.list', {})) as { value: Environments }).value
  const workspace = environments.find(({ name }) => name === 'production')?.workspaces[0]?.ref
  await callBridge(page, 'sync.now', { workspace })
  expect(await atService('Made too soon')).toEqual([])

  // A refused change: its form returns filled, with the service's words on the field, and sends the same insight.
  const invalidFields = { title: { type: 'too_long', message: 'Too long for us', path: ['title'] } }
  gate.script({
    ...creation,
    times: 1,
    fault: faults.problem(400, 'INVALID_REQUEST', { validationErrors: { invalidFields } }),
  })
  await syncStatus(page).getByRole('button').click()
  await openReview(page)
  await review.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(insightRow(page, 'Made too soon')).toContainText('Rejected')
  await insightRow(page, 'Made too soon').click()
  const details = page.getByRole('region', { name: 'Insight details' })
  await details.getByRole('link', { name: 'Edit and retry Made too soon' }).click()
  const form = insightForm(page)
  const field = form.getByRole('textbox', { name: 'Title' })
  await expect(field).toHaveValue('Made too soon')
  await expect(field).toHaveAccessibleDescription(/Too long for us/)
  await field.fill('Made in time')
  await form.getByRole('button', { name: 'Save and send' }).click()
  await expectSent(page, 'Made in time')
  expect(await atService('Made in time')).toHaveLength(1)
  await expect(insightRow(page, 'Made too soon')).toHaveCount(0)
})

interface Environments {
  readonly environments: readonly {
    readonly name: string
    readonly workspaces: readonly { readonly ref: unknown }[]
  }[]
}
