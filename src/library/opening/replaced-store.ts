// A store whose file turns out to be damaged while it is open is replaced at once: the call that met the damage fails
// with LIBRARY_UNAVAILABLE, the next ones are answered by the new store, and the next sync fills it. Otherwise part of
// the data would be shown as all of it, and no sync could be stored.
import { describeError } from '../../contract/describe-error'
import type { OpenedLibrary } from '../../contract/library'
import { libraryIsClosed } from '../store/connection'
import type { StoreMethod } from '../store/context'
import { UnreadableDatabase } from '../store/driver-errors'
import { openStore, type Store, type StoreOptions } from './open-store'

export interface ReplacedStoreOptions extends StoreOptions {
  readonly onRebuilt: (opened: OpenedLibrary) => void
}

export interface ReplacedStore extends Omit<Store, 'api' | 'markDamaged'> {
  call(method: StoreMethod, input: unknown): Promise<unknown>
}

export function openReplacedStore({ onRebuilt, fromMemory, ...options }: ReplacedStoreOptions): ReplacedStore {
  const first = openStore(fromMemory === undefined ? options : { ...options, fromMemory })
  /** null: the damaged one was closed, and opening another failed or was not tried yet. */
  let current: Store | null = first
  let replacing: Promise<void> | null = null
  let isClosed = false

  async function replace(damaged: Store): Promise<void> {
    damaged.markDamaged()
    await damaged.close()
    current = null
    options.log(`The library of ${options.environment} couldn’t be read and is being rebuilt.`)
    openAgain()
  }

  function openAgain(): Store {
    if (isClosed) throw libraryIsClosed()
    const store = openStore(options)
    current = store
    onRebuilt(store.opened)
    return store
  }

  function startReplacing(damaged: Store): Promise<void> {
    // Several calls may meet the same damage.
    if (current === damaged && replacing === null) {
      replacing = replace(damaged)
        .catch((error) => options.log(`It could not be replaced yet: ${describeError(error)}`))
        .finally(() => {
          replacing = null
        })
    }
    return replacing ?? Promise.resolve()
  }

  async function call(method: StoreMethod, input: unknown): Promise<unknown> {
    if (replacing !== null) await replacing
    const store = current ?? openAgain()
    try {
      // Method and input belong together, which the compiler cannot follow through the index.
      return await store.api[method](input as never)
    } catch (error) {
      if (error instanceof UnreadableDatabase) await startReplacing(store)
      throw error
    }
  }

  return {
    call,
    opened: first.opened,
    isInMemory: first.isInMemory,
    hasSync: (syncId) => current?.hasSync(syncId) ?? false,
    readUnsent: () => (current ?? openAgain()).readUnsent(),
    async close() {
      isClosed = true
      if (replacing !== null) await replacing
      await current?.close()
    },
    closeNow() {
      isClosed = true
      current?.closeNow()
    },
  }
}
