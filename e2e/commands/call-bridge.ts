// Calls main directly, past the interface, as a compromised page could.
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

/** Makes calls for many inputs, some at a time, without leaving the page in between. */
export async function callBridgeForAll(page: Page, name: string, inputs: readonly unknown[]): Promise<void> {
  await page.evaluate(
    async ([callName, all]) => {
      const { discoveryDesk } = globalThis as unknown as { discoveryDesk: Bridge }
      const together = 100
      for (let place = 0; place < all.length; place += together) {
        const some = all.slice(place, place + together)
        await Promise.all(
          some.map((input) => discoveryDesk.call({ name: callName, callId: crypto.randomUUID(), input })),
        )
      }
    },
    [name, inputs] as const,
  )
}
