// Goals come from the insights, so the states of their list are those of the sync. Deleting is a call.

import { titleAt } from '../../app/many-records'
import { checkLongList } from '../../commands/check-long-list'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { rowAt, rowCount, table, tableRow, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { useKeyboard } from '../../commands/use-keyboard'
import { walkRefusals } from '../../commands/walk-refusals'
import { expect, test } from '../../fixtures/test'

const view = 'Goals'
const doubt = /know yet whether this went through/
const unknownGoal = '11111111-1111-4111-8111-111111111111'

test('Goals, through the sync: empty, 2,000 rows; and deleting in each, also by id', async ({ troubled: world }) => {
  const { page, faulty, service } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()
  const all = await rowCount(page, view)
  const deletions = () => faulty.requests.filter(({ method }) => method === 'DELETE')
  const goals = (await listAtService(service)).flatMap(({ outcomes }) => outcomes)
  const idOf = (title: string) => goals.find((goal) => goal.title === title)?.id ?? ''

  const dialog = page.getByRole('dialog', { name: 'Delete goal', exact: true })
  const button = dialog.getByRole('button', { name: 'Delete', exact: true })
  const openDialog = async () => {
    const actions = rowAt(page, view, 1).getByRole('button', { name: 'Actions for' })
    const title = (await actions.getAttribute('aria-label'))?.replace('Actions for ', '') ?? ''
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(dialog).toContainText(title)
    return title
  }

  await test.step('delete', async () => {
    const title = await openDialog()
    const known = await listAtService(service)
    const carriers = known.filter(({ outcomes }) => outcomes.some((goal) => goal.title === title))
    const names = dialog.getByRole('region', { name: 'Insights', exact: true })
    await expect(names.getByRole('listitem')).toHaveCount(Math.min(carriers.length, 50))
    for (const carrier of carriers.slice(0, 3)) await expect(names).toContainText(carrier.title)
    const feedback = new Set(carriers.flatMap((insight) => insight.feedback.map(({ id }) => id)))
    await expect(dialog.getByRole('region', { name: 'Feedback' })).toContainText(`Feedback ${feedback.size}`)
    await walkRefusals(world, { dialog, button, method: 'DELETE', path: '/outcomes/', doubt, except: ['404'] })
    expect(await rowCount(page, view)).toBe(all)
    await button.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Goal deleted')).toBeVisible()
    await expect(tableRow(page, view, title)).toHaveCount(0)
    expect(deletions().map(({ url }) => url.split('/').at(-1))).toEqual([idOf(title)])
  })

  await test.step('delete 404: somebody else was quicker', async () => {
    const title = await openDialog()
    const url = `${service.baseUrl}${deletions()[0]?.url.replace(/[^/]+$/, idOf(title))}`
    const headers = { authorization: `Bearer ${service.token}` }
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200)
    await button.click()
    await expect(page.getByText(/was already deleted/)).toBeVisible()
    // While open, the dialog takes all keys.
    await expect(dialog).toBeHidden()
    await expect(tableRow(page, view, title)).toHaveCount(0)
  })

  await test.step('delete by the keyboard alone', async () => {
    const keyboard = useKeyboard(page)
    const actions = rowAt(page, view, 1).getByRole('button', { name: 'Actions for' })
    const title = (await actions.getAttribute('aria-label'))?.replace('Actions for ', '') ?? ''
    await keyboard.press('Home', '.')
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
    await keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await keyboard.press('Tab', 'Enter')
    await expect(dialog).toBeHidden()
    await expect(tableRow(page, view, title)).toHaveCount(0)
    expect(deletions().at(-1)?.url.split('/').at(-1)).toBe(idOf(title))
  })

  await test.step('delete by id', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete by ID…' }).click()
    const byId = page.getByRole('dialog', { name: 'Delete goal by ID' })
    const field = byId.getByRole('textbox', { name: 'Goal ID' })
    await field.fill(unknownGoal)
    await expect(byId.getByRole('status')).toContainText('No insight is linked to this goal')
    const send = byId.getByRole('button', { name: 'Delete', exact: true })
    await walkRefusals(world, {
      dialog: byId,
      button: send,
      method: 'DELETE',
      path: '/outcomes/',
      doubt,
      except: ['404'],
    })
    await expect(field).toHaveValue(unknownGoal)
    // The service itself answers 404, as it has no such goal.
    await send.click()
    await expect(byId).toBeHidden()
    await expect(page.getByText(/This goal was already deleted/).last()).toBeVisible()
  })

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No goals yet' })).toBeVisible()
    await expect(table(page, view)).toHaveCount(0)
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await checkLongList(page, { name: view, wordsAt: (place) => titleAt('goal', place), sortedBy: 'Title' })
  })
})
