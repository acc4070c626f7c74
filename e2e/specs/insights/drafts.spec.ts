// Several drafts of new insights: kept apart through a power cut, listed, and asked about when there is feedback for one.
import type { Page } from '@playwright/test'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { fillInsight, insightForm, openNewInsight } from '../../commands/create-insight'
import { openView } from '../../commands/open-view'
import { insightRow, waitForRows } from '../../commands/read-rows'
import { waitForDraft } from '../../commands/wait-for-draft'
import { expect, test } from '../../fixtures/test'

const charging = { title: 'Chargers at work', description: 'Half a thought about charging.' }
const theft = { type: 'Bug', title: 'Alarm rings late', description: 'It rings after the theft.' } as const

const titleField = (page: Page) => insightForm(page).getByRole('textbox', { name: 'Title' })
const draftsButton = (page: Page, count: number) =>
  page.getByRole('button', { name: count === 1 ? '1 draft' : `${count} drafts`, exact: true })

test('several drafts survive a hard kill, accept feedback, and disappear one by one when sent or discarded', async ({
  sandbox,
  start,
}) => {
  const form = await openNewInsight(sandbox.page)
  await fillInsight(form, charging)
  await waitForDraft(sandbox.page, charging)
  await form.getByRole('button', { name: 'Close' }).click()
  await openNewInsight(sandbox.page)
  await expect(titleField(sandbox.page)).toHaveValue(charging.title)
  await form.getByRole('button', { name: 'Start a new one' }).click()
  await expect(titleField(sandbox.page)).toHaveValue('')
  await fillInsight(form, theft)
  await waitForDraft(sandbox.page, { title: theft.title, description: theft.description })
  await sandbox.kill()

  const { page } = await start()
  await waitForRows(page)
  // The form was open, so it is open again, with the draft that was typed last.
  await expect(titleField(page)).toHaveValue(theft.title)
  await insightForm(page).getByRole('button', { name: 'Close' }).click()
  await expect(draftsButton(page, 2)).toBeVisible()

  await test.step('feedback is added to the draft that the person chooses', async () => {
    await openView(page, 'Feedback')
    await page.getByRole('table', { name: 'Feedback' }).locator('tbody tr').first().getByRole('checkbox').click()
    await page.getByRole('button', { name: 'New insight from this' }).click()
    const choice = insightForm(page)
    await expect(choice.getByRole('button', { name: 'Start a new insight' })).toBeFocused()
    await expect(choice.getByRole('listitem')).toHaveCount(2)
    await checkInBothSchemes(page, 'a choice of drafts')
    await choice.getByRole('button', { name: /^Chargers at work/ }).click()
    await expect(titleField(page)).toHaveValue(charging.title)
    await expect(choice.getByRole('status', { name: 'Draft' })).toContainText('Draft saved')
    await choice.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the list of drafts opens a draft, and discards one with Undo', async () => {
    await openView(page, 'Insights')
    await draftsButton(page, 2).click()
    const list = page.getByRole('list', { name: 'Drafts' })
    await expect(list.getByRole('listitem').first()).toContainText('1 piece of feedback')
    await list.getByRole('button', { name: 'Discard “Chargers at work”' }).click()
    await expect(draftsButton(page, 1)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(draftsButton(page, 2)).toBeVisible()
    await expect(list).toBeHidden()
    await draftsButton(page, 2).click()
    await list.getByRole('button', { name: /^Alarm rings late/ }).click()
    await expect(titleField(page)).toHaveValue(theft.title)
  })

  await insightForm(page).getByRole('button', { name: 'Create insight' }).click()
  await expect(insightForm(page)).toBeHidden()
  await expect(insightRow(page, theft.title)).toBeVisible()
  await expect(draftsButton(page, 1)).toBeVisible()

  await draftsButton(page, 1).click()
  await page.getByRole('button', { name: 'Discard “Chargers at work”' }).click()
  await expect(draftsButton(page, 1)).toBeHidden()
  await expect(page.getByRole('button', { name: 'New insight', exact: true })).toBeFocused()
})
