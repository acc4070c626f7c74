// Switching environments with requests in flight: late answers stay with the first environment.
import type { Page } from '@playwright/test'
import { faults } from '../../../src/sandbox/testing/faults'
import { answeredBy } from '../../app/answered-by'
import type { RunningApp } from '../../app/app'
import { manyDocuments, manyInsights, manyRows } from '../../app/many-records'
import { callBridge } from '../../commands/call-bridge'
import { connectionOf, fillConnection, saveAndOpen } from '../../commands/connect-workspace'
import { createInsight, fillInsight, openNewInsight, submitInsight } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { expectSent } from '../../commands/read-rows'
import { expectRowCount, rowAt, rowCount, tableRow, tableRows } from '../../commands/read-table'
import { closeSyncDetails, expectAllSent, syncStatus } from '../../commands/sync-now'
import { held } from '../../fixtures/held'
import { expect, test } from '../../fixtures/test'

const title = 'Written on the way out'

interface Known {
  readonly value: { readonly environments: readonly { readonly name: string; readonly entrance: object | null }[] }
}

/** Switches even while a dialog is open, as no menu or key does: requests in flight must still end well. */
async function switchTo({ page }: Pick<RunningApp, 'page'>, environment: string): Promise<void> {
  const { value } = (await callBridge(page, 'environments.list', {})) as Known
  const wanted = value.environments.find(({ name }) => name === environment.toLowerCase())
  await callBridge(page, 'environments.open', { workspace: wanted?.entrance })
  await page.evaluate(() => {
    location.hash = '#/insights'
  })
  await expect(page.getByRole('button', { name: `Environment: ${environment}` })).toBeVisible()
}

async function openWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('button', { name: `Workspace: ${name}` })).toBeVisible()
}

async function expectOnlyTheOther(page: Page): Promise<void> {
  await expectRowCount(page, 'Insights', manyRows)
  await expect(tableRow(page, 'Insights', 'Insight 2000')).toHaveCount(1)
  await expect(syncStatus(page)).toContainText(/^Synced/)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/** Expects a notice that names the other workspace in which the change was made. */
async function expectNotice(page: Page, words: string, place: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words }).last()).toContainText(place)
}

