// Settings asks the service nothing by itself. Its information on data and token follows the sync.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { answeredBy } from '../../app/answered-by'
import { manyRows } from '../../app/many-records'
import { openView } from '../../commands/open-view'
import { rowCount } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

test('Settings, through the sync: empty, 2,000 rows; and another token', async ({ startTroubled, profile }) => {
  const folders = { XDG_DATA_HOME: path.join(profile, 'xdg-data'), XDG_CONFIG_HOME: path.join(profile, 'xdg-config') }
  const world = await startTroubled({ app: { env: folders } })
  const { page, faulty, service } = world
  const all = await rowCount(page, 'Insights')
  await openView(page, 'Settings')
  const data = page.getByRole('region', { name: 'On this computer' })
  const workspaces = page.getByRole('list', { name: 'Workspaces' })
  const address = page.getByRole('textbox', { name: 'Base address' })
  const expectFigures = async (insights: number) => {
    await expect(data).toContainText(`Insights${insights.toLocaleString('en')}`)
    await expect(data).toContainText(/Synced(just now|\d+ min ago)/)
  }
  await expectFigures(all)

  await test.step('a base address that cannot be used is refused on its field, and stays there', async () => {
    await address.fill('http://juniperbikes.example')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await expect(address).toHaveAccessibleDescription(/https/)
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toHaveValue('http://juniperbikes.example')
    await address.fill(faulty.baseUrl)
  })

  await test.step('a workspace shows its ids and is called what the person says', async () => {
    const row = workspaces.getByRole('listitem').first()
    await expect(row).toContainText(service.organisationId)
    await expect(row).toContainText(service.workspaceId)
    await row.getByRole('button', { name: `Rename ${service.workspaceName}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename workspace' })
    await dialog.getByLabel('Workspace name').fill('Another name')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Workspace: Another name' })).toBeVisible()
    await row.getByRole('button', { name: 'Rename Another name' }).click()
    await dialog.getByLabel('Workspace name').fill(service.workspaceName)
    await dialog.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('button', { name: `Workspace: ${service.workspaceName}` })).toBeVisible()
  })

  const tryOut = workspaces.getByRole('button', { name: `Test connection of ${service.workspaceName}` })
  await test.step('401: another token is taken here too, and is in use at once', async () => {
    faulty.script({ fault: answeredBy({ ...service, token: service.expiredToken }) })
    await syncNow(page)
    await expect(syncStatus(page)).toContainText(/^Sign-in needed – data from/)
    await tryOut.click()
    await expect(workspaces.getByRole('alert')).toContainText('access token has expired or was revoked')
    await workspaces.getByRole('button', { name: `Replace token of ${service.workspaceName}` }).click()
    const dialog = page.getByRole('dialog', { name: 'New access token' })
    await dialog.getByRole('button', { name: 'Save token' }).click()
    await expect(dialog.getByLabel('Access token')).toHaveAccessibleDescription('Enter the access token.')
    await expect(dialog.getByLabel('Access token')).toBeFocused()
    faulty.reset()
    await dialog.getByLabel('Access token').fill(service.token)
    await dialog.getByRole('button', { name: 'Save token' }).click()
    await expect(dialog).toBeHidden()
    await expect(syncStatus(page)).toContainText(/^Synced/)
    await tryOut.click()
    await expect(workspaces.getByRole('status')).toContainText(`Connection works: ${all} insights in`)
  })

  await test.step('links of other programs lead here once that is wanted, and not any more when it is not', async () => {
    const links = page.getByRole('switch', { name: 'Open discovery-desk links with this app' })
    await expect(links).not.toBeChecked()
    await links.focus()
    await page.keyboard.press('Space')
    await expect(links).toBeChecked()
    const entry = path.join(folders.XDG_DATA_HOME, 'applications', 'discovery-desk-links.desktop')
    const command = /^Exec=(.*) %u$/m.exec(await readFile(entry, 'utf8'))?.[1] ?? ''
    const list = path.join(folders.XDG_CONFIG_HOME, 'mimeapps.list')
    expect(await readFile(list, 'utf8')).toContain('x-scheme-handler/discovery-desk=discovery-desk-links.desktop')
    // Opens a link as the desktop does.
    await promisify(execFile)('sh', ['-c', `${command} discovery-desk://staging/${service.workspaceId}/topics`])
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible()
    await openView(page, 'Settings')
    await links.focus()
    await page.keyboard.press('Space')
    await expect(links).not.toBeChecked()
    await expect(readFile(entry)).rejects.toThrow()
    expect(await readFile(list, 'utf8')).not.toContain('discovery-desk')
  })

  const measureAgain = async () => {
    await openView(page, 'Insights')
    await openView(page, 'Settings')
  }
  await test.step('empty', async () => {
    await serveNothing(world)
    await measureAgain()
    await expectFigures(0)
  })
  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await measureAgain()
    await expectFigures(manyRows)
  })
})
