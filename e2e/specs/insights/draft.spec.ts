import { fillInsight, insightForm, openNewInsight } from '../../commands/create-insight'
import { waitForRows } from '../../commands/read-rows'
import { waitForDraft } from '../../commands/wait-for-draft'
import { expect, test } from '../../fixtures/test'

const title = 'Half a thought about charging at work'
const description = 'The second sentence is still'

test('a draft survives a kill of the app, and keeps its last words when the app quits right after typing', async ({
  sandbox,
  start,
}) => {
  const form = await openNewInsight(sandbox.page)
  await fillInsight(form, { title, description })
  await expect(form.getByRole('status', { name: 'Draft' })).toContainText('Draft saved')
  await waitForDraft(sandbox.page, { title, description })
  await sandbox.kill()

  const second = await start()
  await waitForRows(second.page)
  // The form was open, so it is open again.
  const again = insightForm(second.page)
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(again.getByRole('textbox', { name: 'Description' })).toHaveValue(description)

  // Quits right after the last word, without a pause or a change of field, either of which would save it.
  const words = `${description} being typed`
  await again.getByRole('textbox', { name: 'Description' }).fill(words)
  await second.electron.evaluate(({ app }) => app.quit()).catch(() => {})
  await expect.poll(() => second.isRunning()).toBe(false)

  const { page } = await start()
  await waitForRows(page)
  await expect(insightForm(page).getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(insightForm(page).getByRole('textbox', { name: 'Description' })).toHaveValue(words)
})
