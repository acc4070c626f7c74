/** All rules of this folder, over all files: prints what is wrong, and exits with 1 if anything is. */
import { projectRoot } from '../setup/paths.mjs'
import { checkForbiddenText } from './forbidden-text.mjs'
import { projectFiles } from './project-files.mjs'

const rules = { text: checkForbiddenText }

const files = projectFiles(projectRoot)
for (const name of process.argv.slice(2)) {
  const problems = rules[name](files)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
