/** The steps of `npm test`, in order. Each gets the prepared environment and returns an exit code. */
import os from 'node:os'
import { ensureBuild } from '../setup/build.mjs'
import { openDesktop } from '../setup/desktop.mjs'
import { inProject } from '../setup/paths.mjs'
import { packageCommand, runShown } from '../setup/run.mjs'
import { runOnDesktop } from '../setup/run-on-desktop.mjs'
import { reportFile } from './counts.mjs'

/** @typedef {{ say: (text: string) => void, node: string, env: NodeJS.ProcessEnv, args: string[] }} Context */

const check = ({ node, env, args }) =>
  runShown(node, [inProject('scripts', 'check.mjs'), ...args], { cwd: inProject(), env })

const unit = ({ node, env, args }) =>
  runShown(
    node,
    [
      ...[packageCommand('vitest'), 'run', '--reporter=default', '--reporter=json'],
      ...[`--outputFile.json=${reportFile('unit')}`, ...args],
    ],
    { cwd: inProject(), env },
  )

const build = async ({ say, node, env }) => {
  const isBuilt = await ensureBuild(say, { node, env })
  if (!isBuilt) say('The build is up to date.')
  return 0
}

/** One more than there are processors, which are idle while windows start; many more would only time out. */
const workers = Math.min(4, os.availableParallelism() + 1)

const e2e = ({ node, env, args }) => {
  const command = [packageCommand('@playwright/test', 'playwright'), 'test', '--reporter=list,json']
  const all = [...command, `--workers=${workers}`, ...args]
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('e2e') }
  // Only Linux has virtual displays; elsewhere the windows open on the person's own.
  return process.platform === 'linux'
    ? runOnDesktop({ env: withReport, open: openDesktop, cwd: inProject() }, node, all)
    : runShown(node, all, { cwd: inProject(), env: withReport })
}

export const testSteps = [
  { name: 'check', run: check, isCounted: true },
  { name: 'unit', run: unit, isCounted: true },
  { name: 'build', run: build, isCounted: false, isFor: 'e2e' },
  { name: 'e2e', run: e2e, isCounted: true },
]
