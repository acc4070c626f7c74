/**
 * Builds out/ when the contents, not the times, of its sources have changed. Tests are not part of the app, so a
 * change in one builds nothing.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject } from './paths.mjs'
import { packageCommand, runOrFail } from './run.mjs'
import { filesBelow, hashOf, readStamp, writeStamp } from './stamp.mjs'

const stamp = inProject('out', '.build-stamp')
const topLevel = /^(package(-lock)?\.json|electron\.vite\.config\.ts|tsconfig.*\.json|CHANGELOG\.md)$/
const isTest = (name) => /\.test\.tsx?$/.test(name)

/** Hash of a build's sources. @param {string} root folder of the project */
export function buildHash(root) {
  const names = [
    ...filesBelow(path.join(root, 'src'), { skip: isTest }).map((name) => `src/${name}`),
    ...filesBelow(root, { skip: (name) => !topLevel.test(name) }),
  ]
  return hashOf(Object.fromEntries(names.map((name) => [name, readFileSync(path.join(root, name))])))
}

/** Writes out/ if it is stale. @returns {Promise<boolean>} whether something was built */
export async function ensureBuild(say, { node, env }, { isForced = false } = {}) {
  const wanted = buildHash(inProject())
  const entry = JSON.parse(readFileSync(inProject('package.json'), 'utf8')).main
  if (!isForced && readStamp(stamp) === wanted && existsSync(inProject(entry))) return false
  say('Building the app …')
  forgetBuild()
  await runOrFail('The build', node, [packageCommand('electron-vite'), 'build'], { cwd: inProject(), env })
  writeStamp(stamp, wanted)
  return true
}

/** Makes the next start build again, after something else (hot reload) has written into out/. */
export const forgetBuild = () => rmSync(stamp, { force: true })
