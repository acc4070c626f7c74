// Work on one thing, such as the saves of one field, one after the other in the order in which it was asked for.

export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Work with different keys runs at the same time. Work that fails does not stop the next. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = result.catch(() => undefined)
    last.set(key, ended)
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key)
    })
    return result
  }
}
