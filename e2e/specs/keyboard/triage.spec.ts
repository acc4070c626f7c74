// A newcomer's first quarter of an hour without a mouse, with a limit on the keys for each task. Nothing here clicks or
// moves the focus: each step begins where the last one left it.
import { useKeyboard } from '../../commands/use-keyboard'
import { expect, test } from '../../fixtures/test'

test('the whole triage with the keyboard alone', async ({ firstStart: { page } }) => {
  const keyboard = useKeyboard(page)
  const focused = page.locator(':focus')
  const rows = (label: string) => page.getByRole('table', { name: label }).locator('tbody tr:not([aria-busy])')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('open the sandbox: 2 keys', async () => {
    await expect(button('Explore the sandbox')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await keyboard.press('Tab')
    await expect(button('Explore the sandbox')).toBeFocused()
    await keyboard.press('Enter')
    await expect(rows('Insights').first()).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    expect(keyboard.count()).toBeLessThanOrEqual(2)
  })

  await test.step('the three unseen insights of one theme with the highest scores: 9 keys', async () => {
    await keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search insights' })).toBeFocused()
    await keyboard.type('range')
    await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText(/^\d+ of/)
    await keyboard.press('Enter')
    // Enter waits for the answer to the last letter. Keys pressed before it are still typed into the search.
    await expect(focused).toHaveAttribute('aria-rowindex', '2')
    await keyboard.press('u', 's')
    await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending')
    await expect(focused).toHaveAttribute('aria-rowindex', '2')
    await expect(page.getByRole('button', { name: 'Unseen', exact: true, pressed: true })).toBeVisible()
    const strongest = async () => {
      const cells = await rows('Insights').locator('td:nth-child(5)').allInnerTexts()
      return cells.slice(0, 3).map(Number)
    }
    // The heading has its arrow before the rows are there.
    await expect
      .poll(async () => {
        const scores = await strongest()
        return scores.length === 3 && scores.every((score, place) => score >= (scores[place + 1] ?? 0))
      })
      .toBe(true)
    expect(keyboard.count()).toBeLessThanOrEqual(9)
  })

  await test.step('their opportunity is marked as seen: 9 keys', async () => {
    const insight = page.getByRole('region', { name: 'Insight details' })
    await keyboard.press('Enter')
    await expect(insight).toBeFocused()
    const opportunities = insight.getByRole('region', { name: 'Opportunities' })
    await expect(opportunities).toBeVisible()
    // The bar is hidden, and no Tab stop, until its state is read.
    await expect(insight.getByRole('button', { name: 'Mark as reviewed' })).toBeVisible()
    await keyboard.press('Tab', 'Tab')
    await expect(opportunities.getByRole('link').first()).toBeFocused()
    await keyboard.press('Enter')
    const opportunity = page.getByRole('region', { name: 'Opportunity details' })
    await expect(opportunity).toBeFocused()
    await expect(opportunity.getByRole('button', { name: 'Mark all as seen' })).toBeVisible()
    await keyboard.press('Tab')
    await expect(opportunity.getByRole('button', { name: 'Mark all as seen' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(button('Cancel')).toBeFocused()
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('insight')
    await keyboard.press('Tab', 'Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(
      page.getByText('All insights in this opportunity have already been seen', { exact: false }).first(),
    ).toBeVisible()
    await expect(opportunity.getByRole('button', { name: 'Mark all as seen' })).toBeFocused()
    expect(keyboard.count()).toBeLessThanOrEqual(9)
  })

  await test.step('an outdated knowledge item is deleted: 17 keys', async () => {
    await keyboard.sequence('g', 'k')
    await expect(rows('Knowledge').first()).toBeVisible()
    await keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search knowledge' })).toBeFocused()
    await keyboard.type('supersed')
    await expect(rows('Knowledge')).toHaveCount(1)
    await keyboard.press('Enter')
    await expect(focused).toHaveAttribute('aria-rowindex', '2')
    await keyboard.press('.')
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
    await keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(
      page.getByRole('dialog', { name: 'Delete knowledge item' }).getByRole('button', { name: 'Cancel' }),
    ).toBeFocused()
    await keyboard.press('Tab', 'Enter')
    await expect(page.getByText('Knowledge item deleted')).toBeVisible()
    // While open, the dialog takes all keys.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(keyboard.count()).toBeLessThanOrEqual(17)
  })

  await test.step('a metric is linked to two goals: 13 keys', async () => {
    await keyboard.sequence('g', 'm')
    await expect(page.getByRole('textbox', { name: 'Metric ID' })).toBeVisible()
    await keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Metric ID' })).toBeFocused()
    await keyboard.press('Tab', 'Tab', 'Tab', 'Enter')
    const goals = page.getByRole('combobox', { name: 'Goals to link or unlink' })
    await expect(goals).toBeFocused()
    // Options appear once they are read; only then can the arrow highlight one.
    await expect(page.getByRole('option', { includeHidden: true }).first()).toBeAttached()
    for (const chosen of [1, 2]) {
      await keyboard.press('ArrowDown')
      await expect(page.getByRole('option').first()).toBeVisible()
      // The highlight follows a moment later, and Enter chooses the highlighted option.
      await expect(goals).toHaveAttribute('aria-activedescendant', /./)
      await keyboard.press('Enter')
      // The list stays open for the next choice.
      await expect(page.locator('.mantine-Pill-label')).toHaveCount(chosen)
    }
    await keyboard.press('Tab')
    await expect(button('Link goals')).toBeFocused()
    await keyboard.press('Enter')
    const linked = page.getByRole('region', { name: 'Metric details' })
    await expect(linked.getByText(/linked (just now|\d)/)).toHaveCount(2)
    expect(keyboard.count()).toBeLessThanOrEqual(13)
  })

  await test.step('an insight is created: 5 keys and its words', async () => {
    const title = 'Riders plan around chargers'
    const description = 'Three riders said so.'
    await keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'New insight' })).toBeVisible()
    await expect(page.getByLabel('Type')).toBeFocused()
    await keyboard.press('f', 'Tab')
    await keyboard.type(title)
    await keyboard.press('Tab')
    await keyboard.type(description)
    await keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('region', { name: 'Insight details' })).toContainText(title)
    expect(keyboard.count() - title.length - description.length).toBeLessThanOrEqual(5)
  })
})
