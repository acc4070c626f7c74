// The syntax of search texts, and the marks in results.
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { createMarker, createSnippets } from '../../src/contract/features/search-marks'
import {
  foldWord,
  formsOf,
  isFunctionWord,
  matcherOf,
  parseSearch,
  replaceWords,
  stemOf,
  typedWords,
} from '../../src/contract/features/search-words'
import { holds, roughText } from './holds'

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcdeinstyz'), minLength: 1, maxLength: 9 }),
  fc.constantFrom('battery', 'Batteries', 'charging', 'Größe', 'café', 'ﬀ', 'İstanbul', '電池', '2024', 'stopped'),
)
const isPlain = (one: string) => one.toLowerCase() !== 'or' && !isFunctionWord(one)
const plainWord = word.filter(isPlain)
const exact = fc.array(plainWord, { minLength: 1, maxLength: 3 }).map((words) => ({ words, isExact: true }))
const single = plainWord.map((one) => ({ words: [one], isExact: false }))
const group = fc
  .record({
    wanted: fc.array(fc.oneof(single, exact), { maxLength: 4 }),
    unwanted: fc.array(fc.oneof(single, exact), { maxLength: 3 }),
  })
  .filter(({ wanted, unwanted }) => wanted.length + unwanted.length > 0)
const query = fc.array(group, { maxLength: 4 })

const searchText = fc
  .array(fc.oneof(word, roughText(2), fc.constantFrom('"', '“', '”', '„', '-', '|', ' or ', ' OR ', ' ', '-"')), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''))

describe('a search text', () => {
  holds(
    'is parsed back into the query it was written from',
    [query, fc.constantFrom(' or ', ' | ', '|', ' OR '), fc.constantFrom(' ', '  ', '\n')],
    (groups, or, space) => {
      const term = ({ words, isExact }: { words: readonly string[]; isExact: boolean }) =>
        isExact ? `"${words.join(' ')}"` : words[0]
      const text = groups
        .map(({ wanted, unwanted }) => [...wanted.map(term), ...unwanted.map((one) => `-${term(one)}`)].join(space))
        .join(or)
      expect(parseSearch(text)).toEqual(groups)
    },
  )

  holds('has all its words except “or” and function words in the query, and no others', [searchText], (text) => {
    const terms = parseSearch(text).flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
    const found = terms.flatMap(({ words }) => words)
    const sorted = (words: readonly string[]) => words.filter(isPlain).sort()
    expect(sorted(found)).toEqual(sorted(typedWords(text)))
    expect(terms.filter(({ words }) => words.length === 0)).toEqual([])
    expect(terms.filter(({ words, isExact }) => words.length > 1 && !isExact)).toEqual([])
    for (const { wanted, unwanted } of parseSearch(text)) expect(wanted.length + unwanted.length).toBeGreaterThan(0)
  })

  holds('keeps its signs and spaces when its words are replaced', [searchText], (text) => {
    expect(replaceWords(text, (one) => one)).toBe(text)
    const gone = replaceWords(text, () => '')
    expect(typedWords(gone)).toEqual([])
    expect(replaceWords(text, () => 'x').replaceAll('x', '')).toBe(gone)
  })
})

describe('a word', () => {
  holds(
    'folds to the same word when folded again and, in ASCII, when in upper case',
    [fc.oneof(word, roughText(3))],
    (one) => {
      const folded = foldWord(one)
      expect(foldWord(folded)).toBe(folded)
      if (/^[\x20-\x7e]*$/.test(one)) expect(foldWord(one.toUpperCase())).toBe(folded)
    },
  )

  holds('has only forms with the same stem, and matches each of them whole unless it is exact', [word], (one) => {
    const folded = foldWord(one)
    for (const form of formsOf(folded)) {
      expect(stemOf(form)).toBe(stemOf(folded))
      expect(matcherOf(one, false).match(form)).toBe(form.startsWith(folded) ? folded.length : form.length)
      expect(matcherOf(one, true).match(form)).toBe(0)
    }
    expect(matcherOf(one, true).match(folded)).toBe(folded.length)
  })

  const letters = fc.string({ unit: fc.constantFrom(...'abzÀéÖñŁçAÉ'), maxLength: 8 })
  holds('folds letter by letter, and loses none', [letters, letters], (one, other) => {
    expect(foldWord(one + other)).toBe(foldWord(one) + foldWord(other))
    expect(foldWord(one).length).toBe(one.length)
  })
})

describe('marks', () => {
  /** The slow model: whether a search without quotes marks a word. */
  const isMarkedSlowly = (wanted: readonly string[], one: string) =>
    wanted.some(
      (typed) => foldWord(one).startsWith(foldWord(typed)) || formsOf(foldWord(typed)).includes(foldWord(one)),
    )

  const few = fc.constantFrom('battery', 'range', 'Battery', 'batteries', 'range bus')
  const term = fc.oneof(
    few,
    fc.array(few, { minLength: 2, maxLength: 3 }).map((words) => `"${words.join(' ')}"`),
  )
  const wanted = fc.oneof(
    searchText,
    fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(' ')),
  )
  const found = fc.oneof(
    roughText(),
    fc.array(few, { maxLength: 50 }).map((words) => words.join(' ')),
  )

  holds('split the text into consecutive parts without a gap', [wanted, found], (typed, text) => {
    const parts = createMarker(typed)?.(text)
    if (parts === undefined) return
    expect(parts.map((part) => part.text).join('')).toBe(text)
    let at = 0
    for (const part of parts) {
      expect(part.start).toBe(at)
      expect(part.text.length).toBeGreaterThan(0)
      at += part.text.length
    }
  })

  const spaced = fc.constantFrom(
    'battery',
    'batteries',
    'charge',
    'charging',
    'Café',
    'cafe',
    'stop',
    'stopped',
    'bus',
    'or',
  )
  holds(
    'start at each matching word, and at no other',
    [fc.array(spaced.filter(isPlain), { minLength: 1, maxLength: 3 }), fc.array(spaced, { maxLength: 8 })],
    (wanted, words) => {
      const text = words.join(', ')
      const parts = createMarker(wanted.join(' '))?.(text) ?? []
      // "stop stopped" marks the rest of a word as well.
      const marked = parts.filter((part, at) => part.isMarked && !parts[at - 1]?.isMarked)
      const starts = [...text.matchAll(/[^\s,]+/g)]
        .filter(([one]) => isMarkedSlowly(wanted, one))
        .map(({ index }) => index)
      expect([...new Set(marked.map(({ start }) => start))]).toEqual(starts)
    },
  )

  holds(
    'come with a snippet taken from the text, of at most 200 characters',
    [wanted, roughText(), found],
    (typed, title, text) => {
      const snippet = createSnippets(typed)?.(title, text) ?? null
      if (snippet === null) return
      expect(text.replace(/\s+/g, ' ')).toContain(snippet.slice(1))
      expect(Array.from(snippet).length).toBeLessThanOrEqual(201)
    },
  )
})
