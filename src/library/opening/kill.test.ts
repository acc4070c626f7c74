import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLibrary } from '../library'
import { workspace } from '../testing/opened-library'
import { expectWholeFile } from '../testing/whole-file'

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
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          storm: fileURLToPath(new URL('../testing/storm-process.ts', import.meta.url)),
          'first-sync': fileURLToPath(new URL('../testing/first-sync-process.ts', import.meta.url)),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of this folder with these arguments, and kills it when it has said so many lines. Returns them. */
async function killAfter(lines: number, program: string, ...args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(folder, program), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (said.length === lines) child.kill('SIGKILL')
  }
  return said
}

/** Returns how the process found the file, and the last change that it acknowledged before it was killed. */
async function stormUntil(file: string, from: number, changes: number): Promise<{ state: string; last: number }> {
  const [state = '', ...acknowledged] = await killAfter(changes + 1, 'storm.mjs', file, key, String(from))
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
})

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
})

it.each([1, 7, 14])(
  'has all indexes, and all rows or none, after a kill while a first sync makes index %i',
  async (index) => {
    const file = join(folder, `indexes-${index}`, 'sandbox.db')
    const made = await killAfter(index, 'first-sync.mjs', file, key, '1200')
    expect(made.length).toBeGreaterThanOrEqual(index)
    expect([0, 1200]).toContain(expectWholeFile({ file, key }))
  },
)
