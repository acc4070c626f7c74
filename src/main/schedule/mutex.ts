export interface Mutex {
  /** Runs `work` after all earlier work has settled. Returns its result; a failure does not stop later work. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when no work is running or queued. */
  idle(): Promise<void>
}

export function createMutex(): Mutex {
  let tail: Promise<unknown> | null = null

  return {
    run(work) {
      const result = (tail ?? Promise.resolve()).then(work)
      const end: Promise<unknown> = result
        .catch(() => undefined)
        .finally(() => {
          if (tail === end) tail = null
        })
      tail = end
      return result
    },
    async idle() {
      while (tail !== null) await tail
    },
  }
}
