// Marks what a search found in a text: the typed beginning of a word, or the whole word if it matched in another way.
import { createContext, useContext } from 'react'
import type { ForgivenWord } from '../../contract/features/search'
import { foldWord, matcherOf, parseSearch, type SearchTerm } from '../../contract/features/search-words'

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

/** In characters of the text. */
type Range = readonly [start: number, end: number]
type Finder = (words: readonly Word[]) => readonly Range[]

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Null: there is nothing to mark. */
export function createMarker(typed: string, forgiven: readonly ForgivenWord[] = []): Marker | null {
  const finders = parseSearch(typed).flatMap(({ wanted }) => wanted.map((term) => finderOf(term, forgiven)))
  if (finders.length === 0) return null
  return (text) => {
    const words = wordsOf(text)
    return partsOf(
      text,
      finders.flatMap((find) => find(words)),
    )
  }
}

const wordsOf = (text: string): readonly Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}\p{Co}\p{M}]+/gu), ({ 0: word, index }) => ({
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

/** As many characters of a word as so many of it without case and accents. */
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

export const SearchMarks = createContext<Marker | null>(null)

/** A text with what the search around it found. */
export function Marked({ text }: { readonly text: string }) {
  const mark = useContext(SearchMarks)
  if (mark === null) return text
  return mark(text).map(({ start, text: part, isMarked }) => (isMarked ? <mark key={start}>{part}</mark> : part))
}
