/** The files that the rules look at: everything that would be in a commit, read once. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../setup/stamp.mjs'

const leftOut = new Set(['node_modules', 'out', 'dist', '.cache', '.git', 'test-results', 'playwright-report'])
const textual = /(\.(ts|tsx|mts|cts|js|mjs|cjs|json|jsonc|md|css|html|svg|yml|yaml|txt|sh)|\/run|\.npmrc|\.gitignore)$/

/** @typedef {{ path: string, text: string }} SourceFile path relative to the project, with forward slashes */

/** @returns {SourceFile[]} */
export const projectFiles = (root) =>
  filesBelow(root, { skip: (name) => leftOut.has(path.posix.basename(name)) })
    .filter((name) => textual.test(`/${name}`))
    .map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }))

export const isCode = ({ path: name }) => /\.(ts|tsx|mts|cts|js|mjs|cjs)$/.test(name)
export const isTest = ({ path: name }) => /\.(test|spec)\.(tsx?|mjs)$/.test(name) || name.startsWith('e2e/')
