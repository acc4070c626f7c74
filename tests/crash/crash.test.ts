// Kills the app at random moments of a storm of changes and syncs: every acknowledged change is in the journal or at the
// service, none has its effect twice, and the database opens. `npm run test:crash` kills two hundred times.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../../src/main/testing/fault-injection'
import { buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import { startRecordingService } from '../../src/sandbox/testing/recording-service'
import { buildCrashApp, type CrashReport, runCrashes } from './crash-run'

const kills = Number(process.env.CRASH_KILLS ?? 7)
const seed = Number(process.env.CRASH_SEED ?? 4)
/** Each story begins with an empty database, so that late kills do not waste time on long lists. */
const killsPerStory = 20

let program: LibraryProgram
let app: string
beforeAll(async () => {
  program = await buildLibraryProgram()
  app = await buildCrashApp(program)
})
afterAll(() => program.remove())

const sum = (reports: readonly CrashReport[], count: (report: CrashReport) => number) =>
  reports.reduce((total, report) => total + count(report), 0)

test(`keeps every promise through ${kills} kills with seed ${seed}`, {
  timeout: 400_000 + kills * 10_000,
}, async () => {
  const began = Date.now()
  const reports: CrashReport[] = []
  for (let left = kills, story = 0; left > 0; left -= killsPerStory, story += 1) {
    const storySeed = seed + story
    const service = await startRecordingService(randomOf(storySeed), 60 * (Math.min(left, killsPerStory) + 2))
    try {
      const options = { kills: Math.min(left, killsPerStory), seed: storySeed, name: `story-${story}` }
      reports.push(await runCrashes(program, app, service, options))
    } finally {
      await service.close()
    }
  }
  const of = (count: (report: CrashReport) => number) => sum(reports, count)
  const broken = reports.flatMap((report) => report.broken)
  process.stdout.write(
    [
      `kills: ${of(({ kills: { app, library, both, starting } }) => app + library + both + starting)} (seed ${seed})`,
      `  of the app ${of((r) => r.kills.app)}, of the library ${of((r) => r.kills.library)},`,
      `  of both at once ${of((r) => r.kills.both)}, of an app that was starting ${of((r) => r.kills.starting)}`,
      `databases opened unchanged: ${of((r) => r.opened)}; journals compared: ${of((r) => r.journals)}`,
      `changes tried: ${of((r) => r.attempted)}, in the journal: ${of((r) => r.journalled)}, acknowledged: ${of((r) => r.acknowledged)},`,
      `  reported as not kept: ${of((r) => r.notKept)}`,
      `requests received: ${of((r) => r.requests)}, insights created: ${of((r) => r.created)}`,
      `promises broken: ${broken.length}; ${Math.round((Date.now() - began) / 1000)} s`,
      '',
    ].join('\n'),
  )
  expect(broken).toEqual([])
  expect(of(({ journalled }) => journalled)).toBeGreaterThan(0)
})
