// Decides the order in which real input and output completes, so that a seed replays alike on a slow and on a fast machine.
// Each operation waits in a channel. When no promise of the app is left to run, one channel is drawn by the seed, its
// first operation runs alone to its end, and its result is delivered. Nothing else happens meanwhile, so neither the speed
// of the disk nor that of a process decides what comes first.

export interface Operation {
  /** For the trace. */
  readonly name: string
  /** The real work. Returns what hands the result to the app. */
  run(): Promise<() => void>
}

export interface IoScheduler {
  /** Operations of one channel keep their order; between channels the seed decides. */
  post(channel: string, operation: Operation): void
  /** Runs before everything that waits. */
  postFirst(operation: Operation): void
  /** Forgets what waits in a channel. */
  drop(channel: string): void
  /** Forgets what waits in every channel that begins so. */
  dropAll(prefix: string): void
  /** Takes the operations out of a channel without running them. */
  take(channel: string): readonly Operation[]
  /** Resolves when nothing is left that does not wait for the clock. */
  idle(): Promise<void>
  /** Resolves after so many more deliveries, or when there are no more. */
  deliveries(count: number): Promise<void>
  /** Resolves after a delivery whose name begins so, or when there are no more. */
  deliveryOf(prefix: string): Promise<void>
}

/** An operation that takes longer stands still: it waits for something that the scheduler will not deliver. */
const longestRunMs = 60_000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

interface IoSchedulerDeps {
  readonly random: () => number
  /** Called before the app gets the result. */
  readonly onDelivery: (name: string) => void
  /** Of real time, before each operation. */
  readonly delay?: (() => Promise<void>) | undefined
}

export function createIoScheduler({ random, onDelivery, delay }: IoSchedulerDeps): IoScheduler {
  const channels = new Map<string, Operation[]>()
  const first: Operation[] = []
  let waiting: { readonly isMet: (name: string) => boolean; readonly resolve: () => void }[] = []
  let isRunning = false
  let delivered = 0

  /** null: nothing is left. */
  function wake(name: string | null): void {
    const due = waiting.filter(({ isMet }) => name === null || isMet(name))
    waiting = waiting.filter((waiter) => !due.includes(waiter))
    for (const { resolve } of due) resolve()
  }

  function draw(): Operation | undefined {
    if (first.length > 0) return first.shift()
    const names = [...channels.keys()]
    const name = names[Math.floor(random() * names.length)]
    if (name === undefined) return undefined
    const operations = channels.get(name) ?? []
    const operation = operations.shift()
    if (operations.length === 0) channels.delete(name)
    return operation
  }

  async function run(): Promise<void> {
    isRunning = true
    for (;;) {
      // All promises have run when the next turn of the event loop begins.
      await turn()
      if (delay) await delay()
      const operation = draw()
      if (operation === undefined) break
      const deliver = await limited(operation)
      delivered += 1
      onDelivery(operation.name)
      deliver()
      wake(operation.name)
    }
    isRunning = false
    wake(null)
  }

  function wait(isMet: (name: string) => boolean): Promise<void> {
    const waited = new Promise<void>((resolve) => {
      waiting.push({ isMet, resolve })
    })
    // A turn also when nothing waits: promises that are about to run may post something.
    if (!isRunning) void run()
    return waited
  }

  return {
    post(channel, operation) {
      const operations = channels.get(channel)
      if (operations) operations.push(operation)
      else channels.set(channel, [operation])
      if (!isRunning) void run()
    },
    postFirst(operation) {
      first.push(operation)
      if (!isRunning) void run()
    },
    drop: (channel) => void channels.delete(channel),
    dropAll(prefix) {
      for (const channel of [...channels.keys()]) if (channel.startsWith(prefix)) channels.delete(channel)
    },
    take(channel) {
      const operations = channels.get(channel) ?? []
      channels.delete(channel)
      return operations
    },
    idle: () => wait(() => false),
    deliveries(count) {
      const end = delivered + count
      return count <= 0 ? Promise.resolve() : wait(() => delivered >= end)
    },
    deliveryOf: (prefix) => wait((name) => name.startsWith(prefix)),
  }
}

async function limited({ name, run }: Operation): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not end within a minute.`)), longestRunMs)
  })
  try {
    return await Promise.race([run(), limit])
  } finally {
    clearTimeout(timer)
  }
}
