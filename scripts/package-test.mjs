/**
 * `npm run test:package`: packages the app, unpacks the tar.gz elsewhere and tries what came out of it (Linux): that it
 * runs, keeps what was done, and that no switch and no variable opens it up.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { packagesFolder } from './package/paths.mjs'
import { runOnDesktop } from './setup/desktop.mjs'
import { inProject } from './setup/paths.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runShown } from './setup/run.mjs'

await runScript(async (args) => {
  if (process.platform !== 'linux') throw new PlainError('The package test needs the virtual desktop of Linux.')
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests', electron: true })
  const code = await runShown(node, [inProject('scripts', 'package.mjs')], { cwd: inProject(), env })
  if (code !== 0) return code
  const archive = readdirSync(packagesFolder).find((name) => name.endsWith('.tar.gz'))
  const options = { cwd: inProject(), env: { ...env, DISCOVERY_DESK_PACKAGE: path.join(packagesFolder, archive) } }
  const config = `--config=${inProject('playwright.package.config.ts')}`
  return runOnDesktop(options, node, [packageCommand('@playwright/test', 'playwright'), 'test', config, ...args])
})
