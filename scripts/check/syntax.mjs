/** Code read as a syntax tree, with the parser that Vite brings: text in comments and strings fools nobody. */
import { parseSync } from 'vite'

/** @param {{ path: string, text: string }} file */
export function parse({ path: name, text }) {
  const { program, comments, errors } = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0].message}`)
  return { program, comments }
}

/** Calls `visit` for every node of a tree. */
export function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node)
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
  }
}

/** The code with its comments blanked out; every other character stays where it was. */
export function withoutComments(file) {
  const characters = file.text.split('')
  for (const { start, end } of parse(file).comments) {
    for (let index = start; index < end; index += 1) if (characters[index] !== '\n') characters[index] = ' '
  }
  return characters.join('')
}

export const lineAt = (text, offset) => text.slice(0, offset).split('\n').length
