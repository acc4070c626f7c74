/** How many test files run at once. */
import os from 'node:os'

/** The limit of a container, where there is one, else the memory of the computer. */
const memoryBytes = () => Math.min(process.constrainedMemory() || Infinity, os.totalmem())

/**
 * One more than there are processors, which idle while tests wait for a disk, a process, a server or a window. Each takes
 * up to a gigabyte, and one is for the rest of the computer.
 * @param {number} most @param {{ processors?: number, bytes?: number }} [computer] @returns {number}
 */
export function workerCount(most, { processors = os.availableParallelism(), bytes = memoryBytes() } = {}) {
  const fitting = Math.floor(bytes / 2 ** 30) - 1
  return Math.max(1, Math.min(most, processors + 1, fitting))
}
