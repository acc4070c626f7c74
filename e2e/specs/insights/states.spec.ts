import { faults } from '../../../src/sandbox/testing/faults'
import { answeredBy } from '../../app/answered-by'
import { titleAt } from '../../app/many-records'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkLongList } from '../../commands/check-long-list'
import {
  createInsight,
  fillInsight,
  insightForm,
  openNewInsight,
  savedHere,
  submitInsight,
} from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { expectSent } from '../../commands/read-rows'
import { searchbox, tableRow } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { signInFromPrompt } from '../../commands/sign-in'
import { expectAllSent, syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const view = 'Insights'
const title = 'Riders ask for a quieter freewheel'
const description = 'Three of them, at two dealers.'
const creation = { method: 'POST', url: '/insights' }

test('Insights: empty, 2,000 rows; and creating in each', async ({ troubled: world }) => {
  const { page, faulty, service } = world
  const atService = async (name: string) => (await listAtService(service)).filter((insight) => insight.title === name)

  const form = insightForm(page)
  const alert = form.getByRole('alert')
  const expectKept = async () => {
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
    await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(description)
    await expect(form.getByRole('textbox', { name: 'Owner ID' })).toHaveValue('somebody')
    await expect(alert).toHaveCount(1)
  }

  await test.step('create 400: the fields that the service names are marked, and the first has the focus', async () => {
    const invalidFields = {
      title: { type: 'too_long', message: 'At most 20 characters.', path: ['title'] },
      ownerId: { type: 'not_found', message: 'Nobody has this id.', path: ['ownerId'] },
    }
    const fault = faults.problem(400, 'INVALID_REQUEST', { validationErrors: { invalidFields } })
    faulty.script({ ...creation, fault })
    await openNewInsight(page)
    await fillInsight(form, { type: 'Bug', title, description, ownerId: 'somebody' })
    await submitInsight(form)
    await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(/At most 20 characters/)
    await expect(form.getByRole('textbox', { name: 'Owner ID' })).toHaveAccessibleDescription(/Nobody has this id/)
    await expect(alert).toContainText('Check the highlighted fields and send it again.')
    await expectKept()
  })

  for (const [state, fault, words] of [
    [
      '403',
      answeredBy({ ...service, token: service.readOnlyToken }),
      /don’t have permission to do this in \S.*use a token with this permission/,
    ],
    ['404', faults.problem(404, 'NOT_FOUND'), /Not found/],
  ] as const) {
    await test.step(`create ${state}`, async () => {
      faulty.reset()
      faulty.script({ ...creation, fault })
      await submitInsight(form)
      await expect(alert).toContainText(words)
      await expectKept()
      await expect(syncStatus(page)).toContainText('Synced')
      await checkInBothSchemes(page, `create ${state}`, { within: '[role="dialog"]' })
    })
  }

  await test.step('create 401: kept, and sent after one sign-in', async () => {
    faulty.reset()
    faulty.script({ fault: answeredBy({ ...service, token: service.expiredToken }) })
    await submitInsight(form)
    await expect(
      page.getByText('Saved on this computer. Add a new access token to send it.', { exact: true }),
    ).toBeVisible()
    await expect(form).toBeHidden()
    await expect(tableRow(page, view, title)).toContainText('Waiting to send')
    await expect(syncStatus(page)).toContainText(/^Sign-in needed – data from .* · 1 change waiting$/)
    faulty.reset()
    await signInFromPrompt(page, service.token)
    await expectSent(page, title)
    await expectAllSent(page)
    expect(await atService(title)).toHaveLength(1)
  })

  await test.step('create 500: looked for before it is sent again', async () => {
    faulty.script({ ...creation, fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') })
    await createInsight(page, { title: `${title}, too`, description })
    await expect(page.getByText('We’re checking whether this went through.')).toBeVisible()
    await expect(form).toBeHidden()
    faulty.reset()
    await syncNow(page)
    await expectSent(page, `${title}, too`)
    await expectAllSent(page)
    expect(await atService(`${title}, too`)).toHaveLength(1)
  })

  await test.step('create offline: waits visibly, and goes out on reconnection', async () => {
    await faulty.goAway()
    await createInsight(page, { title: `${title}, again`, description })
    await expect(page.getByText(savedHere, { exact: true })).toBeVisible()
    await expect(tableRow(page, view, `${title}, again`)).toContainText('Waiting to send')
    await expect(syncStatus(page)).toContainText(/^Offline – data from .* · 1 change waiting$/)
    await faulty.comeBack()
    await syncNow(page)
    await expectSent(page, `${title}, again`)
    await expectAllSent(page)
    expect(await atService(`${title}, again`)).toHaveLength(1)
    await page.keyboard.press('Escape')
  })

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No insights yet' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create an insight' })).toBeVisible()
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await checkLongList(page, { name: view, wordsAt: (place) => titleAt('insight', place), sortedBy: 'Title' })
    await searchbox(page, view).fill('2000')
    await expect(tableRow(page, view, titleAt('insight', 1999))).toBeVisible()
  })
})
