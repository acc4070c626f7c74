/** Single mistakes that could be made in a file, and a draw of some of them. */
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

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Draws as many as wanted of those that count, the same for the same seed.
 * @param {readonly Mistake[]} mistakes @param {(one: Mistake) => Promise<boolean>} counts
 */
export async function draw(mistakes, wanted, seed, counts) {
  const random = randomFrom(seed)
  const rest = [...mistakes]
  const drawn = []
  while (drawn.length < wanted && rest.length > 0) {
    const [one] = rest.splice(Math.floor(random() * rest.length), 1)
    if (await counts(one)) drawn.push(one)
  }
  return drawn
}
