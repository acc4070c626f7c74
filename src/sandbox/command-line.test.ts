// Runs both entry points as programs of their own, bundled the way they are shipped.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SandboxMessage, type SandboxRequest } from '../contract/sandbox'
import { variantNames } from './variants'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-program-'))
  const output = { format: 'cjs', entryFileNames: '[name].cjs' } as const
  const input = { 'command-line': 'src/sandbox/command-line.ts', process: 'src/sandbox/index.ts' }
  await build({
    ...{ configFile: false, logLevel: 'error', ssr: { noExternal: true } },
    build: { ssr: true, target: 'node18', outDir: folder, rollupOptions: { input, output } },
  })
  // Stands in for the port that Electron gives a utility process.
  await writeFile(
    join(folder, 'parent-port.cjs'),
    `const { EventEmitter } = require('node:events')
    const port = new EventEmitter()
    port.postMessage = (message) => process.send(message)
    process.on('message', (data) => port.emit('message', { data }))
    process.parentPort = port`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

function program(...args: string[]) {
  const child = spawn(process.execPath, [join(folder, 'command-line.cjs'), ...args])
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text
    })
  }
  return { child, output }
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

async function ready({ child, output }: ReturnType<typeof program>) {
  while (!output.stdout.includes('\n')) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return JSON.parse(output.stdout) as Record<string, string>
}

describe('the command line', () => {
  test('prints its address and tokens in one line, serves with its options, and exits cleanly on SIGTERM', async () => {
    const variants = ['--variant', 'dates-without-seconds', '--variant', 'no-content']
    const started = program('--insights', '7', '--validators', '--relationships-parameter', 'include', ...variants)
    const access = await ready(started)
    const names = ['baseUrl', 'organisationId', 'workspaceId', 'workspaceName']
    expect(Object.keys(access)).toEqual(
      expect.arrayContaining([...names, 'token', 'expiredToken', 'foreignToken', 'readOnlyToken']),
    )
    const url = `${access.baseUrl}/organisations/${access.organisationId}/workspaces/${access.workspaceId}/insights`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${access.token}` } })
    const { data } = (await answer.json()) as { data: { createdAt: string }[] }
    expect(data).toHaveLength(7)
    expect(data[0]?.createdAt).toMatch(/T\d\d:\d\dZ$/)
    expect(answer.headers.get('etag')).not.toBeNull()
    started.child.kill('SIGTERM')
    expect(await ended(started.child)).toBe(0)
    expect(started.output.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(started.output.stderr).toBe('')
  })

  test.each([
    [['--port', 'abc'], '--port must be a whole number'],
    [['--port', '65536'], '--port must be'],
    [['--port', '-1'], '--port'],
    [['--insights', '1.5'], '--insights must be'],
    [['--insights', ''], '--insights must be'],
    [['--today', '2026-02-30'], '--today must be a day'],
    [['--data', ''], '--data must not be empty'],
    [['--variant', 'no-seconds'], '--variant must be dates-without-seconds, no-content, topic-relationships, not'],
    [['--relationships-parameter', ''], '--relationships-parameter must not be empty'],
    [['--colour'], '--colour'],
    [['8080'], '8080'],
  ])('refuses %j with a message and exit code 2', async (args, message) => {
    const { child, output } = program(...args)
    expect(await ended(child)).toBe(2)
    expect(output.stderr).toContain(message)
    expect(output.stderr).toContain('Usage:')
    expect(output.stdout).toBe('')
  })

  test('exits with code 1 when the port is taken or the file is not a data file', async () => {
    const first = program()
    const { port } = new URL((await ready(first)).baseUrl ?? '')
    const second = program('--port', port)
    expect(await ended(second.child)).toBe(1)
    expect(second.output.stderr).toContain('EADDRINUSE')
    first.child.kill('SIGINT')
    expect(await ended(first.child)).toBe(0)
    const notes = join(folder, 'notes.txt')
    await writeFile(notes, 'Buy milk\n')
    const third = program('--data', notes)
    expect(await ended(third.child)).toBe(1)
    expect(third.output.stderr).toContain('is not a data file')
  })

  test('prints its options and variants with --help', async () => {
    const { child, output } = program('--help')
    expect(await ended(child)).toBe(0)
    expect(output.stdout).toContain('--relationships-parameter')
    for (const name of variantNames) expect(output.stdout).toContain(`      ${name} `)
  })
})

describe('the utility process', () => {
  function started() {
    const options = { execArgv: ['--require', join(folder, 'parent-port.cjs')] }
    const child = fork(join(folder, 'process.cjs'), [], options)
    const say = (message: SandboxRequest) => void child.send(message)
    const heard = async () => SandboxMessage.parse((await once(child, 'message'))[0])
    return { child, say, heard }
  }

  test('starts, answers at its address unless it is offline, and stops on request', async () => {
    const { child, say, heard } = started()
    say({ type: 'start', dataFile: join(folder, 'kept.jsonl'), insights: 3 })
    const message = await heard()
    expect(message).toMatchObject({ type: 'ready', workspaceName: 'Juniper Bikes' })
    const { baseUrl, organisationId, workspaceId, token } = message as Extract<typeof message, { type: 'ready' }>
    const url = `${baseUrl}/organisations/${organisationId}/workspaces/${workspaceId}/knowledge`
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
    expect(claims.exp * 1000 - Date.now()).toBeGreaterThan(7 * 86_400_000)
    say({ type: 'pass-week' })
    expect(await heard()).toEqual({ type: 'done' })
    say({ type: 'set-online', isOnline: false })
    expect(await heard()).toEqual({ type: 'done' })
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    for (const isOnline of [true, true, false, false, true]) {
      say({ type: 'set-online', isOnline })
      expect(await heard()).toEqual({ type: 'done' })
    }
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    say({ type: 'set-online', isOnline: false })
    expect(await heard()).toEqual({ type: 'done' })
    say({ type: 'stop' })
    expect(await ended(child)).toBe(0)
  })

  test('reports why it could not start, and can be started again', async () => {
    const { child, say, heard } = started()
    const notes = join(folder, 'notes.txt')
    await writeFile(notes, 'Buy milk\n')
    say({ type: 'start', dataFile: notes, insights: null })
    expect(await heard()).toMatchObject({ type: 'failed', message: expect.stringContaining('is not a data file') })
    say({ type: 'start', dataFile: null, insights: null })
    expect(await heard()).toMatchObject({ type: 'ready' })
    say({ type: 'stop' })
    expect(await ended(child)).toBe(0)
  })
})
