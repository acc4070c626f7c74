// The packaged app, unpacked from its archive into a folder of its own, and a copy of it that Playwright can drive.
import { execFile as execFileWithCallback, spawn } from 'node:child_process'
import { cp, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { expect } from '@playwright/test'

const execFile = promisify(execFileWithCallback)

/** Unpacks the archive and returns the folder of the app. */
export async function unpackTo(folder: string): Promise<string> {
  const archive = process.env.DISCOVERY_DESK_PACKAGE
  if (!archive) throw new Error('npm run test:package names the archive')
  await execFile('tar', ['xzf', archive, '-C', folder])
  const [name = ''] = await readdir(folder)
  return path.join(folder, name)
}

/**
 * Playwright drives an app through the inspectors of Node and Chromium, which a package refuses. The copy differs in one
 * fuse and in the name of its program, by which Electron recognises an unpackaged app.
 */
export async function copyToDrive(app: string): Promise<string> {
  const copy = `${app}-to-drive`
  await cp(app, copy, { recursive: true })
  const program = path.join(copy, 'electron')
  await rename(path.join(copy, 'discovery-desk'), program)
  await flipFuses(program, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true })
  return program
}

export interface Ran {
  readonly code: number | null
  readonly output: string
}

/** Starts the app as a desktop does. `end` asks it to quit and resolves once it has. */
export function startPackaged(app: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(path.join(app, 'discovery-desk'), ['--no-sandbox', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, output })))
  return {
    ended,
    output: () => output,
    /** Breaks the pipe as if the app's terminal were closed. */
    breakStderr: () => void child.stderr.destroy(),
    async end() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The last log entry, in this profile, about the first painted rows. */
export async function readStart(profile: string): Promise<string> {
  const log = path.join(profile, 'logs', 'main.log')
  const read = async () =>
    (await readFile(log, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => / start: /.test(line))
      .at(-1)
  await expect.poll(read, { timeout: 60_000 }).toBeDefined()
  return (await read()) ?? ''
}
