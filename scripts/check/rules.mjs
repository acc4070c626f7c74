/** All rules of this folder, over all files: prints what is wrong, and exits with 1 if anything is. */
import { projectRoot } from '../setup/paths.mjs'
import { checkFileNames } from './file-names.mjs'
import { checkFileSizes } from './file-sizes.mjs'
import { checkForbiddenText } from './forbidden-text.mjs'
import { checkLayers } from './layers.mjs'
import { projectFiles } from './project-files.mjs'

const rules = { sizes: checkFileSizes, names: checkFileNames, text: checkForbiddenText, layers: checkLayers }

const files = projectFiles(projectRoot)
for (const name of process.argv.slice(2)) {
  const result = rules[name](files)
  const problems = Array.isArray(result) ? result : result.problems
  if (result.summary) console.log(result.summary)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
