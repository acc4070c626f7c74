/**
 * `npm run test:package` (Linux): packages the app, unpacks the tar.gz and the package for Debian elsewhere, and tests
 * that the app runs, keeps its data, and has no switch or variable that opens it up.
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
  const { node, env } = await prepare((text) => console.log(text), { system: 'packages', electron: true })
  const code = await runShown(node, [inProject('scripts', 'package.mjs')], { cwd: inProject(), env })
  if (code !== 0) return code
  const made = (ending) =>
    path.join(packagesFolder, readdirSync(packagesFolder).find((name) => name.endsWith(ending)) ?? `*${ending}`)
  const named = { DISCOVERY_DESK_PACKAGE: made('.tar.gz'), DISCOVERY_DESK_DEB: made('.deb') }
  const options = { cwd: inProject(), env: { ...env, ...named } }
  const config = `--config=${inProject('playwright.package.config.ts')}`
  return runOnDesktop(options, node, [packageCommand('@playwright/test', 'playwright'), 'test', config, ...args])
})
