import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLibrary } from '../library'

// Inside the project, so that the bundle finds the native driver.
const cache = join(import.meta.dirname, '../../../.cache')
const key = 'ef'.repeat(32)
let folder: string

beforeAll(async () => {
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'library-kill-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('../testing/storm-process.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'storm.mjs' } },
    },
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Gives what the process said before it was killed: how it found the file, and each change it acknowledged. */
async function stormUntil(file: string, from: number, changes: number): Promise<{ state: string; last: number }> {
  const child = spawn(process.execPath, [join(folder, 'storm.mjs'), file, key, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (said.length === changes + 1) child.kill('SIGKILL')
  }
  const [state = '', ...acknowledged] = said
  return { state, last: Number(acknowledged.at(-1)) }
}

it('has every acknowledged change after each of five kills', async () => {
  const file = join(folder, 'store', 'sandbox.db')
  let last = -1
  for (const changes of [1, 7, 30, 90, 55]) {
    const round = await stormUntil(file, last + 1, changes)
    expect(round.state).toBe(last === -1 ? 'created' : 'opened')
    last = round.last
    const library = createLibrary({ now: () => new Date(), log: () => undefined })
    expect(await library.open({ environment: 'sandbox', file, key, generation: 'first' })).toMatchObject({
      state: 'opened',
    })
    const numbers = (await library.pendingChanges({ environment: 'sandbox' })).map(({ changeId }) => changeId)
    for (let number = 0; number <= last; number += 1) expect(numbers).toContain(`change-${number}`)
    // One that was written and not yet acknowledged may be there too.
    expect(numbers.length - (last + 1)).toBeLessThanOrEqual(5)
    library.closeAllNow()
  }
}, 120_000)
