import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

/** In Node, the package exports the path of the executable. */
const executable = createRequire(import.meta.url)('electron') as string

const argsWith = (profile: string) => ['.', `--user-data-dir=${profile}`, '--no-sandbox']
const cwd = path.resolve(import.meta.dirname, '../..')

/** Starts the app again with the same profile, as the operating system does for a link. Resolves to its exit code. */
export async function startSecond(profile: string, args: readonly string[] = []): Promise<number | null> {
  const second = spawn(executable, [...argsWith(profile), ...args], { cwd, stdio: 'ignore' })
  return await new Promise((resolve) => second.once('exit', resolve))
}

/** Starts the app where it has no folder for temporary files, so that it cannot lock the profile. */
export function startWithoutTemporary(profile: string, temporary: string) {
  const env = { ...process.env, TMPDIR: temporary }
  const started = spawn(executable, argsWith(profile), { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => started.once('close', () => resolve()))
  let output = ''
  started.stderr.on('data', (chunk) => {
    output += chunk
  })
  return {
    output: () => output,
    async end() {
      started.kill()
      await ended
    },
  }
}
