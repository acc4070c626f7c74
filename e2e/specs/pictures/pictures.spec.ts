// Every view and everything that opens over one, light and dark, views at two sizes, compared to docs/pictures.
//
// What is compared stands still: one date in every process, one typeface (DejaVu, which the tests need installed), one time
// zone and language, the sandbox's seed; a port, a duration and a file size are evened out. Nothing is covered up.
//
// A picture is another one when more than 0.02 % of its pixels (143 at the small size) are of a clearly different colour.
// An icon that is gone, a word that changed and a padding that grew by 4 px all exceed that many times over; a letter
// whose edge is smoothed differently does not. What a comparison saw is left in test-results, with the difference.
//
// `PICTURES=write` writes them anew. They are drawn by the Chromium below; another one draws letters its own way, so with
// it the views are only checked to be whole, and the report says so.
import { comparePicture } from '../../commands/compare-picture'
import { checkPicture, resizeWindow, shootWindow } from '../../commands/take-picture'
import { frozenDay, frozenService, holdStill, stillOptions } from '../../fixtures/still-app'
import { test } from '../../fixtures/test'
import { walkEverywhere } from '../../walk/walk'

const drawnByChromium = '114'

const usual = { width: 1440, height: 900 }
const small = { width: 1024, height: 700 }
const sizes = { view: [usual, small], over: [small] }

test('every view looks as in its picture', async ({ start, serve }, testInfo) => {
  // Some 130 pictures; on a busy machine each takes seconds.
  test.setTimeout(300_000)
  const service = await serve({ args: ['--today', frozenDay], env: frozenService })
  const app = await start(await stillOptions(testInfo.outputPath('fonts')))
  await holdStill(app)
  const chromium = await app.electron.evaluate(() => process.versions.chrome ?? '')
  const isComparable = chromium.startsWith(`${drawnByChromium}.`)
  if (!isComparable) {
    const description = `the pictures are drawn by Chromium ${drawnByChromium}, and this is ${chromium}: not compared`
    testInfo.annotations.push({ type: 'note', description })
    console.warn(description)
  }

  await walkEverywhere({
    app,
    service,
    async visit(view, kind = 'view') {
      for (const size of sizes[kind]) {
        await resizeWindow(app, size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await app.page.emulateMedia({ colorScheme })
          const name = `${view}-${colorScheme}${size === small ? '-1024x700' : ''}`
          if (isComparable) await comparePicture(app, name)
          else await checkPicture(app, name, await shootWindow(app))
        }
      }
    },
  })
})
