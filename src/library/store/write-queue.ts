// One writer at a time, in the order asked. An idle queue runs a request at once, within the same turn. Main's mutex, which
// this process may not import, starts each task in a later one.
export interface WriteQueue {
  run<T>(work: () => T | Promise<T>): Promise<T>
}

export function createWriteQueue(): WriteQueue {
  const waiting: (() => Promise<void>)[] = []
  let isRunning = false

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        const start = async () => {
          isRunning = true
          try {
            resolve(await work())
          } catch (error) {
            reject(error)
          }
          isRunning = false
          void waiting.shift()?.()
        }
        if (isRunning) waiting.push(start)
        else void start()
      }),
  }
}
