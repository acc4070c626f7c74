/** Single mistakes that could be made in a file, and a draw of some of them. */
import { createHash } from 'node:crypto'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/**
 * @typedef {{ readonly line: number, readonly column: number }} Position both begin with 0
 * @typedef {{ readonly file: string, readonly content: string, readonly replacement: string, readonly mutatorName: string,
 *   readonly location: { readonly start: Position, readonly end: Position } }} Mistake
 */

/** Texts and styles, which the list of words and the pictures hold. */
export const excludedMutations = ['StringLiteral', 'ObjectLiteral']

const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }

/** @returns {Promise<readonly Mistake[]>} every mistake that Stryker makes in the file */
export async function mistakesIn(file, content) {
  const options = { excludedMutations, ignorers: [], noHeader: true, plugins: null }
  const { mutants } = await new Instrumenter(quiet).instrument([{ name: file, content, mutate: true }], options)
  return mutants.filter(({ status }) => status === undefined).map((mutant) => ({ ...mutant, file, content }))
}

/** Offset in a text of a line and a column. */
const offsetOf = (text, { line, column }) =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, each) => sum + each.length + 1, column)

function partsOf({ content, location }) {
  const [start, end] = [offsetOf(content, location.start), offsetOf(content, location.end)]
  return [content.slice(0, start), content.slice(start, end), content.slice(end)]
}

/** The file's text with the mistake. */
export function withMistake(mistake) {
  const [before, , after] = partsOf(mistake)
  return before + mistake.replacement + after
}

const shortened = (text) => text.replace(/\s+/g, ' ').slice(0, 100)

export function wordsOf(mistake) {
  const { file, location, replacement } = mistake
  return `${file}:${location.start.line + 1}  ${shortened(partsOf(mistake)[1])}  →  ${shortened(replacement)}`
}

/** Names a mistake in its file, in every process. */
export const keyOf = ({ file, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([file, start.line, start.column, end.line, end.column, mutatorName, replacement])

/**
 * Draws as many as wanted of those that count, the same for the same seed: a hash of both gives the order.
 * @param {readonly Mistake[]} mistakes @param {(one: Mistake) => Promise<boolean>} counts
 */
export async function draw(mistakes, wanted, seed, counts) {
  const hashOf = (one) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(one)}`)
      .digest('hex')
  const shuffled = mistakes.map((one) => ({ one, hash: hashOf(one) })).sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const drawn = []
  for (const { one } of shuffled) {
    if (drawn.length === wanted) break
    if (await counts(one)) drawn.push(one)
  }
  return drawn
}
