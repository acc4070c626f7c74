import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLibrary } from '../library'
import { workspace } from '../testing/opened-library'

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

/** Returns how the process found the file, and the last change that it acknowledged before it was killed. */
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

it('has every acknowledged note after a kill that destroyed the library', async () => {
  const file = join(folder, 'destroyed', 'sandbox.db')
  let last = -1
  for (const changes of [1, 20, 60]) {
    last = (await stormUntil(file, last + 1, changes)).last
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    writeFileSync(file, 'This is no database. '.repeat(4000))
    const library = createLibrary({ now: () => new Date(), log: () => undefined })
    const opened = await library.open({ environment: 'sandbox', file, key, generation: 'first' })
    expect(opened).toMatchObject({ state: 'rebuilt', mayHaveLostChanges: false })
    expect(opened).not.toHaveProperty('mayHaveLostNotes')
    for (let number = 0; number <= last; number += 1) {
      const { note } = await library.getTriage({ workspace, kind: 'insight', id: `note-${number}` })
      expect(note).toBe(`${number}`)
    }
    library.closeAllNow()
  }
}, 120_000)
