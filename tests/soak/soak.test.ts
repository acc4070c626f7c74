// Plays a short soak, and checks that a seed replays alike. `npm run test:soak` plays whole hours and ranges of seeds.
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import { describeReport, runSoak } from './soak-run'
import { shimFile } from './soak-world'

const minutes = Number(process.env.SOAK_MINUTES ?? 3)
const seed = Number(process.env.SOAK_SEED ?? 1)

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
  await copyFile(new URL(`./${shimFile}`, import.meta.url), path.join(program.folder, shimFile))
})
afterAll(() => program.remove())

test(`keeps every promise for ${minutes} minutes with seed ${seed}`, {
  timeout: 300_000 + minutes * 10_000,
}, async () => {
  const report = await runSoak({ program: program.folder, minutes, seed })
  process.stdout.write(describeReport(report, minutes))
  expect(report.broken).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
})

test('replays a seed event by event even when operations take different times', async () => {
  const play = (delay?: () => Promise<void>) => runSoak({ program: program.folder, minutes: 1, seed, delay })
  const quick = await play()
  const slow = await play(() => (Math.random() < 0.2 ? wait(Math.random() * 3) : Promise.resolve()))
  expect(slow.deliveries).toBe(quick.deliveries)
  expect(slow.digest).toBe(quick.digest)
})
