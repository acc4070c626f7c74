/** All modules of some folders with what they import, by dependency-cruiser. */
import { cruise } from 'dependency-cruiser'
import { forbidden } from './dependency-rules.mjs'

/** Types vanish from the built code, and are imported all the same. SWC reads TypeScript, whatever version checks it. */
const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  validate: true,
  ruleSet: { forbidden },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'require', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
  },
}

/** @returns {Promise<import('dependency-cruiser').IModule[]>} those of the folders, not what they import from elsewhere */
export async function cruiseProject(root, folders) {
  const { output } = await cruise(folders, { ...options, baseDir: root })
  return output.modules
    .filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`)))
    .map((module) => ({
      ...module,
      dependencies: module.dependencies.filter(({ resolved }) => resolved !== module.source),
    }))
}

const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]))

/** @returns {string[]} */
export const forbiddenImports = (modules) =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ module, rules = [] }) =>
      rules.map(({ name }) => `${source}: "${module}": ${comments.get(name)} (${name})`),
    ),
  )
