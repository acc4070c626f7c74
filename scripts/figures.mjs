/**
 * `npm run -s figures`: the size of the production code per folder, its longest functions, and the folders that import
 * each other. Figures to compare, not limits.
 */
import { cruiseProject } from './check/cruise.mjs'
import { testCode } from './check/dependency-rules.mjs'
import { mutualImports } from './check/folder-cycles.mjs'
import { isCode, projectFiles } from './check/project-files.mjs'
import { lineAt, parse, walk } from './check/syntax.mjs'
import { projectRoot } from './setup/paths.mjs'

const folderOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('src/') ? 2 : 1)
    .join('/')
const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const files = projectFiles(projectRoot).filter(
  (file) => isCode(file) && /^(src|e2e|scripts|tests)\//.test(file.path) && !testCode.test(file.path),
)

const folders = new Map()
const functions = []
for (const file of files) {
  const folder = folderOf(file.path)
  const { lines, count } = folders.get(folder) ?? { lines: 0, count: 0 }
  folders.set(folder, { lines: lines + linesOf(file.text), count: count + 1 })
  walk(parse(file).program, (node) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return
    const [first, last] = [lineAt(file.text, node.start), lineAt(file.text, node.end)]
    functions.push({ at: `${file.path}:${first}`, name: node.id?.name ?? '', lines: last - first + 1 })
  })
}

console.log('Production code (without tests and testing folders)')
for (const [folder, { lines, count }] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1))) {
  console.log(`  ${folder.padEnd(16)} ${String(lines).padStart(7)} lines ${String(count).padStart(5)} files`)
}
console.log('Longest functions in src')
const inProduct = functions.filter(({ at }) => at.startsWith('src/')).sort((one, other) => other.lines - one.lines)
for (const { at, name, lines } of inProduct.slice(0, 5))
  console.log(`  ${String(lines).padStart(4)} lines  ${at} ${name}`)

const modules = await cruiseProject(projectRoot, ['src', 'e2e', 'tests', 'scripts'])
const pairs = mutualImports(modules.filter(({ source }) => !testCode.test(source)))
console.log(`Folders that import each other: ${pairs.length}`)
for (const pair of pairs) console.log(`  ${pair.join(' <-> ')}`)
