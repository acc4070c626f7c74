import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { nextMacrotask } from './next-macrotask'

let collect: (() => void) | null = null

/**
 * Closes the files of closed connections. The driver keeps them open until it loses the last statement to the garbage
 * collector. Windows deletes and renames no open file. Elsewhere SQLite deletes what belongs to a database by its name when
 * the last connection goes, and by then another database may have that name.
 */
export async function releaseFiles(): Promise<void> {
  try {
    collect ??= exposeCollector()
    collect()
  } catch {
    // Without it the files are closed later.
  }
  // Node frees what the driver holds in a task after the collection.
  await nextMacrotask()
}

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
