/**
 * A private desktop without a screen: its own session bus, an unlocked keyring and a virtual display, each in a
 * folder of its own, so that several run side by side and none touches the person's bus, keyring or home folder.
 * Not started through xvfb-run and dbus-run-session, because those leave processes behind when killed, and their
 * display number has to be guessed.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PlainError } from './plain-error.mjs'
import { runTied, spawnTied, stopProcess, withCleanup } from './processes.mjs'
import { runQuietly } from './run.mjs'

/** Generous: the first start on a busy computer reads everything from the disk. */
const readyLimitMs = 60_000

/**
 * @param {{ env: NodeJS.ProcessEnv, keyringFolder?: string }} options keyringFolder keeps the keyring there;
 *   without it the keyring is thrown away with the desktop
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => Promise<void> }>}
 */
export async function openDesktop({ env, keyringFolder }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'discovery-desk-'))
  const children = []
  const start = (command, args, extra, stdio) => {
    const child = spawnTied(command, args, { env: { ...env, ...extra }, stdio })
    children.push(child)
    return child
  }
  const close = async () => {
    for (const child of children.reverse()) await stopProcess(child, { graceMs: 2000 })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const home = homeVariables(folder)
    if (keyringFolder !== undefined) mkdirSync(keyringFolder, { recursive: true, mode: 0o700 })
    const authority = path.join(folder, 'xauthority')
    writeFileSync(authority, authorityFile(randomBytes(16)), { mode: 0o600 })

    // Without -noreset it resets whenever its last client leaves, and refuses clients that connect at that moment.
    const server = ['-nolisten', 'tcp', '-noreset', '-auth', authority, '-displayfd', '3']
    // Windows are on the second screen and the pointer is on the first. Otherwise each new window would open under it, and
    // an older one would see the pointer leave, also in the middle of a drag.
    const screens = ['-screen', '0', '64x64x24', '-screen', '1', '1440x960x24']
    const display = start('Xvfb', [...screens, ...server], home, ['ignore', 'ignore', 'pipe', 'pipe'])
    const bus = start('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=3'], home, [
      ...['ignore', 'ignore', 'pipe', 'pipe'],
    ])
    const [displayNumber, busAddress] = await Promise.all([
      firstLine(display, 'The virtual display'),
      firstLine(bus, 'The session bus'),
    ])
    const desktop = {
      ...home,
      DISPLAY: `:${displayNumber}.1`,
      XAUTHORITY: authority,
      DBUS_SESSION_BUS_ADDRESS: busAddress,
      XDG_SESSION_TYPE: 'x11',
      WAYLAND_DISPLAY: '',
      NO_AT_BRIDGE: '1',
    }
    const keyringHome = keyringFolder === undefined ? {} : { XDG_DATA_HOME: keyringFolder }
    const keyring = start(
      'gnome-keyring-daemon',
      ['--foreground', '--unlock', '--components=secrets'],
      { ...desktop, ...keyringHome },
      ['pipe', 'ignore', 'pipe'],
    )
    // A newline is an empty password: the keyring is open to all who may read its folder, and only this user may.
    keyring.stdin.on('error', () => {}).end('\n')
    await untilKeyringAnswers(keyring, { ...env, ...desktop })
    return { env: { ...env, ...desktop }, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs one command on a desktop that lives as long as the command. @returns {Promise<number>} its exit code; 130: stopped */
export function runOnDesktop({ env, cwd }, command, args) {
  return withCleanup(async (onClose, stopped) => {
    const desktop = await openDesktop({ env })
    onClose(desktop.close)
    const tied = { onClose, stopped, graceMs: 10_000, codeWhenStopped: 130 }
    return runTied(command, args, { cwd, env: desktop.env, ...tied })
  })
}

function homeVariables(folder) {
  const names = { HOME: 'home', XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache' }
  const home = Object.fromEntries(Object.entries(names).map(([name, part]) => [name, path.join(folder, part)]))
  const all = { ...home, XDG_RUNTIME_DIR: path.join(folder, 'run') }
  for (const part of Object.values(all)) mkdirSync(part, { mode: 0o700 })
  return all
}

/** An Xauthority file with one cookie for any host and any display number (family 0xffff, both names empty). */
export function authorityFile(cookie) {
  const counted = (data) => Buffer.concat([Buffer.from([data.length >> 8, data.length & 0xff]), data])
  const empty = Buffer.alloc(0)
  const fields = [empty, empty, Buffer.from('MIT-MAGIC-COOKIE-1'), cookie]
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...fields.map(counted)])
}

/** Collects a child's complaints, and why it ended. */
function watch(child) {
  const seen = { complaint: '', end: undefined }
  child.stderr.on('data', (chunk) => {
    seen.complaint = `${seen.complaint}${chunk}`.slice(-2000)
  })
  child.on('error', (error) => {
    seen.end ??= error.message
  })
  // Unlike "exit", it comes after the last complaint.
  child.on('close', (code) => {
    seen.end ??= `exit code ${code}`
  })
  return seen
}

const notStarted = (name, { end = 'no answer', complaint }, hint = '') =>
  new PlainError(`${name} didn’t start (${end}).\n${complaint.trim()}${hint}`)

/** The first line that a child writes to descriptor 3: both servers announce there that they are ready. */
function firstLine(child, name) {
  const seen = watch(child)
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = () => {
      clearTimeout(timer)
      reject(notStarted(name, seen))
    }
    const timer = setTimeout(fail, readyLimitMs)
    child.stdio[3].on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n')) return
      clearTimeout(timer)
      resolve(text.split('\n', 1)[0].trim())
    })
    child.on('error', fail)
    child.on('close', fail)
  })
}

/** Waits until the keyring owns its name on the bus: keytar hangs when it asks earlier. */
async function untilKeyringAnswers(keyring, env) {
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetNameOwner']
  const until = Date.now() + readyLimitMs
  const seen = watch(keyring)
  while (Date.now() < until && seen.end === undefined) {
    const { code } = await runQuietly('dbus-send', [...ask, 'string:org.freedesktop.secrets'], { env })
    if (code === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // Some distributions give the daemon's file a capability, and refuse to run it where that can't be had.
  const isRefused = /Operation not permitted/.test(seen.complaint)
  const hint = isRefused ? '\nIf this is a container, start it with --cap-add=IPC_LOCK.' : ''
  throw notStarted('The keyring of the virtual desktop', seen, hint)
}
