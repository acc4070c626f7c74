// Memory stays flat over many syncs of a changing workspace: main and the library process hold as much at the end as
// after the first syncs. `npm run test:memory` does five hundred syncs of two thousand insights.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBeside, buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import type { Measured, MemoryOrder } from './memory-program'

const syncs = Number(process.env.MEMORY_SYNCS ?? 60)
const insights = Number(process.env.MEMORY_INSIGHTS ?? 200)
/** By then, caches are full and code is compiled. */
const floorAfter = Math.max(20, Math.round(syncs / 10))
const highestRatio = 1.2

let program: LibraryProgram
let app: string
let server: Server
let received = 0

beforeAll(async () => {
  program = await buildLibraryProgram()
  app = await buildBeside(program, new URL('./memory-program.ts', import.meta.url), 'memory-program.mjs')
  server = createServer(async (request, response) => {
    const body = await buffer(request)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') return void response.end(JSON.stringify({ data: created(body.toString()) }))
    const isKnowledge = request.url?.endsWith('/knowledge')
    if (!isKnowledge) received += 1
    response.end(JSON.stringify({ data: isKnowledge ? [] : listOf(received) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await program.remove()
})

const id = (number: number) => `20000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const dates = { createdAt: '2025-06-01T10:00:00.000Z', updatedAt: '2025-06-01T10:00:00.000Z' }
const plain = { type: 'Bug', seen: false, hideContent: false, ...dates }
const unrelated = { opportunities: [], solutions: [], outcomes: [], feedback: [], strength: 0 }
const words = 'What several people said about the battery, the charger and the long way home. '.repeat(6)

/** In each list, a twentieth has another score and title, a hundredth is new, and as many are gone. */
function listOf(round: number): readonly unknown[] {
  const step = Math.max(1, Math.floor(insights / 100))
  return Array.from({ length: insights }, (_, place) => {
    const number = place + round * step
    const changes = number % 20 === round % 20 ? round : 0
    const score = ((number * 7 + changes) % 100) / 100
    const scores = { strengthScore: score, momentumScore: score * 5, combinedScore: score * 10 }
    const title = `Insight ${number}, version ${changes}`
    return { id: id(number), title, description: words, ...plain, ...scores, ...unrelated }
  })
}

function created(body: string): unknown {
  const { id: own, title, description } = JSON.parse(body) as { id: string; title: string; description: string }
  return { ...plain, ...unrelated, id: own, title, description }
}

test(`uses about as much memory after ${syncs} syncs of ${insights} insights as after the first ones`, {
  timeout: 300_000 + syncs * 2_000,
}, async () => {
  const began = Date.now()
  const { port } = server.address() as AddressInfo
  const order: MemoryOrder = {
    ...{ program: program.folder, file: path.join(program.folder, 'memory', 'staging.db'), syncs, floorAfter },
    ...{ key: randomBytes(32).toString('hex'), baseAddress: `http://127.0.0.1:${port}` },
    workspace: { organisationId: randomUUID(), workspaceId: randomUUID() },
  }
  const child = spawn(process.execPath, ['--expose-gc', app, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).split('\n').filter((line) => line.startsWith('{'))
  const measured = lines.map((line) => JSON.parse(line) as Measured)
  expect(received).toBeGreaterThanOrEqual(syncs)

  for (const who of ['main', 'library'] as const) {
    const [floor, end] = measured.filter((each) => each.who === who)
    if (!floor || !end) throw new Error(`The ${who} process did not report its memory.`)
    const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
    const ratio = (of: 'held' | 'rss') => end[of] / floor[of]
    const line = (of: 'held' | 'rss') => `${mib(floor[of])} -> ${mib(end[of])} (${ratio(of).toFixed(2)})`
    process.stdout.write(
      `${who}, after ${floorAfter} and ${syncs} syncs: heap and external ${line('held')}, resident ${line('rss')}\n`,
    )
    expect.soft(ratio('held'), `${who}: heap and external memory`).toBeLessThan(highestRatio)
    // The database's memory is in no heap, and the allocator returns it late, so the limit is wide and for long runs only.
    if (syncs >= 200) expect.soft(ratio('rss'), `${who}: resident memory`).toBeLessThan(1.5)
  }
  process.stdout.write(`${Math.round((Date.now() - began) / 1000)} s\n`)
})
