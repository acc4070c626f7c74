/**
 * The rules of .dependency-cruiser.mjs over all code, and no cycles between folders. Prints problems; exits with 1 then.
 */
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import config, { testCode } from '../../.dependency-cruiser.mjs'
import { projectRoot } from '../setup/paths.mjs'
import { checkFolderCycles } from './folder-cycles.mjs'

/** Where its parser is missing, the tool sees no module of TypeScript and says that all is well. */
const fewestModules = 500

/** @returns {Promise<{ modules: import('dependency-cruiser').IModule[], problems: string[] }>} */
export async function cruiseProject(root, folders) {
  const ruleSet = { forbidden: config.forbidden }
  const { output } = await cruise(folders, { ...config.options, validate: true, ruleSet, baseDir: root })
  const comments = new Map(config.forbidden.map(({ name, comment }) => [name, comment]))
  const problems = output.summary.violations.map(
    ({ from, to, rule }) => `${from}: "${to}": ${comments.get(rule.name)} (${rule.name})`,
  )
  return { modules: output.modules, problems }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { modules, problems } = await cruiseProject(projectRoot, ['src', 'e2e', 'tests', 'scripts'])
  const own = modules.filter(({ source }) => /^(src|e2e|tests|scripts)\//.test(source))
  if (own.length < fewestModules) problems.push(`only ${own.length} modules were seen, of at least ${fewestModules}`)
  problems.push(...checkFolderCycles(own.filter(({ source }) => !new RegExp(testCode).test(source))))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
