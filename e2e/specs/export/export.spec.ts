// Lists as files: search results or the selection, in forms that no spreadsheet runs and no page renders.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { answerDialogs, askedDialogs } from '../../commands/answer-dialogs'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight } from '../../commands/create-insight'
import { insightDetails } from '../../commands/open-insight'
import { openView } from '../../commands/open-view'
import { countRows, insightRow, insightRows, waitForRows } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { expect, test } from '../../fixtures/test'

const formula = '=HYPERLINK("https://evil.example","open")'

const dialog = (page: Page, list = 'insights') => page.getByRole('dialog', { name: `Export ${list}` })

async function exportedFolder(profile: string): Promise<string> {
  const folder = path.join(profile, 'exported')
  await mkdir(folder)
  return folder
}

/** Records the files that the app asks the operating system to show, from now on. */
async function watchShown(electron: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await electron.evaluate(({ shell }) => {
    const shown: string[] = []
    Object.assign(globalThis, { shown })
    Object.assign(shell, { showItemInFolder: (file: string) => shown.push(file) })
  })
  return () => electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
}

test('by keyboard: exports search results as CSV, the selection as Markdown, and the activity as JSON', async ({
  sandbox: { electron, page },
  profile,
}) => {
  const folder = await exportedFolder(profile)
  const shown = await watchShown(electron)
  await createInsight(page, { title: formula, description: 'A title that a spreadsheet would run.' })
  // Opens once the form is gone.
  await expect(insightDetails(page)).toContainText(formula)

  await searchInsights(page, 'spreadsheet')
  await expect.poll(() => countRows(page)).toBe(1)
  const csv = path.join(folder, 'insights.csv')
  await answerDialogs(electron, { file: csv })
  await page.keyboard.press('Control+e')
  await expect(dialog(page)).toContainText('All matching (1)')
  await expect(dialog(page).locator(':focus')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 insight exported')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const lines = (await readFile(csv, 'utf8')).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('"Unseen","Type","Title","Score"')
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"",""open"")"`)
  await page.getByRole('button', { name: 'Show in folder' }).click()
  await expect.poll(shown).toEqual([csv])

  await searchInsights(page, '')
  await expect.poll(() => countRows(page)).toBeGreaterThan(2)
  await insightRows(page).first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  const markdown = path.join(folder, 'insights.md')
  await answerDialogs(electron, { file: markdown })
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export…' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Selected (2)' })).toBeChecked()
  await dialog(page).getByText('Markdown').click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 insights exported')).toBeVisible()
  expect((await readFile(markdown, 'utf8')).trimEnd().split('\n')).toHaveLength(8)

  await insightRow(page, formula).click()
  const own = page.getByRole('region', { name: 'Only on this computer' })
  await own.getByRole('button', { name: 'Add note' }).click()
  await expect(own.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await own.getByRole('textbox', { name: 'Note' }).fill('Ask the wombat')
  await own.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(own.getByRole('button', { name: 'Mark as not reviewed' })).toBeVisible()
  await searchInsights(page, 'wombat')
  await expect.poll(() => countRows(page)).toBe(1)
  const noted = path.join(folder, 'noted.md')
  await answerDialogs(electron, { file: noted })
  await page.keyboard.press('Control+e')
  await dialog(page).getByText('All matching').click()
  await dialog(page)
    .getByRole('checkbox', { name: /^Include notes, labels/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Export…' }).click()
  // The notice of the first export has the same words.
  await expect(dialog(page)).toHaveCount(0)
  expect(await readFile(noted, 'utf8')).toMatch(/\| Reviewed \|.*\| Ask the wombat \|/)
  expect(await readFile(csv, 'utf8')).not.toContain('wombat')

  await openView(page, 'Activity')
  await expect(page.getByRole('status', { name: 'Number of changes' })).toHaveText('1 change')
  const json = path.join(folder, 'activity.json')
  await answerDialogs(electron, { file: json })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type('export')
  await expect(page.getByRole('option', { selected: true })).toContainText('Export…')
  await page.keyboard.press('Enter')
  await dialog(page, 'activity').getByText('JSON').click()
  await dialog(page, 'activity').getByText('All fields').click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 change exported')).toBeVisible()
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({
    what: 'Activity',
    items: [{ change: formula, action: 'New insight', result: 'Done', requestBody: { title: formula } }],
  })
  expect((await readdir(folder)).toSorted()).toEqual(['activity.json', 'insights.csv', 'insights.md', 'noted.md'])
})

test('a cancelled dialog writes nothing, and a missing folder is reported in the dialog', async ({
  sandbox: { electron, page },
  profile,
}) => {
  const folder = await exportedFolder(profile)
  await answerDialogs(electron, {})
  await page.keyboard.press('Control+e')
  await dialog(page).getByRole('button', { name: 'Export…' }).click()
  await expect.poll(() => askedDialogs(electron)).toHaveLength(1)
  await expect(dialog(page).getByRole('button', { name: 'Export…' })).not.toHaveAttribute('aria-busy')
  expect(await readdir(folder)).toEqual([])

  await rm(folder, { recursive: true })
  await answerDialogs(electron, { file: path.join(folder, 'insights.csv') })
  await dialog(page).getByRole('button', { name: 'Export…' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Couldn’t save the file there. Choose another folder or name.',
  )
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('a large export shows its progress, and leaves the old file and nothing else when cancelled', async ({
  start,
  serve,
  profile,
}) => {
  const folder = await exportedFolder(profile)
  const { electron, page } = await start()
  await connectWorkspace(page, connectionOf(await serve({ args: ['--insights', '6000'] })))
  await expect.poll(() => countRows(page), { timeout: 120_000 }).toBe(6_000)
  await waitForRows(page)
  const file = path.join(folder, 'insights.csv')
  await writeFile(file, 'old')
  await answerDialogs(electron, { file })
  await page.keyboard.press('Control+e')
  await dialog(page).getByText('All fields').click()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('progressbar', { name: 'Export progress' })).toBeVisible()
  expect((await readdir(folder)).length).toBe(2)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status', { name: 'Announcements' })).toHaveText('Export cancelled')
  await expect.poll(() => readdir(folder)).toEqual(['insights.csv'])
  expect(await readFile(file, 'utf8')).toBe('old')

  await dialog(page).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText('6,000 insights exported')).toBeVisible({ timeout: 120_000 })
  expect((await readFile(file, 'utf8')).match(/\r\n/g)).toHaveLength(6_001)
})
