import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

/** In Node, the package exports the path of the executable. */
const executable = createRequire(import.meta.url)('electron') as string

/** Starts the app again with the same profile, as the operating system does for a link. Resolves to its exit code. */
export async function startSecond(profile: string, args: readonly string[] = []): Promise<number | null> {
  const second = spawn(executable, ['.', `--user-data-dir=${profile}`, '--no-sandbox', ...args], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: 'ignore',
  })
  return await new Promise((resolve) => second.once('exit', resolve))
}
