// Entries of the palette, and how well each matches the typed text.
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Found } from '../../../contract/features/search'

export interface PaletteEntry {
  /** A command's id is kept, to offer it again: see `isCommand`. */
  readonly id: string
  /** Heading above a group of entries. */
  readonly group: string
  /** Empty if the content is hidden. */
  readonly label: string
  readonly isMasked?: boolean
  readonly detail?: string
  /** Kind of record, for people who do not see the heading. */
  readonly kind?: string
  /** Has none of the typed words, but an embedding near that of a match. Not counted. */
  readonly isRelated?: boolean
  /** A link to more results, not a result. */
  readonly isMore?: boolean
  /** Rarely wanted, or it only says what to open first: comes after what matches, whatever its label. */
  readonly comesLast?: boolean
  /** Acts on the selected rows or the open record. */
  readonly isOfOpen?: boolean
  /** Other names people use for it. */
  readonly alsoCalled?: string
  /** Label of the opposite command, which also finds this one. */
  readonly opposite?: string
  readonly Icon?: ComponentType<IconProps>
  /** The key that runs it. */
  readonly binding?: string
  readonly run: () => void
}

type FoundIn = Found['foundIn']

export interface FoundEntry {
  readonly entry: PaletteEntry
  readonly foundIn: FoundIn
}

/** Not for a record or a workspace: the palette's memory is kept in plain text. */
export const isCommand = ({ id }: PaletteEntry) => /^(view|command|setting|environment):/.test(id)

const marks = /\p{M}/gu
const folded = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()
const wordsOf = (text: string) => folded(text).split(/[^\p{L}\p{N}]+/u)

/** null: a part of the text is nowhere in the entry's words. */
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

/** Whether each word begins a word of the entry. */
export function beginsWords(entry: PaletteEntry, text: string): boolean {
  const { label, opposite = '', detail = '', group, alsoCalled = '' } = entry
  const said = wordsOf(`${label} ${opposite} ${detail} ${group} ${alsoCalled}`)
  return wordsOf(text).every((each) => said.some((word) => word.startsWith(each)))
}

/** Words people use, by this app's word. */
const synonyms = {
  new: ['create', 'add', 'write'],
  delete: ['remove', 'erase'],
  reviewed: ['done', 'handled'],
  goal: ['outcome', 'objective'],
  goals: ['outcomes', 'objectives'],
  theme: ['mode', 'appearance'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const leastSynonym = 3

/** Words of this app with a synonym that begins with the typed text. */
const meantBy = (typed: string): readonly string[] =>
  typed.length < leastSynonym
    ? []
    : Object.entries(synonyms).flatMap(([word, others]) =>
        others.some((other) => other.startsWith(typed)) ? [word] : [],
      )

const places: readonly FoundIn[] = ['title-start', 'title', 'text']
const rank = ({ foundIn }: FoundEntry) => places.indexOf(foundIn)

/** A command whose name matches comes before a record whose title does: the field also runs commands. */
const groupRank = ({ entry, foundIn }: FoundEntry) =>
  foundIn === 'text' ? 4 : places.indexOf(foundIn) + (isCommand(entry) ? 0 : 2)

/** Best first. Groups stay together, and equal matches keep their order. */
export function arranged(found: readonly FoundEntry[]): readonly PaletteEntry[] {
  const groups = new Map<string, FoundEntry[]>()
  for (const each of found) groups.set(each.entry.group, [...(groups.get(each.entry.group) ?? []), each])
  return [...groups.values()]
    .map((group) => group.toSorted((one, other) => rank(one) - rank(other)))
    .sort(([one], [other]) => (one && other ? groupRank(one) - groupRank(other) : 0))
    .flatMap((group) => group.map(({ entry }) => entry))
}
