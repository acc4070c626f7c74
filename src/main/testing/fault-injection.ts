// Fault injection: seeded random numbers, an app that can be killed at any moment, and a clock without equal readings.
import { createManualClock, type ManualClock } from './manual-clock'

/** mulberry32 */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Passes calls through until the app is killed. Then no call returns, and no new call has an effect. */
export function killable<T extends object>(target: T, isAlive: () => boolean): T {
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

/** Each reading is later than the one before, so a list that was requested before a loss is always older than it. */
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
