// Decides the order in which real input and output completes, so that a seed replays alike on slow and fast computers.
// Each operation waits in a channel. When no promise of the app is left to run, the seed draws a channel, its first
// operation runs alone to its end, and its result is delivered. Nothing else happens meanwhile, so the speed of a disk
// or a process never decides the order.

export interface Operation {
  /** Name in the trace. */
  readonly name: string
  /** Does the real work. Returns a function that hands the result to the app. */
  run(): Promise<() => void>
}

export interface IoScheduler {
  /** Operations of one channel keep their order; between channels the seed decides. */
  post(channel: string, operation: Operation): void
  /** Adds an operation that runs before all waiting ones. */
  postFirst(operation: Operation): void
  /** Forgets the operations of a channel. */
  drop(channel: string): void
  /** Forgets the operations of channels with this prefix. */
  dropAll(prefix: string): void
  /** Removes the operations of a channel without running them. */
  take(channel: string): readonly Operation[]
  /** Resolves when all that is left waits for the clock. */
  idle(): Promise<void>
  /** Resolves after this number of deliveries, or when none is left. */
  deliveries(count: number): Promise<void>
  /** Resolves after a delivery whose name has this prefix, or when none is left. */
  deliveryOf(prefix: string): Promise<void>
}

/** A longer operation is stuck: it waits for something that the scheduler will not deliver. */
const longestRunMs = 60_000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

interface IoSchedulerDeps {
  readonly random: () => number
  /** Called before the app gets the result. */
  readonly onDelivery: (name: string) => void
  /** Delay in real time before each operation. */
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
      // By the next turn of the event loop, all promises have run.
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
    // Takes a turn even when no operation waits, as pending promises may post one.
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
