import { expect, type Page } from '@playwright/test'
import { callBridge } from './call-bridge'

/**
 * Until all of this stands in the draft that main saved last. The form says when a draft was saved last, which may be
 * before the latest words.
 */
export async function waitForDraft(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const list = (await callBridge(page, 'environments.list', {})) as { value: { active: unknown } }
  const drafts = () => callBridge(page, 'insights.drafts', { workspace: list.value.active })
  await expect.poll(drafts).toMatchObject({
    ok: true,
    value: expect.arrayContaining([expect.objectContaining({ values: expect.objectContaining(values) })]),
  })
}
