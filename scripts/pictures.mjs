/**
 * `npm run pictures`: writes the pictures of the app that differ, then stores each new one with a palette of 256
 * colours, about a third of its size. Playwright's comparison tolerates the difference.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { withPalette } from './pictures/palette.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { runShown } from './setup/run.mjs'
import { filesBelow } from './setup/stamp.mjs'

await runScript(async (args) => {
  const tests = [inProject('scripts', 'test.mjs'), '--only', 'e2e', 'e2e/specs/pictures', '--update-snapshots=changed']
  const code = await runShown(process.execPath, [...tests, ...args], { cwd: inProject(), env: process.env })
  const folder = inProject('docs', 'pictures')
  for (const name of filesBelow(folder)) {
    const file = `${folder}/${name}`
    const png = readFileSync(file)
    if ((await sharp(png).metadata()).isPalette) continue
    writeFileSync(file, await withPalette(png))
  }
  return code
})
