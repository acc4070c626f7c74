// What a person reads about a decision that newer evidence contradicts: the evidence itself, so that they can judge.
import {
  type ContradictionSign,
  contradictionSigns,
  type Decision,
  decisionWords,
  type Judged,
} from '../../../contract/features/priorities'
import { count, counted, scoreFigure } from '../../records/record-words'
import { dateText, readTime } from '../../ui/relative-time'

/** `contradictionSigns` in words. */
export const contradictionInfo =
  'Counts what came after you decided. “Not now”: the strongest score rose, feedback grew by a fifth (3 pieces or more), or it ranks in the top fifth and something is new. “Now”: the strongest score fell, feedback turned mostly negative, or it ranks in the bottom half and something is new.'

export interface Contradiction {
  /** In a list: "8 pieces of feedback since you decided; rank 2 of 40". */
  readonly short: string
  /** With the decision and its date. */
  readonly text: string
}

type Since = NonNullable<Judged['since']>
type RankAmong = Parameters<typeof contradictionSigns>[1]

const listed = (parts: readonly string[]) => parts.join(', ')

/** What came since the decision; what did not speaks against nothing. */
function newer({ later, earlier, strongestThen, strongestNow }: Since, signs: readonly ContradictionSign[]) {
  const parts: string[] = []
  if (later.feedback > 0) {
    const before = signs.includes('feedback') ? ` (${count(earlier.feedback)} before)` : ''
    parts.push(`${counted(later.feedback, 'piece of feedback', 'pieces of feedback')}${before}`)
  }
  if (signs.includes('sentiment')) {
    const before = earlier.rated === 0 ? '' : ` (${count(earlier.negative)} of ${count(earlier.rated)} before)`
    parts.push(`${count(later.negative)} of ${count(later.rated)} negative${before}`)
  }
  if (strongestThen !== null && strongestNow !== null) {
    const [then, now] = [scoreFigure(strongestThen), scoreFigure(strongestNow)]
    if (then !== now) parts.push(`strongest score ${then} → ${now}`)
  }
  return parts
}

const rankedAs = (decision: Decision) => (decision === 'now' ? 'bottom half' : 'top fifth')

export function contradictionOf(decided: Judged, rank: RankAmong): Contradiction | null {
  const { decision, decidedAt, since } = decided
  const signs = contradictionSigns(decided, rank)
  if (signs.length === 0 || decision === null) return null
  const among = `${count(rank.place)} of ${count(rank.total)}`
  const ranks = `ranks ${among}${signs.includes('rank') ? ` (${rankedAs(decision)})` : ''}`
  const word = `“${decisionWords[decision]}”`
  if (since === null || decidedAt === null) {
    return { short: `rank ${among}`, text: `Decided ${word} on an unknown date. Now it ${ranks}.` }
  }
  const came = listed(newer(since, signs))
  const time = readTime(decidedAt)
  const at = time === null ? '' : ` on ${dateText(time)}`
  return {
    short: `${came} since you decided; rank ${among}`,
    text: `Decided ${word}${at}. Since then: ${came}. Now it ${ranks}.`,
  }
}
