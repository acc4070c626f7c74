/** Every module that a file names: static and dynamic imports, re-exports, require, and types through import(). */
import { parse, walk } from './syntax.mjs'

/**
 * @typedef {object} Import
 * @property {string | undefined} specifier undefined when it is computed, so that nothing can be said about it
 * @property {boolean} isType whether it disappears when the code is built
 * @property {number} offset
 */

/** @returns {Import[]} */
export function importsOf(file) {
  const found = []
  const add = (node, source, isType) => found.push({ specifier: literal(source), isType, offset: node.start })
  walk(parse(file).program, (node) => {
    const read = readers[node.type]
    if (read !== undefined) read(node, add)
  })
  return found
}

const readers = {
  ImportDeclaration: (node, add) => add(node, node.source, isTypeOnly(node.importKind, node.specifiers, 'importKind')),
  ExportNamedDeclaration: (node, add) =>
    node.source && add(node, node.source, isTypeOnly(node.exportKind, node.specifiers, 'exportKind')),
  ExportAllDeclaration: (node, add) => add(node, node.source, node.exportKind === 'type'),
  ImportExpression: (node, add) => add(node, node.source, false),
  TSImportType: (node, add) => add(node, node.source, true),
  TSExternalModuleReference: (node, add) => add(node, node.expression, false),
  CallExpression: (node, add) => isRequire(node.callee) && add(node, node.arguments[0], false),
}

/** `import type …`, or braces in which every name is marked. An import for its effects alone is none. */
const isTypeOnly = (kind, specifiers, property) =>
  kind === 'type' || (specifiers.length > 0 && specifiers.every((each) => each[property] === 'type'))

const isRequire = (callee) =>
  (callee.type === 'Identifier' && callee.name === 'require') ||
  (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'require')

function literal(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked
  return undefined
}
