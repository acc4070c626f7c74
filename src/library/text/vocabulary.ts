// The words of records, for search words that were mistyped or are part of a longer one. They are read from the full-text
// index when a search first finds nothing, a piece at a time, and kept until that index changes: 50,000 words of 100,000
// insights take a quarter of a second once, and then a few milliseconds for each search.

import type { StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { SearchedTable } from './text-index'

export type VocabularyTable = SearchedTable | 'insights'

export interface Vocabulary {
  readonly words: readonly string[]
  /** How many records have each word. */
  readonly records: readonly number[]
  /** Which letters each word has: a bit for each. */
  readonly letters: Int32Array
}

/** About 5 ms. */
const pieceWords = 1_000

/** Nobody mistypes a longer word: it is found by its beginning. */
const longestWord = 40

/** Words that begin with a digit are left out: another number is no better than none. */
const firstLetter = ':'

const vocabularyRow = rowOf({ word: column.text, records: column.number })

export function createVocabularies(context: StoreContext) {
  const kept = new Map<VocabularyTable, { readonly state: string; readonly vocabulary: Promise<Vocabulary> }>()

  async function read(table: VocabularyTable): Promise<Vocabulary> {
    const words: string[] = []
    const records: number[] = []
    let after: string | undefined = firstLetter
    while (after !== undefined) {
      const from: string = after
      const piece = await context.read((connection) =>
        connection.all(
          `SELECT term AS word, doc AS records FROM ${table}_vocab WHERE term > ? ORDER BY term LIMIT ${pieceWords}`,
          [from],
          vocabularyRow,
        ),
      )
      for (const each of piece) {
        if (each.word.length > longestWord) continue
        words.push(each.word)
        records.push(each.records)
      }
      after = piece.length < pieceWords ? undefined : piece.at(-1)?.word
      // Other calls go first.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return vocabularyOf(words, records)
  }

  return async (table: VocabularyTable): Promise<Vocabulary> => {
    // The list of its segments, which every write to an index changes.
    const sql = `SELECT hex(block) FROM ${table}_fts_data WHERE id = 10`
    const state = await context.read((connection) => connection.value(sql, [], column.text) ?? '')
    const known = kept.get(table)
    if (known?.state === state) return known.vocabulary
    const vocabulary = read(table)
    kept.set(table, { state, vocabulary })
    vocabulary.catch(() => kept.delete(table))
    return vocabulary
  }
}

export function vocabularyOf(words: readonly string[], records: readonly number[] = words.map(() => 1)): Vocabulary {
  return { words, records, letters: Int32Array.from(words, lettersOf) }
}

function lettersOf(word: string): number {
  let letters = 0
  for (let place = 0; place < word.length; place += 1) letters |= 1 << (word.charCodeAt(place) & 31)
  return letters
}

const mostContaining = 50

/** The most frequent first. `isOffered` is called for no more words than needed. */
export function wordsContaining(
  vocabularies: readonly Vocabulary[],
  part: string,
  isOffered: (word: string) => boolean = () => true,
): readonly string[] {
  const found = new Map<string, number>()
  for (const { words, records } of vocabularies) {
    for (const [place, word] of words.entries()) {
      if (word.includes(part)) found.set(word, (found.get(word) ?? 0) + (records[place] ?? 0))
    }
  }
  const offered: string[] = []
  for (const [word] of [...found].sort(([, one], [, other]) => other - one)) {
    if (offered.length === mostContaining) break
    if (isOffered(word)) offered.push(word)
  }
  return offered
}

const leastLetters = 4

/** Number of typos that are forgiven in a word. */
export const allowedTypos = (word: string): number => (word.length < leastLetters ? 0 : word.length < 8 ? 1 : 2)

/** Whether all letters of the typed word are in the word, in the same order: the person only left some out. */
function isShortened(typed: string, word: string): boolean {
  let from = 0
  for (const letter of word) if (letter === typed[from]) from += 1
  return from === typed.length
}

/**
 * The word with the fewest typos; then with the same first letter, with letters only left out, in most records, first in
 * the alphabet.
 */
export function mostSimilar(
  vocabularies: readonly Vocabulary[],
  typed: string,
  isOffered: (word: string) => boolean = () => true,
): string | null {
  if (typed.length < leastLetters || /\p{N}/u.test(typed)) return null
  const letters = lettersOf(typed)
  let best: { readonly word: string; readonly rank: readonly number[] } | null = null
  for (const vocabulary of vocabularies) {
    const { words } = vocabulary
    for (let place = 0; place < words.length; place += 1) {
      const word = words[place] ?? ''
      const allowed = allowedTypos(word)
      if (Math.abs(word.length - typed.length) > allowed) continue
      // A typo takes one letter away and adds one, at most.
      if (bits(letters ^ (vocabulary.letters[place] ?? 0)) > 2 * allowed) continue
      const typos = typosBetween(typed, word, allowed)
      if (typos > allowed) continue
      const rank = [
        typos,
        word[0] === typed[0] ? 0 : 1,
        isShortened(typed, word) ? 0 : 1,
        -(vocabulary.records[place] ?? 0),
      ]
      if ((best === null || isBefore({ word, rank }, best)) && isOffered(word)) best = { word, rank }
    }
  }
  return best?.word ?? null
}

type Ranked = { readonly word: string; readonly rank: readonly number[] }

function isBefore(one: Ranked, other: Ranked): boolean {
  const place = one.rank.findIndex((value, at) => value !== other.rank[at])
  return place < 0 ? one.word < other.word : (one.rank[place] ?? 0) < (other.rank[place] ?? 0)
}

function bits(number: number): number {
  let left = number
  let count = 0
  for (; left !== 0; left &= left - 1) count += 1
  return count
}

/**
 * Damerau-Levenshtein distance, no pair of letters edited twice: letters too many, missing, wrong, or two swapped.
 * Stops counting above `most`.
 */
export function typosBetween(one: string, other: string, most: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    let least = row
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[row - 1] === other[place - 1]
      let typos = Math.min(
        (last[place] ?? 0) + 1,
        (next[place - 1] ?? 0) + 1,
        (last[place - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1]
      if (isSwapped) typos = Math.min(typos, (beforeLast[place - 2] ?? 0) + 1)
      next.push(typos)
      least = Math.min(least, typos)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = next
  }
  return last[other.length] ?? 0
}
