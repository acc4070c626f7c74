/** Names that say what is in a file: kebab-case, PascalCase for components, and no drawers for odds and ends. */
import path from 'node:path'
import { isCode } from './project-files.mjs'

const checkedFolders = /^(src|e2e|tests|scripts|tools)\//
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared'])
const part = '[a-z0-9]+(?:-[a-z0-9]+)*'
const kebab = new RegExp(`^${part}(?:\\.${part})*$`)
const pascal = /^[A-Z][A-Za-z0-9]*(?:\.test)?$/

/** @returns {string[]} */
export function checkFileNames(files) {
  return files
    .filter((file) => isCode(file) && checkedFolders.test(file.path))
    .flatMap(({ path: name }) => {
      const extension = path.posix.extname(name)
      const base = path.posix.basename(name, extension)
      const folders = path.posix.dirname(name).split('/')
      const problems = []
      if (drawers.has(base.split('.')[0].toLowerCase())) problems.push(`${name}: name the thing, not "${base}"`)
      for (const folder of folders.filter((each) => drawers.has(each) || !kebab.test(each))) {
        problems.push(`${name}: folder "${folder}" must be kebab-case and name a thing`)
      }
      const isNamedWell = kebab.test(base) || (extension === '.tsx' && pascal.test(base))
      if (!isNamedWell) problems.push(`${name}: kebab-case, or PascalCase.tsx for a component`)
      return problems
    })
}
