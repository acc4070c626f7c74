// A pair as text: the words that only one side has, and both sides as Markdown.
import type { InsightDetail } from '../../../contract/features/insights'
import { typeWord } from '../../../contract/features/record-words'
import { foldWord, typedWords } from '../../../contract/features/search-words'
import { markdownText } from '../../../contract/markdown-text'
import { scoreFigure, shownTitle } from '../../records/record-words'
import { similarityText } from '../../records/similarity/similarity-words'

interface TextPart {
  readonly text: string
  /** The words are missing from the other text. */
  readonly isOwn: boolean
}

const wordsOf = (text: string) => typedWords(text).map(foldWord)

/** Splits all of `text` into parts. */
export function ownParts(text: string, other: string): readonly TextPart[] {
  const known = new Set(wordsOf(other))
  const parts: TextPart[] = []
  for (const piece of text.split(/(\s+)/)) {
    const words = wordsOf(piece)
    const isOwn = words.length > 0 && words.every((word) => !known.has(word))
    const last = parts.at(-1)
    if (last !== undefined && (last.isOwn === isOwn || piece.trim() === '')) {
      parts[parts.length - 1] = { text: last.text + piece, isOwn: last.isOwn }
    } else if (piece !== '') parts.push({ text: piece, isOwn })
  }
  return parts
}

const lengthOf = (parts: readonly TextPart[]) => parts.reduce((length, { text }) => length + text.trim().length, 0)

/** Above this share, the marks only say that the texts differ. */
const mostMarked = 0.6

/** Whether the shared words still stand out when the others are marked. */
export function areMarksOfUse(one: string, other: string): boolean {
  return [ownParts(one, other), ownParts(other, one)].every(
    (parts) => lengthOf(parts.filter(({ isOwn }) => isOwn)) <= mostMarked * lengthOf(parts),
  )
}

/** Hidden content is reduced to its id. */
export function pairMarkdown(pair: readonly [InsightDetail, InsightDetail], similarity: number): string {
  const lines = [`# Possible duplicates, similarity ${similarityText(similarity)}`]
  for (const insight of pair) {
    if (insight.hideContent) {
      lines.push('', '## Hidden content', '', `ID ${insight.id}`)
      continue
    }
    const { type, combinedScore, createdAt, opportunities, outcomes, solutions, feedback } = insight
    const score = combinedScore === null ? 'not scored' : `score ${scoreFigure(combinedScore)}`
    const belongsTo = [...opportunities, ...outcomes, ...solutions].filter(({ hideContent }) => !hideContent)
    lines.push(
      ...['', `## ${markdownText(shownTitle(insight))}`, ''],
      `${markdownText(typeWord(type))}, ${score}, created ${createdAt.slice(0, 10)}, ID ${insight.id}`,
      ...(insight.description === '' ? [] : ['', markdownText(insight.description)]),
      ...(belongsTo.length === 0
        ? []
        : ['', `Belongs to: ${belongsTo.map((record) => markdownText(shownTitle(record))).join('; ')}`]),
      ...feedback.flatMap(({ content, source, createdAt: at }) => [
        ...['', `> ${markdownText(content)}`],
        ...['>', `> ${markdownText(source)}, ${at.slice(0, 10)}`],
      ]),
    )
  }
  return lines.join('\n')
}
