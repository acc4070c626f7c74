// Changes survive restarts, and every kind of damage to the file is handled.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Insight } from '../../contract/resources/insight'
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../testing/start-sandbox'
import { openDataFile } from './data-file'

let folder: string
let dataFile: string
const running = new Set<RunningSandbox>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  dataFile = join(folder, 'workspace.jsonl')
})

afterEach(async () => {
  for (const sandbox of running) await sandbox.close()
  running.clear()
  await rm(folder, { recursive: true })
})

async function start(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ dataFile, ...options })
  running.add(sandbox)
  return sandbox
}

async function stop(sandbox: RunningSandbox): Promise<void> {
  running.delete(sandbox)
  await sandbox.close()
}

function ask(sandbox: RunningSandbox, path: string, init: { method?: string; body?: unknown; token?: string } = {}) {
  const { method = 'GET', body, token = sandbox.token } = init
  return fetch(`${sandbox.baseUrl}/organisations/${sandbox.organisationId}/workspaces/${sandbox.workspaceId}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

const all = '/insights?relationships=opportunities,solutions,outcomes,feedback'

async function list(sandbox: RunningSandbox, token?: string): Promise<Insight[]> {
  return ((await (await ask(sandbox, all, { token })).json()) as { data: Insight[] }).data
}

function newInsight({ organisationId, workspaceId }: RunningSandbox, title: string) {
  return { type: 'Bug', title, description: 'D', organisationId, workspaceId }
}

async function create(sandbox: RunningSandbox, title: string): Promise<number> {
  return (await ask(sandbox, '/insights', { method: 'POST', body: newInsight(sandbox, title) })).status
}

const metricLines = async () =>
  (await readFile(dataFile, 'utf8')).split('\n').filter((line) => line.includes('metric-'))

describe('a data file', () => {
  test('restores every change, the tokens and the port after a restart', async () => {
    const first = await start()
    const before = await list(first)
    const opportunity = before.filter((item) => !item.seen).flatMap((item) => item.opportunities)[0]
    const outcome = before.flatMap((item) => item.outcomes)[0]
    const knowledge = ((await (await ask(first, '/knowledge')).json()) as { data: { id: string }[] }).data
    await create(first, 'Kept')
    await ask(first, `/opportunities/${opportunity?.id}/insights/mark-all-seen`, { method: 'POST' })
    const metric = `/metrics/${first.metrics[0]?.id}/relationships/add`
    await ask(first, metric, { method: 'POST', body: { outcomeIds: [outcome?.id] } })
    await ask(first, `/outcomes/${outcome?.id}`, { method: 'DELETE' })
    await ask(first, `/knowledge/${knowledge[0]?.id}`, { method: 'DELETE' })
    const after = await list(first)
    expect(after).not.toEqual(before)
    await stop(first)

    const second = await start()
    expect(second.baseUrl).toBe(first.baseUrl)
    expect(await list(second, first.token)).toEqual(after)
    expect((await ask(second, `/outcomes/${outcome?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await ask(second, `/knowledge/${knowledge[0]?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await metricLines()).toHaveLength(1)
  })

  test('keeps the day of its seed, so that a restart on another day shows the same records', async () => {
    const first = await start({ now: () => new Date('2026-03-01T12:00:00Z') })
    const before = await list(first)
    await stop(first)
    const second = await start({ now: () => new Date('2026-03-09T12:00:00Z') })
    expect(await list(second)).toEqual(before)
  })

  test('is readable only by its owner, with no other files beside it', async () => {
    await start()
    expect((await stat(dataFile)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['workspace.jsonl'])
  })

  test('moves to another port when its own is taken, unless a port was requested', async () => {
    const first = await start()
    const other = await start({ dataFile: join(folder, 'other.jsonl') })
    await stop(first)
    const port = Number(new URL(first.baseUrl).port)
    const squatter = await startSandbox({ port })
    running.add(squatter)
    expect((await start()).baseUrl).not.toBe(first.baseUrl)
    const taken = Number(new URL(other.baseUrl).port)
    await expect(startSandbox({ port: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('keeps every acknowledged change when 60 arrive at once', async () => {
    const sandbox = await start()
    const titles = Array.from({ length: 60 }, (_, number) => `Title ${number}`)
    expect(new Set(await Promise.all(titles.map((title) => create(sandbox, title))))).toEqual(new Set([200]))
    await stop(sandbox)
    const kept = (await list(await start())).map((item) => item.title)
    expect(kept.filter((title) => title.startsWith('Title ')).sort()).toEqual(titles.sort())
  })

  test('drops a change half-written by a crash, and continues after it', async () => {
    const first = await start()
    await create(first, 'Whole')
    await stop(first)
    const whole = await readFile(dataFile, 'utf8')
    await writeFile(dataFile, `${whole}{"kind":"insight-created","at":"2026-`)
    const second = await start()
    expect((await list(second)).at(-1)?.title).toBe('Whole')
    await create(second, 'After')
    await stop(second)
    expect((await list(await start())).slice(-2).map((item) => item.title)).toEqual(['Whole', 'After'])
  })

  test('keeps the effects of a passed week, even in a file of the first format', async () => {
    const header = { format: 'discovery-sandbox/1', today: '2026-01-01', insights: null }
    await writeFile(dataFile, `${JSON.stringify({ ...header, secret: 'ab'.repeat(32), instance: 'cd'.repeat(8) })}\n`)
    const first = await start()
    const before = (await list(first)).length
    await first.passWeek()
    const after = await list(first)
    expect(after.length).not.toBe(before)
    await stop(first)
    expect(await list(await start())).toEqual(after)
  })

  test('keeps the order of changes made within one millisecond', async () => {
    const options = { today: '2026-03-01', now: () => new Date('2026-03-01T12:00:00Z') }
    const first = await start(options)
    const range = (await list(first))
      .flatMap(({ opportunities }) => opportunities)
      .find(({ title }) => title === 'Riders do not believe the range on the display')
    const mark = `/opportunities/${range?.id}/insights/mark-all-seen`
    expect((await ask(first, mark, { method: 'POST' })).status).toBe(200)
    await first.passWeek()
    const arrived = async (sandbox: RunningSandbox) =>
      (await list(sandbox)).find(({ title }) => title.startsWith('Range jumps back'))
    expect((await arrived(first))?.seen).toBe(false)
    await stop(first)
    const second = await start(options)
    expect((await arrived(second))?.seen).toBe(false)
    expect((await ask(second, mark, { method: 'POST' })).status).toBe(200)
    await stop(second)
    expect((await arrived(await start(options)))?.seen).toBe(true)
  })

  test('refuses to continue with another number of insights or another day', async () => {
    await stop(await start({ insights: 10 }))
    await expect(start({ insights: 11 })).rejects.toThrow('was made with 10 (insights)')
    await expect(start({ today: '2020-01-01' })).rejects.toThrow('(today)')
    const again = await start()
    expect(await list(again)).toHaveLength(10)
  })
})

describe('a file that cannot be used', () => {
  const header = { format: 'discovery-sandbox/1', today: '2026-01-01', insights: null }
  const secrets = { secret: 'ab'.repeat(32), instance: 'cd'.repeat(8) }
  const good = `${JSON.stringify({ ...header, ...secrets })}\n`

  test.each([
    ['an empty file', '', /is not a data file/],
    ['notes without an end of line', 'Buy milk', /is not a data file/],
    ['notes', 'Buy milk\n', /is not a data file/],
    ['other JSON', '{"name":"package"}\n', /is not a data file/],
    ['a newer format', good.replace('/1', '/3'), /is not a data file/],
    ['binary', '\u0000\u0001\n', /is not a data file/],
    ['a damaged line', `${good}{"kind":\n`, /damaged in line 2/],
    ['an unknown change', `${good}{"kind":"insight-eaten"}\n`, /damaged in line 2/],
    ['an empty line', `${good}\n`, /damaged in line 2/],
  ])('(%s) is left unchanged, and the error says what is wrong', async (_, text, message) => {
    await writeFile(dataFile, text)
    await expect(start()).rejects.toThrow(message)
    expect(await readFile(dataFile, 'utf8')).toBe(text)
  })

  test('(the folder is missing) fails with ENOENT', async () => {
    await expect(start({ dataFile: join(folder, 'missing', 'file') })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('(another process wrote to it) answers a change with 500, applies nothing, and can still be read', async () => {
    const sandbox = await start()
    const count = (await list(sandbox)).length
    await writeFile(dataFile, `${await readFile(dataFile, 'utf8')}{}\n`)
    const answer = await ask(sandbox, '/insights', { method: 'POST', body: newInsight(sandbox, 'Lost') })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } })
    expect(await list(sandbox)).toHaveLength(count)
  })

  test('(it cannot be written) rejects the append and keeps its content', async () => {
    const file = await openDataFile(dataFile, JSON.parse(good))
    await file.append({ kind: 'listening', port: 4000 })
    await file.close()
    await expect(file.append({ kind: 'listening', port: 5000 })).rejects.toThrow()
    const again = await openDataFile(dataFile, JSON.parse(good))
    expect(again.lastPort).toBe(4000)
    await again.close()
  })
})
