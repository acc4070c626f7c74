// Text for comparison and search. A collation of the database would be native code of its own and cannot be
// indexed from here, so the compared form is computed once and stored.

import { phrasePattern } from '../../contract/features/find-in-text'
import type { ForgivenWord } from '../../contract/features/search'
import {
  foldWord,
  formsOf,
  matcherOf,
  parseSearch,
  type SearchTerm,
  typedWords,
  unspaced,
} from '../../contract/features/search-words'

const longestKey = 120
const marks = /\p{M}/gu

/** Orders titles without regard to case and accents; ties are broken elsewhere. */
export function sortKey(text: string): string {
  return text.slice(0, longestKey).trim().normalize('NFKD').replace(marks, '').toLowerCase()
}

/** Milliseconds since 1970, or null for an invalid date: the service does not promise a format. */
export function timeKey(timestamp: string): number | null {
  const time = Date.parse(timestamp)
  return Number.isFinite(time) ? time : null
}

// The tokenizer would take a whole sentence for one word.
const unspacedRuns = new RegExp(`${unspaced.source}+`, 'gu')
const hasUnspaced = /[\u0e00-\u0eff\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud88d]/

/** Text for the full-text index: such runs are cut into overlapping pairs, so any two neighbours are found. */
export function indexedText(text: string): string {
  if (!hasUnspaced.test(text)) return text
  return text.replace(unspacedRuns, (run) => ` ${pairs(run).join(' ')} `)
}

function pairs(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((character, place) => character + (characters[place + 1] ?? ''))
}

/** A term of a search as this library knows it. */
export interface Term extends SearchTerm {
  /** The replacement of a typed word that no record has. */
  readonly instead?: ForgivenWord
}

export interface TermGroup {
  readonly wanted: readonly Term[]
  readonly unwanted: readonly Term[]
}

/** Null when there is nothing to search for, punctuation alone included. */
export function searchOf(typed: string): readonly TermGroup[] | null {
  const groups = parseSearch(typed).map(({ wanted, unwanted }) => ({
    wanted: wanted.flatMap(cutTerm),
    unwanted: unwanted.flatMap(cutTerm),
  }))
  return groups.length === 0 ? null : groups
}

function cutTerm({ words, isExact }: SearchTerm): SearchTerm[] {
  const cut = words.flatMap(cutRuns)
  return isExact ? [{ words: cut, isExact }] : cut.map((word) => ({ words: [word], isExact }))
}

/** A term as a full-text query. Words in quotes are only looked for beside each other: see `phraseMatcher`. */
export function termExpression(term: Term, isWanted = true): string {
  const { words, isExact, instead } = term
  if (isExact) return `(${words.map((word) => quote(word)).join(' AND ')})`
  if (instead?.because === 'part') return `(${instead.words.map((word) => quote(word)).join(' OR ')})`
  return `(${(instead?.words ?? words).flatMap((word) => wordExpressions(word, isWanted)).join(' OR ')})`
}

// The index ends a word at most marks, such as the vowels of Hindi and Tamil, and at letters that an older Unicode has as
// marks. It would take such a word in quotes for a phrase, which it refuses.
const wordEnd =
  /(?![\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331])[\p{M}\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/u

/** `ending`: `*` for a prefix. */
function quote(word: string, ending = ''): string {
  const parts = word.split(wordEnd).filter((part) => part !== '')
  if (parts.length < 2) return `"${parts[0] ?? ''}"${ending}`
  return `(${parts.map((part, place) => `"${part}"${place === parts.length - 1 ? ending : ''}`).join(' AND ')})`
}

const wordExpressions = (word: string, isPrefix: boolean) => [
  quote(word, isPrefix ? '*' : ''),
  ...formsOf(foldWord(word)).map((form) => quote(form)),
]

/** Whether a text has these words beside each other. Made once for many texts. */
export function phraseMatcher(words: readonly string[]): (text: string) => boolean {
  const phrase = words.map(foldWord)
  if (phrase.some((word) => hasUnspaced.test(word))) {
    const pairs = phrase.join(' ')
    return (text) => foldedWords(text).join(' ').includes(pairs)
  }
  const pattern = phrasePattern(phrase)
  const [first = ''] = phrase
  return (text) => {
    const folded = foldWord(text)
    return folded.includes(first) && pattern.test(folded)
  }
}

/** The words of a text as the full-text index has them. */
export const foldedWords = (text: string): readonly string[] => typedWords(indexedText(text)).map(foldWord)

/** Whether a text matches, as the full-text index would say. Nothing searched for: yes. */
export function matcherOfSearch(search: readonly TermGroup[] | null): (text: string) => boolean {
  if (search === null) return () => true
  const groups = search.map(({ wanted, unwanted }) => ({
    wanted: wanted.map((term) => termMatcher(term, true)),
    unwanted: unwanted.map((term) => termMatcher(term, false)),
  }))
  return (text) => {
    const present = foldedWords(text)
    return groups.some(
      ({ wanted, unwanted }) =>
        wanted.every((matches) => matches(present, text)) && !unwanted.some((matches) => matches(present, text)),
    )
  }
}

function termMatcher({ words, isExact, instead }: Term, isWanted: boolean) {
  if (words.length > 1) {
    const hasPhrase = phraseMatcher(words)
    return (_: readonly string[], text: string) => hasPhrase(text)
  }
  const isPrefix = isWanted && !isExact && instead?.because !== 'part'
  const matchers = (instead?.words ?? words).map((word) =>
    matcherOf(word, isExact || instead?.because === 'part', isPrefix),
  )
  return (present: readonly string[]) => present.some((word) => matchers.some(({ match }) => match(word) > 0))
}

/** Whether a text matches what a person typed. Nothing typed: yes. */
export function hasWords(text: string, typed: string): boolean {
  return matcherOfSearch(searchOf(typed))(text)
}

function cutRuns(word: string): string[] {
  if (!hasUnspaced.test(word)) return [word]
  return (
    word
      .replace(unspacedRuns, (run) => {
        const cut = pairs(run)
        // The last character alone would find more than was meant, unless it is all there is.
        return ` ${(cut.length > 1 ? cut.slice(0, -1) : cut).join(' ')} `
      })
      .split(' ')
      // Two marks of Thai can be a pair.
      .filter((part) => typedWords(part).length > 0)
  )
}
