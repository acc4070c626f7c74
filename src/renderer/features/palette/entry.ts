// What the palette offers, and how well each fits what was typed.
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Found } from '../../../contract/features/search'

export interface PaletteEntry {
  /** A command's is kept, to offer it again: see `isCommand`. */
  readonly id: string
  /** Heading above the entries of one sort. */
  readonly group: string
  /** Empty where the content is hidden. */
  readonly label: string
  readonly isMasked?: boolean
  readonly detail?: string
  /** What it is, for those who do not see the heading. */
  readonly kind?: string
  /** Has none of the words that were typed: near a match by its embedding. Not counted. */
  readonly isRelated?: boolean
  /** Leads to more results and is none. */
  readonly isMore?: boolean
  /** Done with the selected rows, or the record that is open. */
  readonly isOfOpen?: boolean
  /** What else a person may call it. */
  readonly alsoCalled?: string
  /** The label of the opposite command, which finds this one as well. */
  readonly opposite?: string
  readonly Icon?: ComponentType<IconProps>
  /** The key that does the same. */
  readonly binding?: string
  readonly run: () => void
}

type FoundIn = Found['foundIn']

export interface FoundEntry {
  readonly entry: PaletteEntry
  readonly foundIn: FoundIn
}

/** Not of a record or a workspace: what is kept of the palette is kept in plain text. */
export const isCommand = ({ id }: PaletteEntry) => /^(view|command|setting|environment):/.test(id)

const marks = /\p{M}/gu
const folded = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()
const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** null: not all of it is anywhere in what the entry says. */
export function findIn(
  { label, opposite = label, detail = '', kind = '', group, alsoCalled = '' }: PaletteEntry,
  text: string,
): FoundIn | null {
  const titles = [label, opposite]
  if (titles.some((title) => folded(title).startsWith(folded(text)))) return 'title-start'
  const wanted = folded(text).split(/\s+/)
  const isIn = (title: string) => wanted.every((each) => wordsOf(title).some((word) => word.startsWith(each)))
  if (titles.some(isIn)) return 'title'
  const said = folded(`${label} ${detail} ${kind} ${group} ${alsoCalled}`)
  const saidWords = wordsOf(said)
  const isMeant = (each: string) => meantBy(each).some((word) => saidWords.includes(word))
  return wanted.every((each) => said.includes(each) || isMeant(each)) ? 'text' : null
}

/** Whether each word begins a word of what the entry says. */
export function beginsWords(entry: PaletteEntry, text: string): boolean {
  const { label, opposite = '', detail = '', group, alsoCalled = '' } = entry
  const said = wordsOf(`${label} ${opposite} ${detail} ${group} ${alsoCalled}`)
  return wordsOf(text).every((each) => said.some((word) => word.startsWith(each)))
}

/** What people say, by the word of this app. */
const synonyms = {
  new: ['create', 'add', 'write'],
  delete: ['remove', 'erase'],
  reviewed: ['done', 'handled'],
  goal: ['outcome', 'objective'],
  goals: ['outcomes', 'objectives'],
  theme: ['mode', 'appearance'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const leastSynonym = 3

/** Words of this app that somebody means who typed at least the beginning of another. */
const meantBy = (typed: string): readonly string[] =>
  typed.length < leastSynonym
    ? []
    : Object.entries(synonyms).flatMap(([word, others]) =>
        others.some((other) => other.startsWith(typed)) ? [word] : [],
      )

const places: readonly FoundIn[] = ['title-start', 'title', 'text']
const rank = ({ foundIn }: FoundEntry) => places.indexOf(foundIn)

/** What a command is called comes before a record whose title has the same words: the field runs commands too. */
const groupRank = ({ entry, foundIn }: FoundEntry) =>
  foundIn === 'text' ? 4 : places.indexOf(foundIn) + (isCommand(entry) ? 0 : 2)

/** Best first; what is of one sort stays together, and what fits alike stays in its order. */
export function arranged(found: readonly FoundEntry[]): readonly PaletteEntry[] {
  const groups = new Map<string, FoundEntry[]>()
  for (const each of found) groups.set(each.entry.group, [...(groups.get(each.entry.group) ?? []), each])
  return [...groups.values()]
    .map((group) => group.toSorted((one, other) => rank(one) - rank(other)))
    .sort(([one], [other]) => (one && other ? groupRank(one) - groupRank(other) : 0))
    .flatMap((group) => group.map(({ entry }) => entry))
}
