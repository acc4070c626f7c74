import { faults } from '../../../src/sandbox/testing/faults'
import { answeredBy } from '../../app/answered-by'
import { manyRows, titleAt, topicOfMany } from '../../app/many-records'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { openView } from '../../commands/open-view'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { signIn } from '../../commands/sign-in'
import { expect, test } from '../../fixtures/test'

const unknownTopic = '11111111-1111-4111-8111-111111111111'
const reading = { method: 'GET', url: '/topics/' }

test('Topics: empty, success, 2,000 rows; reading one in each', async ({ troubled: world }) => {
  const { page, faulty, service } = world
  const [one, two] = service.topics
  if (!one || !two) throw new Error('the seed has too few topics')
  await openView(page, 'Topics')
  const field = page.getByRole('textbox', { name: 'Topic ID' })
  const open = page.getByRole('button', { name: 'Open topic' })
  const form = page.getByRole('form', { name: 'Open a topic' })
  const alert = form.getByRole('alert')
  const details = page.getByRole('region', { name: 'Topic details' })

  await test.step('empty', async () => {
    await expect(page.getByRole('heading', { name: 'No topics yet' })).toBeVisible()
  })

  await test.step('success', async () => {
    await field.fill(one.id)
    await open.click()
    await expect(details.getByRole('heading', { name: one.title })).toBeVisible()
    await expect(details).toContainText('Synced just now')
    await expect(details).toBeFocused()
    expect(await details.evaluate((region) => region.parentElement?.scrollTop)).toBe(0)
    await expect(field).toHaveValue('')
  })

  await test.step('open 400: on the field, which has the focus', async () => {
    faulty.script({ ...reading, fault: faults.problem(400, 'INVALID_REQUEST') })
    await field.fill(two.id)
    await open.click()
    await expect(field).toHaveAccessibleDescription(/This ID can’t be used. The response was 400: Scripted by a test/)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(two.id)
  })

  await test.step('open 404: on the field, from the service itself', async () => {
    faulty.reset()
    await field.fill(unknownTopic)
    await open.click()
    await expect(field).toHaveAccessibleDescription('No topic has this ID in this workspace.')
    await expect(field).toBeFocused()
    await checkInBothSchemes(page, 'no such topic')
    await field.fill(two.id)
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  })

  for (const [state, fault, words] of [
    [
      '403',
      answeredBy({ ...service, token: service.foreignToken }),
      /don’t have permission to do this in \S.*use a token with this permission/,
    ],
    ['500', faults.problem(500, 'INTERNAL_SERVER_ERROR'), /The service had a problem.*Try again later/],
    ['401', answeredBy({ ...service, token: service.expiredToken }), /Sign-in needed.*Add a new one/],
  ] as const) {
    await test.step(`open ${state}`, async () => {
      faulty.reset()
      faulty.script({ ...reading, fault })
      await open.click()
      await expect(alert).toContainText(words)
      await expect(alert).toHaveCount(1)
      await expect(field).toHaveValue(two.id)
      await expect(details.getByRole('heading', { name: one.title })).toBeVisible()
    })
  }

  await test.step('after one sign-in it is read', async () => {
    faulty.reset()
    await signIn(page, alert.getByRole('button', { name: 'Add token…' }), service.token)
    await expect(field).toHaveValue(two.id)
    await open.click()
    await expect(details.getByRole('heading', { name: two.title })).toBeVisible()
    await expect(alert).toHaveCount(0)
    await expect(details).toBeFocused()
  })

  await test.step('the keys of the lists', async () => {
    const row = (title: string) => page.getByRole('region', { name: 'Recent' }).getByRole('link', { name: title })
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(row(two.title)).toBeFocused()
    await page.keyboard.press('j')
    await expect(row(one.title)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details).toBeFocused()
    await expect(details.getByRole('heading', { name: one.title })).toBeVisible()
    await page.keyboard.press('k')
    await expect(details.getByRole('heading', { name: two.title })).toBeVisible()
  })

  await test.step('open offline: what was read before is shown, with its age; what was not, is said', async () => {
    await faulty.goAway()
    await field.fill(one.id)
    await open.click()
    await expect(details.getByRole('heading', { name: one.title })).toBeVisible()
    await expect(alert).toContainText('Can’t reach the service')
    await details.getByRole('button', { name: 'Refresh' }).click()
    await expect(details.getByRole('alert')).toContainText('Can’t reach the service')
    await expect(details).toContainText(/Showing the version from (just now|\d+ min ago)/)
    await field.fill(unknownTopic)
    await open.click()
    await expect(alert).toContainText('try again later')
    await expect(field).toHaveValue(unknownTopic)
    await faulty.comeBack()
    await details.getByRole('button', { name: 'Try again' }).click()
    await expect(details.getByRole('alert')).toHaveCount(0)
  })

  await test.step('empty workspace: the topic stays, and says which of its records are not known', async () => {
    await serveNothing(world)
    await expect(details.getByRole('heading', { name: one.title })).toBeVisible()
    await expect(details).toContainText('not in this workspace')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    faulty.script({ ...reading, fault: faults.json(topicOfMany(two.id)) })
    await field.fill(two.id)
    await open.click()
    await expect(details.getByRole('heading', { name: 'One topic of everything' })).toBeVisible()
    const insights = details.getByRole('region', { name: 'Insights' }).getByRole('listitem')
    await expect(insights).toHaveCount(manyRows)
    await insights.last().scrollIntoViewIfNeeded()
    await insights
      .last()
      .getByRole('link', { name: titleAt('insight', manyRows - 1) })
      .click()
    await expect(page.getByRole('region', { name: 'Insight details' })).toContainText(titleAt('insight', manyRows - 1))
  })
})