test('a sync, a creation and a deletion in flight finish in the environment they started in', async ({
  troubled: world,
  serveFaults,
}) => {
  const { page, faulty, service } = world
  const all = await rowCount(page, 'Insights')
  const other = await serveFaults({
    rules: [
      { method: 'GET', url: '/insights', fault: faults.json(manyInsights()) },
      { method: 'GET', url: '/knowledge', fault: faults.json(manyDocuments()) },
    ],
  })
  await page.evaluate(() => {
    location.hash = '#/connect?environment=development'
  })
  const connection = { ...connectionOf(service), environment: 'Development', baseAddress: other.baseUrl } as const
  await fillConnection(page, connection)
  await saveAndOpen(page)
  await expectOnlyTheOther(page)
  const real = answeredBy(service)

  await test.step('a sync', async () => {
    await switchTo(world, 'Staging')
    await expectRowCount(page, 'Insights', all)
    await expect(syncStatus(page)).toContainText(/^Synced/)
    const list = held(faults.json({ data: [] }))
    faulty.script({ method: 'GET', url: '/insights', fault: list.fault })
    await syncStatus(page).getByRole('button').click()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await list.taken
    await closeSyncDetails(page)
    await switchTo(world, 'Development')
    list.release()
    await expectOnlyTheOther(page)
    faulty.reset()
    await switchTo(world, 'Staging')
    await expectRowCount(page, 'Insights', all)
  })

  await test.step('a creation', async () => {
    const creation = held(real)
    faulty.script({ method: 'POST', fault: creation.fault })
    const form = await openNewInsight(page)
    await fillInsight(form, { type: 'Bug', title, description: 'While the switch was made.' })
    await submitInsight(form)
    await creation.taken
    await switchTo(world, 'Development')
    creation.release()
    await expectNotice(page, 'Insight created', `In ${service.workspaceName}, Staging`)
    await expect.poll(async () => (await listAtService(service)).filter((each) => each.title === title).length).toBe(1)
    await expectOnlyTheOther(page)
    await expect(page.getByRole('region', { name: 'Insight details' })).toHaveCount(0)
    await expect(tableRow(page, 'Insights', title)).toHaveCount(0)
    expect(other.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    faulty.reset()
    await switchTo(world, 'Staging')
    await expect(tableRow(page, 'Insights', title)).toHaveCount(1)
    await expect(syncStatus(page)).toContainText(/^Synced/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a deletion', async () => {
    await openView(page, 'Knowledge')
    const documents = await rowCount(page, 'Knowledge')
    const deletion = held(real)
    faulty.script({ method: 'DELETE', fault: deletion.fault })
    // Opens the record, so that the end of its deletion would lead back to the list if it ignored that the person has left.
    await rowAt(page, 'Knowledge', 1).click()
    await rowAt(page, 'Knowledge', 1).getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await deletion.taken
    await switchTo(world, 'Development')
    deletion.release()
    await expectNotice(page, 'Knowledge item deleted', `In ${service.workspaceName}, Staging`)
    await expectOnlyTheOther(page)
    expect(await page.evaluate(() => location.hash)).toMatch(/^#\/insights/)
    await openView(page, 'Knowledge')
    await expectRowCount(page, 'Knowledge', manyRows)
    faulty.reset()
    await switchTo(world, 'Staging')
    await openView(page, 'Knowledge')
    await expectRowCount(page, 'Knowledge', documents - 1)
    expect(other.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  await test.step('an unsent change is sent while another environment is open', async () => {
    await openView(page, 'Insights')
    await faulty.goAway()
    await createInsight(page, { title: `${title}, late`, description: 'Before the other environment was opened.' })
    await expect(tableRow(page, 'Insights', `${title}, late`)).toContainText('Waiting to send')
    await switchTo(world, 'Development')
    await faulty.comeBack()
    const arrived = async () => (await listAtService(service)).filter((each) => each.title === `${title}, late`).length
    await expect.poll(arrived, { timeout: 60_000 }).toBe(1)
    await switchTo(world, 'Staging')
    await expectSent(page, `${title}, late`)
    await expectAllSent(page)
    await openView(page, 'Knowledge')
  })

  await test.step('another workspace of the same environment', async () => {
    const workspaceId = '22222222-2222-4222-8222-222222222222'
    const ofOther = (list: string) => new RegExp(`/${workspaceId}/${list}`)
    faulty.script({ method: 'GET', url: ofOther('insights'), fault: faults.json(manyInsights()) })
    faulty.script({ method: 'GET', url: ofOther('knowledge'), fault: faults.json(manyDocuments()) })
    await page.evaluate(() => {
      location.hash = '#/connect?environment=staging'
    })
    await fillConnection(page, {
      ...connectionOf(service),
      ...{ environment: 'Staging', baseAddress: faulty.baseUrl, workspaceName: 'Second', workspaceId },
    })
    await saveAndOpen(page)
    await expectOnlyTheOther(page)
    await openWorkspace(page, service.workspaceName)
    // The view is as it was left.
    await expect(tableRows(page, 'Knowledge').first()).toBeVisible()
    await openView(page, 'Insights')
    await expectRowCount(page, 'Insights', all + 2)
    await expect(syncStatus(page)).toContainText(/^Synced/)

    const creation = held(real)
    faulty.script({ method: 'POST', fault: creation.fault })
    const form = await openNewInsight(page)
    await fillInsight(form, { type: 'Bug', title: `${title} again`, description: 'While another one was opened.' })
    await submitInsight(form)
    await creation.taken
    await page.keyboard.press('Escape')
    await openWorkspace(page, 'Second')
    creation.release()
    await expectNotice(page, 'Insight created', `In ${service.workspaceName}, Staging`)
    await expectOnlyTheOther(page)
    await expect(tableRow(page, 'Insights', `${title} again`)).toHaveCount(0)
    const written = faulty.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url)
    expect(written.filter((url) => url.includes(workspaceId))).toEqual([])
    await openWorkspace(page, service.workspaceName)
    await expect(tableRow(page, 'Insights', `${title} again`)).toHaveCount(1)
  })
})
