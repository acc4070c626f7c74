// The language of search texts, for the library that finds and the page that marks what was found: `battery or range`,
// "exact words", -word. Everything else is words, of which a record must have all.

/** What a word begins with, as the library's index defines words. */
export const letters = String.raw`\p{L}\p{N}\p{Co}`
/** The index has no marks, so a mark alone is no word: many emoji end with one. */
export const wordParts = new RegExp(`[${letters}][${letters}\\p{M}]*`, 'gu')
const marks = /\p{M}/gu
const ascii = /^[\x20-\x7e\n]*$/

/** The words of a text, as they stand in it. */
export const typedWords = (typed: string): readonly string[] => typed.match(wordParts) ?? []

/** Removes case and accents. */
export const foldWord = (word: string): string =>
  ascii.test(word) ? word.toLowerCase() : word.normalize('NFD').replace(marks, '').toLowerCase()

export interface SearchTerm {
  /** More than one only in an exact term: they must follow each other. */
  readonly words: readonly string[]
  /** Typed in quotes: matched whole, and never as another form of the word. */
  readonly isExact: boolean
}

/** Terms that a record must all have, and those it must not have. */
export interface SearchGroup {
  readonly wanted: readonly SearchTerm[]
  readonly unwanted: readonly SearchTerm[]
}

/** A record matches if it matches one group. Empty: nothing to search for. */
export type SearchQuery = readonly SearchGroup[]

const tokens = /-?["“”„][^"“”„]*["“”„]|\||[^\s|]+/g
const quoted = /^-?["“”„].*["“”„]$/s

/** Function words, which say nothing about what is looked for. */
const functionWords: ReadonlySet<string> = new Set([
  ...['a', 'an', 'and', 'are', 'as', 'at', 'be', 'but', 'by', 'did', 'do', 'does'],
  ...['for', 'from', 'had', 'has', 'have', 'how', 'if', 'in', 'into', 'is', 'it', 'its'],
  ...['of', 'on', 'so', 'than', 'that', 'the', 'their', 'then', 'there', 'these', 'they', 'this'],
  ...['those', 'to', 'was', 'we', 'were', 'what', 'when', 'where', 'which', 'who', 'why', 'will'],
  ...['with', 'you'],
])

export const isFunctionWord = (word: string): boolean => functionWords.has(foldWord(word))

/** Drops function words outside quotes, unless nothing else is left. */
function telling(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const found = terms.filter(({ words, isExact }) => isExact || !isFunctionWord(words[0] ?? ''))
  return found.length > 0 ? found : terms
}

/** "or" is a word where it does not stand between two terms. */
export function parseSearch(typed: string): SearchQuery {
  const parts = (typed.match(tokens) ?? []).filter((token) => token === '|' || typedWords(token).length > 0)
  const groups: { wanted: SearchTerm[]; unwanted: SearchTerm[] }[] = []
  let group: (typeof groups)[number] | null = null
  parts.forEach((token, place) => {
    const isLast = place === parts.length - 1
    if (token === '|' || (group !== null && !isLast && token.toLowerCase() === 'or')) {
      group = null
      return
    }
    if (group === null) {
      group = { wanted: [], unwanted: [] }
      groups.push(group)
    }
    const words = typedWords(token)
    const isExact = quoted.test(token)
    if (token.startsWith('-')) group.unwanted.push({ words, isExact: isExact || words.length > 1 })
    else if (isExact) group.wanted.push({ words, isExact })
    else group.wanted.push(...words.map((word) => ({ words: [word], isExact })))
  })
  return groups.map(({ wanted, unwanted }) => ({ wanted: telling(wanted), unwanted }))
}

/** Scripts that are written without spaces, so the ends of their words are unknown. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Quotes words, so that a search finds them only as they are. */
export const exactly = (words: string): string => `"${words}"`

/** Punctuation and spaces between words stay. */
export const replaceWords = (typed: string, replace: (word: string) => string): string =>
  typed.replace(wordParts, (word) => replace(word))

/** Light English stemming: plurals, -ing and -ed. Equal stems are forms of one word; a stem need not be a word. */
export function stemOf(word: string): string {
  return withoutDouble(withoutVerbEnding(singular(word)))
}

function singular(word: string): string {
  if (/(ss|us|is)$/.test(word) || word.length < 4 || !word.endsWith('s')) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutVerbEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`
  if (word.endsWith('eed')) return word
  const base = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1]
  return base !== undefined && /[aeiouy]/.test(base) ? base : word
}

function withoutDouble(word: string): string {
  const base = word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
  return base.length > 3 && /([a-z])\1$/.test(base) ? base.slice(0, -1) : base
}

const endings = ['', 's', 'es', 'e', 'ed', 'ing']

/** Other forms of a folded word. Most are never written; only those that occur in a text matter. */
export function formsOf(word: string): readonly string[] {
  if (!/^[a-z]{3,40}$/.test(word)) return []
  const stem = stemOf(word)
  const withY = stem.endsWith('y') ? ['ies', 'ied'].map((ending) => stem.slice(0, -1) + ending) : []
  const forms = [stem, stem + stem.slice(-1)].flatMap((base) => endings.map((ending) => base + ending))
  return [...new Set([...forms, ...withY])].filter((form) => form !== word && form.length >= 3 && stemOf(form) === stem)
}

/** Forms are compared with each word of every text, so they are computed once for a search. */
export interface WordMatcher {
  /** Folded. */
  readonly typed: string
  /** The length of the part of a folded word that was searched for, or 0. */
  match(word: string): number
}

export function matcherOf(word: string, isExact: boolean, isPrefix = !isExact): WordMatcher {
  const typed = foldWord(word)
  const forms = new Set(isExact ? [] : formsOf(typed))
  return {
    typed,
    match: (other) => {
      if (isPrefix && other.startsWith(typed)) return typed.length
      return other === typed || forms.has(other) ? other.length : 0
    },
  }
}
