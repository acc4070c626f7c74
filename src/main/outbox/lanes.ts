// One at a time: what goes through the same lane runs one after another, in the order in which it came.

export interface Lanes {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs in any lane. */
  idle(): Promise<void>
}

export function createLanes(): Lanes {
  const ends = new Map<string, Promise<unknown>>()

  return {
    run(name, work) {
      const before = ends.get(name) ?? Promise.resolve()
      const result = before.then(work)
      const end = result.catch(() => undefined)
      ends.set(name, end)
      void end.then(() => {
        if (ends.get(name) === end) ends.delete(name)
      })
      return result
    },
    async idle() {
      while (ends.size > 0) await Promise.all(ends.values())
    },
  }
}
