/**
 * Runs other programs in one of two ways: quietly (output is kept and shown on failure) or shown (output goes to
 * the terminal). Nothing here goes through a shell, so no argument needs quoting.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from './paths.mjs'
import { PlainError } from './plain-error.mjs'

/** @returns {Promise<{ code: number, output: string }>} code 127 when the program does not exist */
export function runQuietly(command, args, { cwd, env, timeoutMs, input, signal } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      timeout: timeoutMs,
      signal,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.stdin?.end(input)
    child.on('error', (error) => resolve({ code: 127, output: String(error.message) }))
    child.on('close', (code, signal) => {
      const output = Buffer.concat(chunks).toString('utf8')
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}\n${endedBy(command, signal)}` })
    })
  })
}

/** Like runQuietly, but a failure becomes a PlainError with the task and the end of the output. */
export async function runOrFail(doing, command, args, options) {
  const { code, output } = await runQuietly(command, args, options)
  if (code !== 0) throw new PlainError(`${doing} failed (exit code ${code}):\n${lastLines(output, 40)}`)
  return output
}

/** Runs a program on the person's own terminal. @returns {Promise<number>} its exit code */
export function runShown(command, args, { cwd, env, stdio = ['ignore', 'inherit', 'inherit'] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal !== null) console.error(endedBy(command, signal))
      resolve(code ?? 1)
    })
  })
}

/** A SIGKILL that nobody sent mostly means that the system ran out of memory. */
const endedBy = (command, signal) => `${path.basename(command)} was ended by ${signal}.`

export const succeeds = (command, args, options) =>
  spawnSync(command, args, { stdio: 'ignore', ...options }).status === 0

export const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')

/**
 * The JavaScript file behind a package's command. Running it with Node directly works the same on every platform,
 * where `node_modules/.bin` holds shell scripts on one and .cmd files on another.
 */
export function packageCommand(packageName, command = packageName) {
  const folder = inProject('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Runs one test file of the Node project on the person's terminal; `given` becomes environment variables. */
export const runVitest = ({ node, env }, file, given, more = []) =>
  runShown(node, [packageCommand('vitest'), 'run', '--project=node', ...more, file], {
    cwd: inProject(),
    env: { ...env, ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])) },
  })
