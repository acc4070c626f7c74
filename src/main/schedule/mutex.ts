// One task at a time, in the order in which they were asked for. A task that fails does not stop the next.

export interface Mutex {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs and nothing is queued. */
  idle(): Promise<void>
}

/** A mutex for each key: tasks of different keys run at the same time. */
export interface KeyedMutex {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs and nothing is queued, for any key. */
  idle(): Promise<void>
}

export function createKeyedMutex(): KeyedMutex {
  const lastTasks = new Map<string, Promise<unknown>>()

  return {
    run(key, work) {
      const result = (lastTasks.get(key) ?? Promise.resolve()).then(work)
      const ended = result.catch(() => undefined)
      lastTasks.set(key, ended)
      void ended.then(() => {
        if (lastTasks.get(key) === ended) lastTasks.delete(key)
      })
      return result
    },
    async idle() {
      while (lastTasks.size > 0) await Promise.all(lastTasks.values())
    },
  }
}

export function createMutex(): Mutex {
  const tasks = createKeyedMutex()
  return { run: (work) => tasks.run('', work), idle: tasks.idle }
}
