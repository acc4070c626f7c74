// Searches texts that have no index. Apart from the language itself, so that the first script doesn't have it.
import { foldWord, letters, parseSearch, unspaced } from './search-words'

/** Finds whole words beside each other. They and the text are folded, so they have no marks. */
export const phrasePattern = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![${letters}])${words.join(`[^${letters}]+`)}(?![${letters}])`, 'u')

type TextTest = (folded: string) => boolean

/**
 * For folded texts that have no index, such as the titles in the page: finds words and parts of words, but corrects no typing
 * errors and knows no other forms of a word. null: nothing to search for.
 */
export function createTextTest(typed: string): TextTest | null {
  const groups = parseSearch(typed).map(({ wanted, unwanted }) => ({
    wanted: wanted.map(({ words, isExact }) => termTest(words, isExact)),
    unwanted: unwanted.map(({ words }) => termTest(words, true)),
  }))
  if (groups.length === 0) return null
  return (folded) =>
    groups.some(({ wanted, unwanted }) => wanted.every((has) => has(folded)) && !unwanted.some((has) => has(folded)))
}

function termTest(words: readonly string[], isWhole: boolean): TextTest {
  const folded = words.map(foldWord)
  if (!isWhole || unspaced.test(words.join(''))) return (text) => folded.every((word) => text.includes(word))
  const pattern = phrasePattern(folded)
  return (text) => pattern.test(text)
}
