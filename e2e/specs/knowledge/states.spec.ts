import { titleAt } from '../../app/many-records'
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { rowAt, rowCount, rowName, tableRow, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { walkRefusals } from '../../commands/walk-refusals'
import { expect, test } from '../../fixtures/test'

const view = 'Knowledge'

test('Knowledge: empty, 2,000 rows; and deleting in each', async ({ troubled: world }) => {
  const { page, faulty, service } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()
  const all = await rowCount(page, view)

  const dialog = page.getByRole('dialog', { name: 'Delete knowledge item' })
  const button = dialog.getByRole('button', { name: 'Delete', exact: true })
  const openDialog = async () => {
    const title = await rowName(rowAt(page, view, 1))
    await rowAt(page, view, 1).getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(dialog).toContainText(title)
    return title
  }

  await test.step('delete', async () => {
    const title = await openDialog()
    const doubt = /know yet whether this went through/
    const deletion = { dialog, button, method: 'DELETE', path: '/knowledge/', doubt, except: ['404'] } as const
    await walkRefusals(world, deletion)
    expect(await rowCount(page, view)).toBe(all)
    await button.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Knowledge item deleted')).toBeVisible()
    await expect(tableRow(page, view, title)).toHaveCount(0)
    expect(faulty.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  await test.step('delete 404: somebody else was quicker', async () => {
    const title = await openDialog()
    const path = faulty.requests.find(({ method }) => method === 'DELETE')?.url.replace(/[^/]+$/, '')
    const headers = { authorization: `Bearer ${service.token}` }
    const list = await fetch(`${service.baseUrl}${path?.slice(0, -1)}`, { headers })
    const { data } = (await list.json()) as { data: { id: string; title: string }[] }
    const item = data.find((each) => each.title === title)
    expect((await fetch(`${service.baseUrl}${path}${item?.id}`, { method: 'DELETE', headers })).status).toBe(200)
    await button.click()
    await expect(page.getByText(/was already deleted/)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(tableRow(page, view, title)).toHaveCount(0)
  })

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No knowledge items yet' })).toBeVisible()
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    const wordsAt = (place: number) => titleAt('document', place)
    await checkLongList(page, { name: view, wordsAt, sortedBy: 'Title' })
  })
})
