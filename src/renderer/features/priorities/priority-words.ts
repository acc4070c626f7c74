// Texts of the parts, and of a decision that newer evidence contradicts.
import { recentDays } from '../../../contract/features/feedback'
import {
  byWeight,
  type ContradictionSign,
  contradictionSigns,
  type Decision,
  decisionWords,
  type Judged,
  type Part,
  type PrioritisedKind,
  type Weights,
} from '../../../contract/features/priorities'
import { count, counted, percentText, scoreFigure, signedFigure, unknownMark } from '../../records/record-words'
import { dateText, readTime } from '../../ui/relative-time'

export { points } from '../../../contract/figures'

interface PartWords {
  /** Name for narrow places. */
  readonly short: string
  readonly madeOf: string
  readonly text: (value: number) => string
}

export const partWords: Readonly<Record<Part, PartWords>> = {
  strongest: {
    short: 'Top score',
    madeOf: 'Highest score of its insights.',
    text: scoreFigure,
  },
  combined: {
    short: 'Average score',
    madeOf: 'Average score of its scored insights.',
    text: scoreFigure,
  },
  strength: {
    short: 'Strength',
    madeOf: 'Average strength score of its insights, from 0 to 1.',
    text: scoreFigure,
  },
  momentum: {
    short: 'Momentum',
    madeOf: 'Average momentum score of its insights.',
    text: scoreFigure,
  },
  insights: { short: 'Insights', madeOf: 'Number of its insights.', text: count },
  unseen: {
    short: 'Unseen',
    madeOf: 'Share of unseen insights.',
    text: percentText,
  },
  feedback: {
    short: 'Feedback',
    madeOf: 'Pieces of feedback in its insights, each counted once.',
    text: count,
  },
  recent: {
    short: `Last ${recentDays} days`,
    madeOf: `Pieces of feedback in its insights from the last ${recentDays} days.`,
    text: count,
  },
  sentiment: {
    short: 'Sentiment',
    madeOf: 'Average sentiment of its feedback, from −1 to 1.',
    text: signedFigure,
  },
  goal: {
    short: 'Goal',
    madeOf: 'Priority of the goal, or the highest of the goals that share an insight with it. 1 is the highest.',
    text: (value) => `#${count(value)}`,
  },
}

/** For an insight, its own values. */
const ofInsight: Readonly<Record<Part, string>> = {
  strongest: 'Its own score.',
  combined: 'Its own score.',
  strength: 'Its strength score, from 0 to 1.',
  momentum: 'Its momentum score.',
  insights: 'Always 1 for an insight.',
  unseen: '100% if it’s unseen, otherwise 0%.',
  feedback: 'Pieces of feedback in it.',
  recent: `Pieces of feedback in it from the last ${recentDays} days.`,
  sentiment: 'Average sentiment of its feedback, from −1 to 1.',
  goal: 'Highest priority of its goals. 1 is the highest.',
}

export const madeOf = (part: Part, kind: PrioritisedKind) =>
  kind === 'insight' ? ofInsight[part] : partWords[part].madeOf

export const partText = (part: Part, value: number | null) =>
  value === null ? unknownMark : partWords[part].text(value)

/** The parts with a weight, heaviest first. */
export const weighted = (weights: Weights): readonly Part[] => byWeight(weights).filter((part) => weights[part] !== 0)

export const decisionText = (decision: Decision | null) => (decision === null ? 'No decision' : decisionWords[decision])

/** Whole sentences of these views. */
export const priorityTexts = {
  whatModelKeeps: 'Saves the weights as they are now. Only on this computer.',
  howComputed:
    'Each part is scaled from 0 to 1 across these records, then weighted. The maximum is 100 points. Computed on this computer from synced data.',
  onlyNewEvidence: 'Renews the decision. Only newer evidence can contradict it.',
  lowestFirst: 'Lower values count more.',
  onlyOnThisComputer: 'Only on this computer.',
  noWeights: 'All weights are 0, so everything ranks the same.',
} as const

/** `contradictionSigns` in words. */
export const contradictionInfo =
  'Only evidence newer than the decision counts. “Not now”: the top score has risen, or feedback has grown by a fifth (at least 3 pieces). “Now”: the top score has fallen, or feedback has turned mostly negative. With new evidence, rank counts too: the top fifth against “Not now”, the bottom half against “Now”, unless the top score has moved in the decision’s favour.'

export interface Contradiction {
  /** For a list: "8 pieces of feedback since you decided; rank 2 of 40". */
  readonly short: string
  /** Includes the decision and its date. */
  readonly text: string
}

type Since = NonNullable<Judged['since']>
type RankAmong = Parameters<typeof contradictionSigns>[1]

const listed = (parts: readonly string[]) => parts.join(', ')

/** Lists the evidence since the decision. Values that have not changed since are left out, as they contradict nothing. */
function newer({ later, earlier, strongestThen, strongestNow }: Since, signs: readonly ContradictionSign[]) {
  const found: string[] = []
  if (later.feedback > 0) {
    const before = signs.includes('feedback') ? ` (${count(earlier.feedback)} before)` : ''
    found.push(`${counted(later.feedback, 'piece of feedback', 'pieces of feedback')}${before}`)
  }
  if (signs.includes('sentiment')) {
    const before = earlier.rated === 0 ? '' : ` (${count(earlier.negative)} of ${count(earlier.rated)} before)`
    found.push(`${count(later.negative)} of ${count(later.rated)} negative${before}`)
  }
  if (strongestThen !== null && strongestNow !== null) {
    const [then, now] = [scoreFigure(strongestThen), scoreFigure(strongestNow)]
    if (then !== now) found.push(`top score ${then} → ${now}`)
  }
  return found
}

const rankedAs = (decision: Decision) => (decision === 'now' ? 'bottom half' : 'top fifth')

export function contradictionOf(decided: Judged, rank: RankAmong): Contradiction | null {
  const { decision, decidedAt, since } = decided
  const signs = contradictionSigns(decided, rank)
  if (signs.length === 0 || decision === null) return null
  const among = `${count(rank.place)} of ${count(rank.total)}`
  const ranks = `Current rank: ${among}${signs.includes('rank') ? ` (${rankedAs(decision)})` : ''}.`
  const word = `“${decisionWords[decision]}”`
  if (since === null || decidedAt === null) {
    return { short: `rank ${among}`, text: `Decided ${word} on an unknown date. ${ranks}` }
  }
  const came = listed(newer(since, signs))
  const time = readTime(decidedAt)
  const at = time === null ? '' : ` on ${dateText(time)}`
  return {
    short: `${came} since you decided; rank ${among}`,
    text: `Decided ${word}${at}. Since then: ${came}. ${ranks}`,
  }
}
