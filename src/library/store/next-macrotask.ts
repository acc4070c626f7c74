import { setImmediate as nextTurn } from 'node:timers/promises'

/** Pauses long work, so that other calls are answered first. */
export const nextMacrotask = () => nextTurn()
