// Text as it is compared and searched. A collation of the database would be native code of its own and cannot be
// indexed from here, so what is compared is computed once and stored.

import { typedWords } from '../../contract/features/search'

const longestKey = 120
const marks = /\p{M}/gu

/** Orders titles without regard to case and accents; ties are broken elsewhere. */
export function sortKey(text: string): string {
  return text.slice(0, longestKey).trim().normalize('NFKD').replace(marks, '').toLowerCase()
}

/** Milliseconds since 1970, or null for what is no date: the service does not promise a format. */
export function timeKey(timestamp: string): number | null {
  const time = Date.parse(timestamp)
  return Number.isFinite(time) ? time : null
}

// Scripts that are written without spaces: the tokenizer would take a whole sentence for one word.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu
const hasUnspaced = /[\u0e00-\u0eff\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud88d]/

/** What goes into the full-text index: such runs are cut into overlapping pairs, so any two neighbours are found. */
export function indexedText(text: string): string {
  if (!hasUnspaced.test(text)) return text
  return text.replace(unspaced, (run) => ` ${pairs(run).join(' ')} `)
}

function pairs(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((character, place) => character + (characters[place + 1] ?? ''))
}

/**
 * The words of what a person typed, each as a full-text query: quoted, and a prefix. All must be found. Null when there
 * is nothing to search for, punctuation alone included.
 */
export function searchTerms(typed: string): readonly string[] | null {
  const found = typedWords(typed).flatMap(cutRuns)
  return found.length === 0 ? null : [...new Set(found)].map((word) => `"${word}"*`)
}

/** Whether a text has every word of what a person typed, as the full-text index would say. Nothing typed: yes. */
export function hasWords(text: string, typed: string): boolean {
  const wanted = typedWords(typed).flatMap(cutRuns).map(foldWord)
  if (wanted.length === 0) return true
  const present = typedWords(indexedText(text)).map(foldWord)
  return wanted.every((word) => present.some((other) => other.startsWith(word)))
}

function foldWord(word: string): string {
  return word.normalize('NFD').replace(marks, '').toLowerCase()
}

function cutRuns(word: string): string[] {
  if (!hasUnspaced.test(word)) return [word]
  return word
    .replace(unspaced, (run) => {
      const cut = pairs(run)
      // The last character alone would find more than was meant, unless it is all there is.
      return ` ${(cut.length > 1 ? cut.slice(0, -1) : cut).join(' ')} `
    })
    .split(' ')
    .filter((part) => part !== '')
}
