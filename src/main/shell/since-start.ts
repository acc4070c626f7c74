// The clock of the start: the age of this process.
import { readFileSync } from 'node:fs'

const clockTicksPerSecond = 100

/** Milliseconds since the system created this process, to 10 ms on Linux. */
export function sinceStartMs(readText = (file: string) => readFileSync(file, 'latin1')): number {
  const age = process.platform === 'linux' ? linuxAgeMs(readText) : null
  return Math.round(age ?? Date.now() - (process.getCreationTime() ?? Date.now()))
}

/**
 * On Linux, Chromium adds the time since the boot to a time of the boot that the kernel rounds down to whole seconds, so
 * `getCreationTime()` may be a second too early. The kernel counts both numbers that are read here from the same moment.
 */
function linuxAgeMs(readText: (file: string) => string): number | null {
  try {
    const stat = readText('/proc/self/stat')
    // The name of the program, in parentheses, may have spaces and parentheses too.
    const startedTicks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
    const age = Number(readText('/proc/uptime').split(' ')[0]) * 1000 - (startedTicks / clockTicksPerSecond) * 1000
    // A container may count its uptime from its own start.
    return age >= 0 ? age : null
  } catch {
    return null
  }
}
