/** The rules of dependency-rules.mjs over all code, and no cycles between folders. Prints problems; exits with 1 then. */
import { projectRoot } from '../setup/paths.mjs'
import { cruiseProject, forbiddenImports } from './cruise.mjs'
import { testCode } from './dependency-rules.mjs'
import { checkFolderCycles } from './folder-cycles.mjs'

/** Where its parser is missing, the tool sees no module of TypeScript and says that all is well. */
const fewestModules = 500

const modules = await cruiseProject(projectRoot, ['src', 'e2e', 'tests', 'scripts'])
const production = modules.filter(({ source }) => !testCode.test(source))
const problems = [
  ...(modules.length < fewestModules
    ? [`only ${modules.length} modules were seen, at least ${fewestModules} are there`]
    : []),
  ...forbiddenImports(modules),
  ...checkFolderCycles(production),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
