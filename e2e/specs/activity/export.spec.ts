// The activity as files: what the search shows, in forms that no spreadsheet runs.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { answerDialogs } from '../../commands/answer-dialogs'
import { createInsight } from '../../commands/create-insight'
import { openView } from '../../commands/open-view'
import { insightRow } from '../../commands/read-rows'
import { expect, test } from '../../fixtures/test'

const formula = '=HYPERLINK("https://evil.example","open")'

test('CSV and JSON hold every change; cancelling writes nothing, and a place that cannot be written is said', async ({
  sandbox: { electron, page },
  profile,
}) => {
  const folder = path.join(profile, 'exported')
  await mkdir(folder)
  await createInsight(page, { title: formula, description: 'A title that a spreadsheet would run.' })
  await expect(insightRow(page, formula)).toBeVisible()
  await openView(page, 'Activity')
  await expect(page.getByRole('status', { name: 'Number of changes' })).toHaveText('1 change')
  const asCsv = page.getByRole('button', { name: 'Export CSV' })

  await answerDialogs(electron, {})
  await asCsv.click()
  await expect(asCsv).toBeEnabled()

  const csv = path.join(folder, 'activity.csv')
  await answerDialogs(electron, { file: csv })
  await asCsv.click()
  const saved = page.getByText('1 change saved.')
  await expect(saved).toHaveCount(1)
  const text = await readFile(csv, 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""open"")"`)

  const json = path.join(folder, 'activity.json')
  await answerDialogs(electron, { file: json })
  await page.getByRole('button', { name: 'Export JSON' }).click()
  await expect(saved).toHaveCount(2)
  expect(JSON.parse(await readFile(json, 'utf8'))).toEqual([
    expect.objectContaining({ title: formula, kind: 'createInsight', state: 'done' }),
  ])

  await rm(folder, { recursive: true })
  await asCsv.click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t save the file there')
  await expect(asCsv).toBeEnabled()
})
