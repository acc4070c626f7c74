import { setImmediate as nextTurn } from 'node:timers/promises'

/** Between two parts of long work: other calls are answered first. */
export const nextMacrotask = () => nextTurn()
