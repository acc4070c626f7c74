import { fillInsight, insightForm, openNewInsight } from '../../commands/create-insight'
import { waitForRows } from '../../commands/read-rows'
import { waitForDraft } from '../../commands/wait-for-draft'
import { expect, test } from '../../fixtures/test'

const title = 'Half a thought about charging at work'
const description = 'The second sentence is still'

test('a draft is there again after the app was killed', async ({ sandbox, start }) => {
  const form = await openNewInsight(sandbox.page)
  await fillInsight(form, { title, description })
  await expect(form.getByRole('status', { name: 'Draft' })).toContainText('Draft saved')
  await waitForDraft(sandbox.page, { title, description })
  await sandbox.kill()

  const { page } = await start()
  await waitForRows(page)
  // The form was open, so it is open again.
  const again = insightForm(page)
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(again.getByRole('textbox', { name: 'Description' })).toHaveValue(description)
})

test('what was typed last is there again after quitting at once', async ({ sandbox, start }) => {
  const form = await openNewInsight(sandbox.page)
  await fillInsight(form, { title, description })
  // In the same moment as the last word: no pause, and no other field is entered, both of which would save it.
  const words = `${description} being typed`
  await form.getByRole('textbox', { name: 'Description' }).fill(words)
  await sandbox.electron.evaluate(({ app }) => app.quit()).catch(() => {})
  await expect.poll(() => sandbox.isRunning()).toBe(false)

  const { page } = await start()
  await waitForRows(page)
  const again = insightForm(page)
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(again.getByRole('textbox', { name: 'Description' })).toHaveValue(words)
})
