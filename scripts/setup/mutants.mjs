/** Copies of the sources with one mistake at a time, for runs that show whether tests notice it. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder, inProject } from './paths.mjs'
import { PlainError } from './plain-error.mjs'

/** @param {string} name of the copy @param {readonly string[]} copied files and folders @returns {string} its folder */
export function copySources(name, copied) {
  const folder = path.join(cacheFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const each of copied) cpSync(inProject(each), path.join(folder, each), { recursive: true })
  symlinkSync(inProject('node_modules'), path.join(folder, 'node_modules'), 'junction')
  return folder
}

/**
 * Runs the work with the mistake in the copy. Throws unless the text to replace occurs exactly once.
 * @param {{ name: string, file: string, from: string, to: string }} mutation
 */
export async function withMutation(folder, { name, file, from, to }, work) {
  const target = path.join(folder, file)
  const text = readFileSync(target, 'utf8')
  if (text.split(from).length !== 2) throw new PlainError(`${file} does not have the text of "${name}" once.`)
  // A function, because `$` has a meaning in a replacement string.
  writeFileSync(
    target,
    text.replace(from, () => to),
  )
  try {
    return await work()
  } finally {
    writeFileSync(target, text)
  }
}

/** A Vitest run that could not start has noticed nothing. @param {{ code: number | null, output: string }} run */
export const hasFailedTests = ({ code, output }) => code !== 0 && /Tests\s.*\d+ failed/.test(output)
