/** Ends child processes. Each is started as the leader of a process group, so that its own children end with it. */
import { spawn } from 'node:child_process'
import os from 'node:os'
import { PlainError } from './plain-error.mjs'
import { succeeds } from './run.mjs'

let canTie
/** Starts a child that ends even when this script is killed without a chance to clean up (Linux only). */
export function spawnTied(command, args, options) {
  canTie ??= process.platform === 'linux' && succeeds('setpriv', ['--pdeathsig', 'TERM', 'true'])
  const tie = canTie ? ['setpriv', '--pdeathsig', 'TERM', command] : [command]
  const [program, ...before] = tie
  return spawn(program, [...before, ...args], { ...options, detached: process.platform !== 'win32' })
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined

/** Asks a child to end, kills it after the grace period, and then kills the rest of its group. */
export async function stopProcess(child, { graceMs }) {
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(timer)
  }
  killGroup(child)
}

/** Kills helpers that outlived their leader. Windows has no groups, but Electron's helpers end by themselves there. */
function killGroup(child) {
  if (process.platform === 'win32' || child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}

/**
 * Runs `work`, then its cleanup steps, last first, also when the person stops the script (Ctrl-C, a closed
 * terminal, a plain kill, npm gone). Further signals change nothing: npm passes on a Ctrl-C that the terminal has
 * already delivered, and every step has a limit of its own.
 * @template T
 * @param {(onClose: (undo: () => unknown) => void, stopped: Promise<void>) => Promise<T>} work
 *   `stopped` resolves when the person stops the script
 */
export async function withCleanup(work) {
  const undos = []
  let stop
  const stopped = new Promise((resolve) => {
    stop = resolve
  })
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const name of names) process.on(name, stop)
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && process.env.npm_lifecycle_event && stop(), 1000)
  try {
    return await work((undo) => undos.push(undo), stopped)
  } finally {
    for (const undo of undos.reverse()) await undo()
    clearInterval(watch)
    for (const name of names) process.off(name, stop)
  }
}

/** Rejects once stopped, for work that cannot continue. */
export async function unlessStopped(promise, stopped) {
  const marker = Symbol('stopped')
  const first = await Promise.race([promise, stopped.then(() => marker)])
  if (first === marker) throw new PlainError('Stopped.', 130)
  return first
}

/**
 * Runs a program on the person's terminal until it ends or the person stops it, as part of `withCleanup`.
 * @returns {Promise<number>} its exit code; codeWhenStopped where it was stopped
 */
export function runTied(command, args, { onClose, stopped, graceMs, codeWhenStopped, ...options }) {
  const child = spawnTied(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
  onClose(() => stopProcess(child, { graceMs }))
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  return Promise.race([ended, stopped.then(() => codeWhenStopped)])
}

/** Runs the work beside a busy loop on every core. */
export const withBusyCores = (node, work) =>
  withCleanup((onClose, stopped) => {
    for (let core = 0; core < os.availableParallelism(); core += 1) {
      const loop = spawnTied(node, ['-e', 'for (;;);'], { stdio: 'ignore' })
      onClose(() => stopProcess(loop, { graceMs: 1000 }))
    }
    return work(stopped)
  })
