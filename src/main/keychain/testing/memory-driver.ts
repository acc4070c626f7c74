// A fake keychain driver that can be locked, missing or hanging, and then behaves as keytar does.
import type { KeychainDriver } from '../driver'

export interface MemoryDriver extends KeychainDriver {
  readonly entries: Map<string, string>
  behave(as: 'open' | 'locked' | 'missing' | 'hanging'): void
  /** Resolves all hanging calls. */
  release(): void
  readonly calls: () => number
}

export function createMemoryDriver(): MemoryDriver {
  const entries = new Map<string, string>()
  let behaviour: 'open' | 'locked' | 'missing' | 'hanging' = 'open'
  let hanging: (() => void)[] = []
  let calls = 0

  async function beginCall(): Promise<void> {
    calls += 1
    if (behaviour === 'missing') throw new Error('Could not connect: No such file or directory')
    if (behaviour === 'hanging') await new Promise<void>((resolve) => hanging.push(resolve))
  }
  const nameOf = (service: string, account: string) => `${service}: ${account}`

  return {
    entries,
    async getPassword(service, account) {
      await beginCall()
      return behaviour === 'locked' ? null : (entries.get(nameOf(service, account)) ?? null)
    },
    async setPassword(service, account, secret) {
      await beginCall()
      if (behaviour === 'locked') throw new Error('Cannot create an item in a locked collection')
      entries.set(nameOf(service, account), secret)
    },
    async deletePassword(service, account) {
      await beginCall()
      return behaviour !== 'locked' && entries.delete(nameOf(service, account))
    },
    behave(as) {
      behaviour = as
    },
    release() {
      behaviour = 'open'
      for (const resolve of hanging) resolve()
      hanging = []
    },
    calls: () => calls,
  }
}
