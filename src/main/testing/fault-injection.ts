// Fault injection: random numbers that repeat, an app that dies at any moment, and a clock that never reads the same twice.
import { createManualClock, type ManualClock } from './manual-clock'

/** mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Passes calls through until the app is killed. After that none returns, and none that had not begun has an effect. */
export function mortal<T extends object>(target: T, isAlive: () => boolean): T {
  const forever = () => new Promise<never>(() => {})
  return new Proxy(target, {
    get: (object, name, receiver) => {
      const member: unknown = Reflect.get(object, name, receiver)
      if (typeof member !== 'function') return member
      return async (...input: unknown[]) => {
        if (!isAlive()) return forever()
        const result: unknown = await member(...input)
        return isAlive() ? result : forever()
      }
    },
  })
}

/** No two readings are the same, so that a list requested before a loss can be told from one requested after it. */
export function createTickingClock(): ManualClock {
  const still = createManualClock()
  let readings = 0
  return {
    ...still,
    monotonicMs() {
      readings += 1
      return still.monotonicMs() + readings * 1e-6
    },
  }
}
