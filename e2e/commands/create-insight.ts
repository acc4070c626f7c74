import { expect, type Locator, type Page } from '@playwright/test'

/** The notice without the service. The details of the insight begin with the same words and say more. */
export const savedHere = 'Saved on this computer. It will be sent once the service is available.'

export interface TypedInsight {
  readonly type?: 'Feedback' | 'Bug' | 'Feature request'
  readonly title?: string
  readonly description?: string
  readonly feedbackIds?: string
  readonly ownerId?: string
}

export const insightForm = (page: Page): Locator => page.getByRole('dialog', { name: /^(New|Edit) insight$/ })

export async function openNewInsight(page: Page): Promise<Locator> {
  const form = insightForm(page)
  await page.getByRole('button', { name: 'New insight' }).click()
  await expect(form).toBeVisible()
  return form
}

export async function fillInsight(form: Locator, insight: TypedInsight): Promise<void> {
  if (insight.type !== undefined) await form.getByLabel('Type').selectOption(insight.type)
  const fields = {
    Title: insight.title,
    Description: insight.description,
    'Feedback IDs': insight.feedbackIds,
    'Owner ID': insight.ownerId,
  }
  const more = form.getByRole('button', { name: 'IDs and scores (optional)' })
  const isMore = insight.feedbackIds !== undefined || insight.ownerId !== undefined
  if (isMore && (await more.getAttribute('aria-expanded')) === 'false') await more.click()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) await form.getByRole('textbox', { name }).fill(value)
  }
}

export async function submitInsight(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Create insight' }).click()
}

/** Fills and sends the form, from the list; the default type is feedback. */
export async function createInsight(page: Page, insight: TypedInsight): Promise<void> {
  const form = await openNewInsight(page)
  await fillInsight(form, { type: 'Feedback', ...insight })
  await submitInsight(form)
}
