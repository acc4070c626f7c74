// The palette as the one way to everything: commands, settings and records, by keys alone, in one run of the app.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { answerDialogs } from '../../commands/answer-dialogs'
import { expect, test } from '../../fixtures/test'

test('finds commands, settings and feedback, lists recent commands first, and stores command names only', async ({
  startTroubled,
  profile,
}) => {
  const { electron, page } = await startTroubled({ environment: 'Production' })
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const field = palette.getByRole('combobox')
  const current = palette.getByRole('option', { selected: true })

  const run = async (words: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(words)
    await expect(current).toHaveAccessibleName(name)
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }

  await run('dark', /^Dark theme/)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await run('compact', /^Compact density/)
  await expect(page.locator('[data-density="compact"]')).toBeVisible()
  // All titles are at the same height, whether or not a summary fits beside them.
  const heights = await page.locator('tbody tr').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const title = row.querySelector('[title][dir="auto"]')
      return title ? [title.getBoundingClientRect().top - row.getBoundingClientRect().top] : []
    }),
  )
  expect(heights.length).toBeGreaterThan(5)
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.1)

  const unlock = page.getByRole('button', { name: 'Unlock editing' })
  await answerDialogs(electron, { button: 'Unlock Production' })
  await run('unlock', /^Unlock editing/)
  await expect(page.getByRole('button', { name: 'Lock editing', exact: true })).toBeVisible()
  await run('lock', /^Lock editing/)
  await expect(unlock).toBeVisible()

  await run('keyboard', /^Keyboard settings/)
  await expect(page.getByRole('region', { name: 'Keyboard' })).toBeFocused()
  // Workers share the clipboard of their display: what another one has replaced meanwhile is copied again.
  await expect(async () => {
    await run('copy', /^Copy link to this view/)
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.press('Control+v')
    const pasted = await field.inputValue()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    expect(pasted).toMatch(/^discovery-desk:\/\/production\/[^/]+\/settings$/)
  }).toPass()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Copy link to this view/)
  await page.keyboard.type('range')
  await expect(palette.getByRole('option', { name: /Feedback$/ }).first()).toBeVisible()
  // Only the list scrolls, not the dialog around it.
  expect(await palette.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  const feedback = palette.getByRole('option', { name: /Feedback$/ }).first()
  for (let steps = 0; steps < 40 && (await feedback.getAttribute('aria-selected')) !== 'true'; steps += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Feedback details' })).toContainText(/range/i)

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  // Typed at once, as options for a part of the word lead to that part.
  await page.keyboard.insertText('range')
  const all = palette.getByRole('option', { name: /^All \d+ in Insights$/ })
  const found = Number(/\d+/.exec(await all.innerText())?.[0])
  await all.click()
  await expect(page.getByRole('searchbox', { name: 'Search insights' })).toHaveValue('range')
  await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText(new RegExp(`^${found} of`))

  const settings = JSON.parse(readFileSync(path.join(profile, 'settings.json'), 'utf8'))
  expect(settings.preferences.recentCommands.production).toEqual([
    'command:copy-link',
    'setting:keyboard',
    'command:lock',
    'command:unlock',
    'command:density-compact',
    'command:appearance-dark',
  ])
})
