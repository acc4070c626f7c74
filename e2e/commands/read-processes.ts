// The processes of one started app, from the system's own list.
import { readdir, readFile } from 'node:fs/promises'

export interface SystemProcess {
  readonly pid: number
  readonly commandLine: string
}

async function parentOf(pid: number): Promise<number | null> {
  try {
    // State, parent and so on follow the name in parentheses, which may contain anything.
    const text = await readFile(`/proc/${pid}/stat`, 'latin1')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** The process itself and everything below it. */
export async function readProcesses(root: number): Promise<readonly SystemProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)))
  const isBelow = (pid: number | null | undefined): boolean =>
    pid !== null && pid !== undefined && pid > 0 && (pid === root || isBelow(parents.get(pid)))
  const own = pids.filter(isBelow).map(async (pid) => {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return { pid, commandLine: commandLine.replaceAll('\0', ' ') }
  })
  return Promise.all(own)
}
