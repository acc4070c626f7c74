import type { InsightRow } from '../../../contract/features/insights'
import type { Revealed } from '../../ui/records/use-revealed'
import { scoreText, typeWord } from './insight-words'

/** "Range drops in the cold · score 0.82 · Bug", on one line, for a note or a message. */
export function insightText(row: InsightRow, { isRevealed }: Revealed): string {
  const title = row.hideContent && !isRevealed(row.id) ? 'Hidden content' : row.title.replace(/\s+/g, ' ').trim()
  const score = row.combinedScore === null ? scoreText(null) : `score ${scoreText(row.combinedScore)}`
  return [title, score, typeWord(row.type)].join(' · ')
}
