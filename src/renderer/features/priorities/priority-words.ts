// What a person reads for the parts of a score.
import { recentDays } from '../../../contract/features/feedback'
import {
  type Decision,
  decisionWords,
  type Part,
  type PrioritisedKind,
  parts,
} from '../../../contract/features/priorities'
import { count, percentText, scoreFigure, signedFigure, unknownMark } from '../../records/record-words'
import { locale } from '../../ui/locale'

interface PartWords {
  readonly name: string
  /** Where there is little room. */
  readonly short: string
  readonly madeOf: string
  readonly text: (value: number) => string
}

export const partWords: Readonly<Record<Part, PartWords>> = {
  strongest: {
    name: 'Strongest insight',
    short: 'Strongest',
    madeOf: 'Highest combined score of its insights.',
    text: scoreFigure,
  },
  combined: {
    name: 'Mean combined score',
    short: 'Mean score',
    madeOf: 'Mean combined score of its scored insights.',
    text: scoreFigure,
  },
  strength: {
    name: 'Mean strength',
    short: 'Strength',
    madeOf: 'Mean strength score of its insights, from 0 to 1.',
    text: scoreFigure,
  },
  momentum: {
    name: 'Mean momentum',
    short: 'Momentum',
    madeOf: 'Mean momentum score of its insights.',
    text: scoreFigure,
  },
  insights: { name: 'Insights', short: 'Insights', madeOf: 'Number of its insights.', text: count },
  unseen: {
    name: 'Unseen share',
    short: 'Unseen',
    madeOf: 'Share of unseen insights.',
    text: percentText,
  },
  feedback: {
    name: 'Feedback',
    short: 'Feedback',
    madeOf: 'Pieces of feedback in its insights, each counted once.',
    text: count,
  },
  recent: {
    name: `Feedback in the last ${recentDays} days`,
    short: `Last ${recentDays} days`,
    madeOf: `Pieces of feedback in its insights from the last ${recentDays} days.`,
    text: count,
  },
  sentiment: {
    name: 'Mean sentiment',
    short: 'Sentiment',
    madeOf: 'Mean sentiment of its feedback, from −1 to 1.',
    text: signedFigure,
  },
  goal: {
    name: 'Goal priority',
    short: 'Goal',
    madeOf: 'Rank of the goal, or of the highest-ranked goal that shares an insight with it. 1 is the highest.',
    text: (value) => `#${count(value)}`,
  },
}

/** An insight stands for itself. */
const ofInsight: Readonly<Record<Part, string>> = {
  strongest: 'Its combined score.',
  combined: 'Its combined score.',
  strength: 'Its strength score, from 0 to 1.',
  momentum: 'Its momentum score.',
  insights: '1 for every insight.',
  unseen: '100% if nobody has seen it, otherwise 0%.',
  feedback: 'Pieces of feedback in it.',
  recent: `Pieces of feedback in it from the last ${recentDays} days.`,
  sentiment: 'Mean sentiment of its feedback, from −1 to 1.',
  goal: 'Rank of the highest-ranked of its goals. 1 is the highest.',
}

export const madeOf = (part: Part, kind: PrioritisedKind) =>
  kind === 'insight' ? ofInsight[part] : partWords[part].madeOf

export const partText = (part: Part, value: number | null) =>
  value === null ? unknownMark : partWords[part].text(value)

/** Parts that have a weight, the heaviest first. */
export const weighted = (weights: Readonly<Record<Part, number>>): readonly Part[] =>
  parts.filter((part) => weights[part] !== 0).sort((one, other) => Math.abs(weights[other]) - Math.abs(weights[one]))

const oneDigit = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
export const points = (value: number) => oneDigit.format(value)

export const decisionText = (decision: Decision | null) => (decision === null ? 'No decision' : decisionWords[decision])

/** Whole sentences of these views. */
export const priorityTexts = {
  whatModelKeeps: 'Keeps the weights as they are now. Only on this computer.',
  howComputed:
    'Computed on this computer from what was synced. Each part counts from 0 to 1 among these records, times its weight; 100 is the highest possible score.',
  onlyNewEvidence: 'Only new evidence can contradict it.',
  lowestFirst: 'The lowest counts most.',
  onlyOnThisComputer: 'Only on this computer.',
  noWeights: 'All weights are 0, so everything ranks the same.',
} as const
