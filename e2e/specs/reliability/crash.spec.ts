import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight, fillInsight, openNewInsight } from '../../commands/create-insight'
import { killLibrary, killUntilStopped } from '../../commands/kill-library'
import { insightDetails } from '../../commands/open-insight'
import { readProfile } from '../../commands/read-profile'
import { countRows, insightRow } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { waitForDraft } from '../../commands/wait-for-draft'
import { expect, test } from '../../fixtures/test'

test('a killed library process still serves the next request; after three kills a button restarts it', async ({
  start,
  serve,
}) => {
  const service = await serve()
  const app = await start()
  const { page } = app
  await connectWorkspace(page, connectionOf(service))
  const all = await countRows(page)
  await killLibrary(app)

  await searchInsights(page, 'range')
  await expect.poll(() => countRows(page)).toBeLessThan(all)
  await searchInsights(page, '')
  await expect.poll(() => countRows(page)).toBe(all)
  await createInsight(page, { title: 'Written after the crash', description: 'And kept.' })
  await expect(insightRow(page, 'Written after the crash')).toBeVisible()

  // Opens once the form is gone, which has an Escape of its own.
  await expect(insightDetails(page)).toBeFocused()
  await page.keyboard.press('Escape')
  const form = await openNewInsight(page)
  await fillInsight(form, { title: 'Half written' })
  const stopped = page.getByRole('dialog', { name: 'The local library has stopped' })
  await killUntilStopped(app, stopped)
  await stopped.getByRole('button', { name: 'Continue anyway' }).click()
  const typed = { title: 'Half written', description: 'While nothing could be saved.' }
  await fillInsight(form, typed)
  await expect(form.getByText('Couldn’t save the draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Restart…' }).click()
  await stopped.getByRole('button', { name: 'Restart library' }).click()
  await expect(stopped).toBeHidden()
  await waitForDraft(page, typed)
  await killLibrary(app)
  await waitForDraft(page, typed)
  await expect(form.getByLabel('Description')).toHaveValue(typed.description)
  await page.keyboard.press('Escape')
  await expect(insightRow(page, 'Written after the crash')).toBeVisible()
})

test('a crashed page comes back with its rows and the draft, and leaves no memory dump on disk', async ({
  sandbox: { electron, page },
  profile,
}) => {
  const title = 'Half written'
  const description = 'When the window went white'
  const form = await openNewInsight(page)
  await fillInsight(form, { title, description })
  await waitForDraft(page, { title, description })
  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )

  // Playwright does not follow a page through a crash, so main reads the contents of the new one.
  const shown = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (!contents || contents.isCrashed()) return null
      const read = `({
        hasRows: document.querySelector('table[aria-label="Insights"] tbody tr') !== null,
        title: document.querySelector('[role=dialog] [name=title]')?.value,
        description: document.querySelector('[role=dialog] [name=description]')?.value,
      })`
      // A page that crashes before its answer never answers.
      const noAnswer = new Promise<null>((resolve) => setTimeout(resolve, 1000, null))
      return Promise.race([contents.executeJavaScript(read) as Promise<Record<string, unknown>>, noAnswer])
    })
  await expect.poll(shown, { timeout: 60_000 }).toEqual({ hasRows: true, title, description })
  expect((await readProfile(profile)).map(({ name }) => name).filter((name) => name.endsWith('.dmp'))).toEqual([])
})
