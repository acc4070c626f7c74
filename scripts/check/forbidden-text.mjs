/**
 * Words that must not be in the project. Paths of one machine and names of registries tie it to a place (anywhere,
 * comments included); some calls are dangerous (in code only: a comment may explain why they are avoided); a test
 * that is skipped, unfinished or alone hides the others.
 */
import { isCode, isTest } from './project-files.mjs'
import { lineAt, parse, walk, withoutComments } from './syntax.mjs'

const anywhere = [
  [/(?<![\w.@*-])\/(?:work|root)\/\w/g, 'a path of one machine'],
  [/(?<![\w.@*-])\/(?:home|Users)\/[a-z]\w*/gi, 'a path in the folder of one person'],
  [/\b[A-Z]:\\+Users\\+\w/g, 'a path in the folder of one person'],
  [/\b(?:registry\.[a-z0-9-]+\.[a-z]{2,}|npm\.pkg\.[a-z.]+|[a-z0-9-]+\.jfrog\.io)/gi, 'the host of a package registry'],
  [/\b(?:artifactory|verdaccio|nexus)\.[a-z0-9.-]+/gi, 'the host of a package registry'],
]
const inCode = [
  [/\bdangerouslySetInnerHTML\b/g, 'HTML from text: use elements'],
  [/\bfindCredentials\b/g, 'it crashes the process on a locked keyring: ask for one entry by name'],
]
/** Of the library: globals that open a connection, which no import shows. */
const inLibrary = [[/\b(?:fetch|WebSocket|EventSource|XMLHttpRequest)\b\s*\(/g, 'the library has no network']]
/** Of the page, outside of what derives the keys and of what main pushes. */
const inPage = [
  [/\bqueryKey:\s*\[\s*['"`]/g, 'a key is derived: use queryOptionsFor'],
  [/\binvalidateQueries\b/g, 'main pushes what a command changed'],
]
const inTests = [
  [
    /\b(?:describe|suite|it|test|bench)(?:\.\w+)*\.(?:only|skip|todo|fixme|fails)\s*\(/g,
    'every test runs, and is finished',
  ],
]

/** @param {import('./project-files.mjs').SourceFile[]} files @returns {string[]} */
export function checkForbiddenText(files) {
  return files.flatMap((file) => {
    const found = hits(file.path, file.text, anywhere)
    if (!isCode(file) || !/^(src|e2e|tests|scripts)\//.test(file.path)) return found
    const code = withoutComments(file)
    if (/^(src|e2e|tests)\//.test(file.path)) found.push(...hits(file.path, code, inCode))
    if (/^src\/renderer\/(?!client\/|app\/pushes\.ts$)/.test(file.path)) found.push(...hits(file.path, code, inPage))
    if (file.path.startsWith('src/library/') && !isTest(file)) found.push(...hits(file.path, code, inLibrary))
    if (file.path.startsWith('src/')) found.push(...computedImports(file))
    if (isTest(file)) found.push(...hits(file.path, code, inTests))
    return found
  })
}

const hits = (name, text, rules) =>
  rules.flatMap(([pattern, why]) =>
    [...text.matchAll(pattern)].map((match) => `${name}:${lineAt(text, match.index)}: "${match[0]}": ${why}`),
  )

/** Of these nobody can say who imports whom. */
function computedImports(file) {
  const found = []
  walk(parse(file).program, (node) => {
    const isImport =
      node.type === 'ImportExpression' || (node.type === 'CallExpression' && node.callee.name === 'require')
    if (!isImport || isFixedText(node.source ?? node.arguments[0])) return
    found.push(`${file.path}:${lineAt(file.text, node.start)}: a computed import cannot be checked`)
  })
  return found
}

const isFixedText = (node) =>
  typeof node?.value === 'string' || (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
