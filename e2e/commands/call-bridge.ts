// What a page that was taken over could do: call main directly, past the interface.
import type { Page } from '@playwright/test'
import type { Bridge, Reply } from '../../src/contract/bridge'

export async function callBridge(page: Page, name: string, input: unknown): Promise<Reply> {
  return page.evaluate(
    ([callName, callInput]) => {
      const { discoveryDesk } = globalThis as unknown as { discoveryDesk: Bridge }
      return discoveryDesk.call({ name: callName, callId: crypto.randomUUID(), input: callInput })
    },
    [name, input] as const,
  )
}
