import { expect, type Page } from '@playwright/test'
import { callBridge } from './call-bridge'

/**
 * Waits until the draft that main saved last has all of these values. The form only says when a draft was last saved,
 * which may be before the latest words.
 */
export async function waitForDraft(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const list = (await callBridge(page, 'environments.list', {})) as { value: { active: unknown } }
  const drafts = () => callBridge(page, 'insights.drafts', { workspace: list.value.active })
  await expect.poll(drafts).toMatchObject({
    ok: true,
    value: expect.arrayContaining([expect.objectContaining({ values: expect.objectContaining(values) })]),
  })
}
