import { type ElectronApplication, expect } from '@playwright/test'

/**
 * Copies, and resolves to what the clipboard has then. Workers share the clipboard of their display: what another one has
 * replaced meanwhile is copied again.
 */
export async function expectCopied(
  electron: ElectronApplication,
  copy: () => Promise<void>,
  expected: RegExp,
): Promise<string> {
  let text = ''
  const read = async () => {
    text = await electron.evaluate(({ clipboard }) => clipboard.readText())
    return text
  }
  await expect(async () => {
    await copy()
    await expect.poll(read, { timeout: 5_000 }).toMatch(expected)
  }).toPass()
  return text
}
