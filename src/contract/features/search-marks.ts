// The matches of a search in a text, for the page that marks them and the library that picks the part of a long text to show:
// the typed beginning of a word, or the whole word if it matched in another way.
import type { ForgivenWord } from './search'
import { foldWord, matcherOf, parseSearch, type SearchTerm, unspaced, wordParts } from './search-words'

export interface TextPart {
  readonly start: number
  readonly text: string
  readonly isMarked: boolean
}

export type Marker = (text: string) => readonly TextPart[]

interface Word {
  readonly start: number
  readonly text: string
  readonly folded: string
}

/** UTF-16 offsets in the text. */
type Range = readonly [start: number, end: number]
type Finder = (words: readonly Word[]) => readonly Range[]

/** Null: there is nothing to mark. */
export function createMarker(typed: string, forgiven: readonly ForgivenWord[] = []): Marker | null {
  const finders = findersOf(typed, forgiven)
  if (finders.length === 0) return null
  return (text) => {
    const words = wordsOf(text)
    return partsOf(
      text,
      finders.flatMap((find) => find(words)),
    )
  }
}

const findersOf = (typed: string, forgiven: readonly ForgivenWord[]): readonly Finder[] =>
  parseSearch(typed).flatMap(({ wanted }) => wanted.map((term) => finderOf(term, forgiven)))

/** Characters of the beginning of a text that a row shows at any width. */
const surelyShown = 60
/** Characters of context before a match. */
const before = 30
const longestSnippet = 200

/** null: every match is in sight, or neither text has one. */
export type SnippetOf = (title: string, text: string) => string | null

/** Extracts the text around the first match that neither the title nor the beginning of the text shows. Null: no words. */
export function createSnippets(typed: string, forgiven: readonly ForgivenWord[] = []): SnippetOf | null {
  const finders = findersOf(typed, forgiven)
  if (finders.length === 0) return null
  return (title, text) => {
    const inTitle = wordsOf(title)
    const missing = finders.filter((find) => find(inTitle).length === 0)
    if (missing.length === 0) return null
    const line = text.replace(/\s+/g, ' ').trim()
    const words = wordsOf(line)
    const ranges = missing.flatMap((find) => find(words)).sort(([one], [other]) => one - other)
    const [[start, end] = [0, 0]] = ranges
    if (end <= surelyShown) return null
    const from = words.find((word) => word.start >= start - before)?.start ?? start
    return `…${Array.from(line.slice(from, from + longestSnippet * 2))
      .slice(0, longestSnippet)
      .join('')}`
  }
}

const wordsOf = (text: string): readonly Word[] =>
  Array.from(text.matchAll(wordParts), ({ 0: word, index }) => ({
    ...{ start: index, text: word, folded: foldWord(word) },
  }))

function finderOf({ words, isExact }: SearchTerm, forgiven: readonly ForgivenWord[]): Finder {
  const [word = ''] = words
  if (words.length > 1) return phraseFinder(words.map(foldWord))
  const instead = isExact ? undefined : forgiven.find(({ typed }) => typed === word)
  if (unspaced.test(word) || instead?.because === 'part') return partFinder(foldWord(word))
  const { match } = matcherOf(instead?.words[0] ?? word, isExact)
  return (present) =>
    present.flatMap((each) => {
      const length = match(each.folded)
      return length === 0 ? [] : [[each.start, each.start + place(each, length)]]
    })
}

function partFinder(part: string): Finder {
  return (present) =>
    present.flatMap((each) => {
      const from = each.folded.indexOf(part)
      return from < 0 ? [] : [[each.start + place(each, from), each.start + place(each, from + part.length)]]
    })
}

function phraseFinder(phrase: readonly string[]): Finder {
  return (present) =>
    present.flatMap((first, at) => {
      const last = present[at + phrase.length - 1]
      const isHere = phrase.every((word, step) => present[at + step]?.folded === word)
      return isHere && last !== undefined ? [[first.start, last.start + last.text.length]] : []
    })
}

/** Converts a length in the folded word to one in the word as written. */
function place({ text, folded }: Word, foldedLength: number): number {
  if (foldedLength >= folded.length) return text.length
  let length = 0
  let covered = 0
  for (const character of text) {
    if (covered >= foldedLength) break
    covered += foldWord(character).length
    length += character.length
  }
  return length
}

function partsOf(text: string, ranges: readonly Range[]): readonly TextPart[] {
  const parts: TextPart[] = []
  const add = (start: number, end: number, isMarked: boolean) => {
    if (end > start) parts.push({ start, text: text.slice(start, end), isMarked })
  }
  let done = 0
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    if (end <= done) continue
    add(done, Math.max(start, done), false)
    add(Math.max(start, done), end, true)
    done = end
  }
  add(done, text.length, false)
  return parts
}
