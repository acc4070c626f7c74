// What a person wrote can meet a text that they never saw: one written in another library, or one that the library got
// while they typed. Neither is lost, and neither is doubled.

const paragraphs = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n\n')

/** Where `part` stands among the paragraphs of `text`; -1: it does not. */
const placeOf = (part: string, text: string) => `\n\n${text}\n\n`.lastIndexOf(`\n\n${part}\n\n`)

/** Two texts of one field, written apart. */
export function joinTexts(before: string, added: string): string {
  // The same move made again, or the same words typed again.
  return placeOf(added, before) === -1 ? paragraphs([before, added]) : before
}

/** What the field has when `text` was typed over `began`, while the library had `stored`. */
export function replaceText(stored: string, text: string, began: string): string {
  const had = stored.trim()
  const seen = began.trim()
  // It goes on from what is stored when the answer to the save before was lost.
  if (had === seen || text.startsWith(had)) return text
  const place = seen === '' ? -1 : placeOf(seen, had)
  if (place === -1) return joinTexts(had, text)
  return paragraphs([had.slice(0, place), text, had.slice(place + seen.length)].map((part) => part.trim()))
}
