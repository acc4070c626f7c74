// The summary that lists show in place of a description.
import { column } from '../store/row'

/** As many characters of the description as are enough for a summary after white space is folded. */
export const summarySource = 'substr(description, 1, 600) AS summary'
const summaryLength = 200

export const summary = column.mapped(column.text, summarise)

/** The start of a text on one line, cut between characters, never within one. */
function summarise(text: string): string {
  return Array.from(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, summaryLength * 2),
  )
    .slice(0, summaryLength)
    .join('')
}
