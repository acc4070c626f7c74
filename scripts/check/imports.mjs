/**
 * Checks all code against .dependency-cruiser.mjs and for cycles between folders. Prints problems; if any, exits with 1.
 */
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import config, { testCode } from '../../.dependency-cruiser.mjs'
import { projectRoot } from '../setup/paths.mjs'
import { checkFolderCycles } from './folder-cycles.mjs'

/** Without its parser, the tool sees no TypeScript modules and reports no problem. */
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
