// Every view and everything that opens over one, light and dark, compared to the pictures in docs/pictures.

import { comparePicture } from '../../commands/compare-picture'
import { resizeWindow } from '../../commands/take-picture'
import { frozenDay, frozenService, holdStill, stillOptions } from '../../fixtures/still-app'
import { test } from '../../fixtures/test'
import { walkEverywhere } from '../../walk/walk'

const sizes = {
  view: [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ],
  over: [{ width: 1024, height: 700 }],
}

test('pictures of everything', async ({ start, serve }, testInfo) => {
  const service = await serve({ args: ['--today', frozenDay], env: frozenService })
  const app = await start(await stillOptions(testInfo.outputPath('fonts')))
  await holdStill(app)
  const started = performance.now()
  await walkEverywhere({
    app,
    service,
    async visit(name, kind = 'view') {
      for (const size of sizes[kind]) {
        await resizeWindow(app, size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await app.page.emulateMedia({ colorScheme })
          await comparePicture(app, `${name}-${colorScheme}${size.width === 1024 ? '-1024x700' : ''}`)
        }
      }
    },
  })
  console.log('walk', Math.round(performance.now() - started))
})
