// A keychain in memory that can be locked, taken away and made to hang, and that behaves as keytar does then.
import type { KeychainDriver } from '../driver'

export interface MemoryDriver extends KeychainDriver {
  readonly entries: Map<string, string>
  behave(as: 'open' | 'locked' | 'missing' | 'hanging'): void
  /** Lets every call that hangs go on. */
  release(): void
  readonly calls: () => number
}

export function createMemoryDriver(): MemoryDriver {
  const entries = new Map<string, string>()
  let behaviour: 'open' | 'locked' | 'missing' | 'hanging' = 'open'
  let waiting: (() => void)[] = []
  let calls = 0

  async function arrive(): Promise<void> {
    calls += 1
    if (behaviour === 'missing') throw new Error('Could not connect: No such file or directory')
    if (behaviour === 'hanging') await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const nameOf = (service: string, account: string) => `${service}: ${account}`

  return {
    entries,
    async getPassword(service, account) {
      await arrive()
      return behaviour === 'locked' ? null : (entries.get(nameOf(service, account)) ?? null)
    },
    async setPassword(service, account, secret) {
      await arrive()
      if (behaviour === 'locked') throw new Error('Cannot create an item in a locked collection')
      entries.set(nameOf(service, account), secret)
    },
    async deletePassword(service, account) {
      await arrive()
      return behaviour !== 'locked' && entries.delete(nameOf(service, account))
    },
    behave(as) {
      behaviour = as
    },
    release() {
      behaviour = 'open'
      for (const go of waiting) go()
      waiting = []
    },
    calls: () => calls,
  }
}
