// Joins a person's text with one that they never saw: one written in another library, or one that the library got while
// they typed. Neither is lost, and neither is doubled.

import { repairText } from '../text/repair-text'

const paragraphs = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n\n')

/** Position of `part` among the paragraphs of `text`; -1: it is not there. */
const placeOf = (part: string, text: string) => `\n\n${text}\n\n`.lastIndexOf(`\n\n${part}\n\n`)

/** Joins two texts of one field, written apart. */
export function joinTexts(before: string, added: string): string {
  // The same move made again, or the same words typed again.
  return placeOf(added, before) === -1 ? paragraphs([before, added]) : before
}

/** The texts of a field that the page knew when it sent the typed one. */
export interface Before<Text> {
  /** The text that the typing began on. */
  readonly began: Text
  /** Texts of saves since that failed, each of which may have arrived all the same. */
  readonly sent?: readonly Text[] | undefined
}

/** Returns the text of the field when `text` was typed over any of them, while the library had `stored`. */
export function replaceText(stored: string, text: string, { began, sent = [] }: Before<string>): string {
  const had = stored.trim()
  const known = [began, ...sent].map((each) => each.trim())
  if (known.includes(had)) return text
  const found = known.filter((each) => each !== '' && placeOf(each, had) !== -1)
  // One may be a part of another.
  const seen = found.toSorted((one, other) => other.length - one.length)[0]
  if (seen === undefined) return joinTexts(had, text)
  const place = placeOf(seen, had)
  return paragraphs([had.slice(0, place), text, had.slice(place + seen.length)].map((part) => part.trim()))
}

interface Typed {
  /** If absent, the text replaces the stored one. */
  readonly began?: string | undefined
  readonly sent?: readonly string[] | undefined
}

/** The same for texts as the page has them: the stored one was repaired. */
export function replaceTyped(stored: string, typed: string, { began, sent = [] }: Typed): string {
  const text = repairText(typed)
  if (began === undefined) return text
  return replaceText(stored, text, { began: repairText(began), sent: sent.map(repairText) })
}
