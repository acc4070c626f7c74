/** The parts of `npm test`, those that find mistakes most cheaply first. Each resolves to an exit code. */
import { ensureBuild } from '../setup/build.mjs'
import { runOnDesktop } from '../setup/desktop.mjs'
import { electronEnvironment } from '../setup/electron-runtime.mjs'
import { inProject } from '../setup/paths.mjs'
import { PlainError } from '../setup/plain-error.mjs'
import { packageCommand, runShown } from '../setup/run.mjs'
import { reportFile } from './reports.mjs'
import { workerCount } from './worker-count.mjs'

/** @typedef {{ say: (text: string) => void, node: string, env: NodeJS.ProcessEnv, args: string[] }} Context */

const check = ({ node, env, args }) =>
  runShown(node, [inProject('scripts', 'check.mjs'), ...args], { cwd: inProject(), env })

const unit = ({ node, env, args }) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('unit')}`]
  return runShown(node, [packageCommand('vitest'), 'run', ...reporters, ...args], { cwd: inProject(), env })
}

const build = async ({ say, node, env }) => {
  const isBuilt = await ensureBuild(say, { node, env })
  if (!isBuilt) say('The build is up to date.')
  return 0
}

/** Many more would only time out. */
const workers = workerCount(4)

const e2e = ({ node, env, args }) => {
  const command = [packageCommand('@playwright/test', 'playwright'), 'test', '--reporter=list,json']
  const all = [...command, `--workers=${workers}`, ...args]
  // Some tests start Electron without Playwright, and it inherits the environment of this command.
  const given = { ...electronEnvironment(env), PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('e2e') }
  const options = { cwd: inProject(), env: given }
  // Only Linux has virtual displays; elsewhere the windows open on the person's own.
  return process.platform === 'linux' ? runOnDesktop(options, node, all) : runShown(node, all, options)
}

export const parts = { check, unit, build, e2e }

/** @returns {{ only: string | undefined, isRetry: boolean, passedOn: string[] }} passedOn: for the runner of the one part */
export function readTestArguments(args) {
  const rest = args.filter((arg) => arg !== '--retry-electron')
  const [flag, only, ...passedOn] = rest.flatMap((arg) => (/^--only=/.test(arg) ? arg.split('=') : [arg]))
  if (rest.length > 0 && !(flag === '--only' && ['check', 'unit', 'e2e'].includes(only))) {
    throw new PlainError('usage: npm test [-- --only check|unit|e2e [arguments for its runner]]')
  }
  return { only, isRetry: rest.length < args.length, passedOn }
}
