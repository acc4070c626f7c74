// The real keytar in a child process, on a private session bus with a private keyring: a test touches no real secrets,
// and survives a keyring that hangs or a driver that crashes.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { KeychainDriver } from '../driver'

export interface PrivateKeyring {
  readonly driver: KeychainDriver
  /** Variables with which another program uses this keyring. */
  readonly env: Readonly<Record<string, string>>
  /** Locks the keyring, as the screen lock does. */
  lock(): Promise<void>
  /** Stops or continues the daemon. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  close(): Promise<void>
}

/** The driver, with the address of a bus that does not exist. */
export function openWithoutBus(): Promise<PrivateKeyring> {
  return open(null)
}

/** `locked`: the daemon runs, but was never given a password. */
export function openKeyring(state: 'unlocked' | 'locked'): Promise<PrivateKeyring> {
  return open(state)
}

async function open(state: 'unlocked' | 'locked' | null): Promise<PrivateKeyring> {
  const folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  const children: ChildProcess[] = []
  const env: NodeJS.ProcessEnv = { ...process.env, ...homeIn(folder), DISPLAY: '', WAYLAND_DISPLAY: '' }
  let daemon: ChildProcess | null = null

  async function close(): Promise<void> {
    for (const child of children.reverse()) await endProcess(child)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${path.join(folder, 'no-bus')}`
    if (state !== null) {
      const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      children.push(bus)
      env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus)
      const unlock = state === 'unlocked' ? ['--unlock'] : []
      daemon = startDaemon(unlock, env)
      children.push(daemon)
      await untilOwned(env, daemon)
    }
    const keytar = spawn(process.execPath, ['-e', keytarOverIpc, createRequire(import.meta.url).resolve('keytar')], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.push(keytar)
    return {
      driver: driverOf(keytar),
      env: { DBUS_SESSION_BUS_ADDRESS: env.DBUS_SESSION_BUS_ADDRESS },
      lock: async () => {
        const login = 'array:objpath:/org/freedesktop/secrets/collection/login'
        await send(env, [
          '--dest=org.freedesktop.secrets',
          '/org/freedesktop/secrets',
          `${secrets}.Service.Lock`,
          login,
        ])
      },
      signal: (name) => void daemon?.kill(name),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const secrets = 'org.freedesktop.Secret'

const keytarOverIpc = `
const keytar = require(process.argv[1])
process.on('message', ({ id, method, parameters }) => {
  keytar[method](...parameters).then(
    (value) => process.send({ id, value }),
    (error) => process.send({ id, error: error.message }),
  )
})`

function driverOf(child: ChildProcess): KeychainDriver {
  let last = 0
  function call<T>(method: string, ...parameters: string[]): Promise<T> {
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      const onMessage = (message: unknown) => {
        const { id: answeredId, value, error } = message as { id: number; value: T; error?: string }
        if (answeredId !== id) return
        child.off('message', onMessage)
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      }
      child.on('message', onMessage)
      child.send({ id, method, parameters })
    })
  }
  return {
    getPassword: (service, account) => call('getPassword', service, account),
    setPassword: (service, account, secret) => call('setPassword', service, account, secret),
    deletePassword: (service, account) => call('deletePassword', service, account),
  }
}

function homeIn(folder: string): Record<string, string> {
  const names = ['HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']
  const home = Object.fromEntries(names.map((name) => [name, path.join(folder, name.toLowerCase())]))
  for (const part of Object.values(home)) mkdirSync(part, { mode: 0o700 })
  return home
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`the session bus ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
  })
}

function send(env: NodeJS.ProcessEnv, message: readonly string[]) {
  return promisify(execFile)('dbus-send', ['--session', '--print-reply', ...message], { env })
}

function startDaemon(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  try {
    const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...args], {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    daemon.stdin.on('error', () => {}).end('a password of this test\n')
    return daemon
  } catch (cause) {
    // EPERM: some distributions give its file a capability, and refuse to run it where that can't be had.
    throw new Error('gnome-keyring-daemon may not run. A container needs --cap-add=IPC_LOCK.', { cause })
  }
}

/** keytar hangs if it is called before the daemon owns its name on the bus. */
async function untilOwned(env: NodeJS.ProcessEnv, daemon: ChildProcess): Promise<void> {
  let said = ''
  let end: string | null = null
  daemon.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  daemon.on('error', (error) => {
    end ??= error.message
  })
  daemon.on('close', (code) => {
    end ??= `exit code ${code}`
  })
  const ask = [
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.GetNameOwner',
    'string:org.freedesktop.secrets',
  ]
  const until = Date.now() + 60_000
  for (;;) {
    try {
      return void (await send(env, ask))
    } catch (error) {
      if (end !== null) throw new Error(`gnome-keyring-daemon ended (${end}): ${said.trim()}`)
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
