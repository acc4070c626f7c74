// Texts of the map, on screen, for screen readers and in a saved drawing.

import { recentDays } from '../../../contract/features/feedback'
import { listedKind, type MapGap, type MapKind, type MapList, type MapRecord } from '../../../contract/features/map'
import { hiddenContent, typeWord } from '../../../contract/features/record-words'
import { capital } from '../../../contract/first-letter'
import {
  feedbackKind,
  goalKind,
  insightKind,
  opportunityKind,
  type RecordKind,
  relatedKinds,
  solutionKind,
} from '../../records/record-kind'
import { count, counted, countedOf, scoreFigure, shownTitle, statusWord } from '../../records/record-words'
import { dateText, readTime } from '../../ui/relative-time'
import type { MapNode, MoreNode, RecordNode } from './outline'

/** The kinds in an address. */
export const kindPaths: Readonly<Record<MapKind, string>> = {
  outcome: 'goals',
  opportunity: 'opportunities',
  solution: 'solutions',
  insight: 'insights',
  feedback: 'feedback',
}

export const kindOfPath = (path: string | undefined): MapKind | null =>
  (Object.keys(kindPaths) as MapKind[]).find((kind) => kindPaths[kind] === path) ?? null

const kindWord = (kind: MapKind) => capital(relatedKinds[kind].one)

export const gapWords: Readonly<Record<MapGap, string>> = {
  noOpportunities: 'No opportunities',
  noSolutions: 'No solutions',
  notFresh: `No feedback in ${recentDays} days`,
}

/** "2 goals without opportunities" and so on, for each gap that occurs. */
export function gapTotals(gaps: Readonly<Record<MapGap, number>>): readonly string[] {
  const { noOpportunities, noSolutions, notFresh } = gaps
  return [
    ...(noOpportunities > 0 ? [`${countedOf(goalKind, noOpportunities)} without opportunities`] : []),
    ...(noSolutions > 0 ? [`${countedOf(opportunityKind, noSolutions)} without solutions`] : []),
    ...(notFresh > 0 ? [`${countedOf(solutionKind, notFresh)} without feedback in ${recentDays} days`] : []),
  ]
}

/** Heading of a list that is a group. */
export function groupText(list: MapList, total: number): string {
  switch (list) {
    case 'goalInsights':
      return `${countedOf(insightKind, total)} without an opportunity`
    case 'opportunityInsights':
      return `${countedOf(insightKind, total)} without a solution`
    case 'loneOpportunities':
      return `${countedOf(opportunityKind, total)} without a goal`
    case 'loneSolutions':
      return `${countedOf(solutionKind, total)} without an opportunity`
    case 'loneInsights':
      return `${countedOf(insightKind, total)} not linked to any of these`
    default:
      return count(total)
  }
}

export function moreText(list: MapList, left: number): string {
  const { one, many, counted: single = one } = relatedKinds[listedKind[list]]
  return `${count(left)} more ${left === 1 ? single : many}`
}

/** The rest of a branch that the map can’t show. The map’s search lists no feedback; the insight has all of it. */
const restText = (list: MapList, left: number) =>
  list === 'insightFeedback' ? `${count(left)} more in the insight’s details` : `Search for ${moreText(list, left)}`

export const moreCardText = ({ list, left, limit }: MoreNode) => (limit === null ? restText : moreText)(list, left)

/** The kind with the service's status, type or source. */
export function kindText({ record: { kind, status }, isHidden }: RecordNode): string {
  const word = kindWord(kind)
  if (status === null || (isHidden && kind === 'feedback')) return word
  if (kind === 'feedback') return `${word} · ${status}`
  return `${word} · ${kind === 'insight' ? typeWord(status) : statusWord(status)}`
}

export const scoreText = ({ kind, score }: MapRecord) =>
  kind === 'feedback' || score === null ? '' : scoreFigure(score)

export const scoreWords = (kind: MapKind) => (kind === 'insight' ? 'Score' : 'Top score')

/** @param heard how the feedback is counted: a card has no room for "pieces of" */
export function figuresText(
  { kind, insights, unseen, feedback, at }: MapRecord,
  heard = `${count(feedback)} feedback`,
): string {
  if (kind === 'feedback') {
    const time = at === null ? null : readTime(at)
    return time === null ? 'No date' : dateText(time)
  }
  if (kind === 'insight') return [...(unseen > 0 ? ['unseen'] : []), heard].join(' · ')
  const own = [counted(insights, 'insight', 'insights'), ...(unseen > 0 ? [`${count(unseen)} unseen`] : [])]
  return [...own, heard].join(' · ')
}

/** What a dashed line means. */
export const inferredText = 'Inferred through shared insights'

export const throughText = (through: number) => `through ${counted(through, 'shared insight', 'shared insights')}`

const above: Readonly<Partial<Record<MapList, RecordKind>>> = {
  goalOpportunities: goalKind,
  goalInsights: goalKind,
  opportunitySolutions: opportunityKind,
  opportunityInsights: opportunityKind,
  solutionInsights: solutionKind,
  insightFeedback: insightKind,
}

/** The same record may belong to several parents. */
export function elsewhereText(list: MapList, elsewhere: number): string {
  const kind = above[list]
  if (kind === undefined || elsewhere === 0) return ''
  return `also under ${counted(elsewhere, `other ${kind.one}`, `other ${kind.many}`)}`
}

export const titleOf = ({ record, isHidden }: RecordNode) => (isHidden ? hiddenContent : shownTitle(record))

/** The whole card in one or two sentences. */
export function labelOf(node: MapNode): string {
  if (node.type === 'group') return groupText(node.list, node.total)
  if (node.type === 'more') return moreCardText(node)
  if (node.type === 'failed') return 'Couldn’t load. Try again'
  const { record, list } = node
  const score = scoreText(record)
  return [
    `${kindWord(record.kind)}: ${titleOf(node)}`,
    record.gap === null ? '' : `Gap: ${gapWords[record.gap].toLowerCase()}`,
    kindText(node).split(' · ')[1] ?? '',
    figuresText(record, countedOf(feedbackKind, record.feedback)).replaceAll(' ·', ','),
    record.kind === 'feedback' || record.recent === 0 ? '' : `${count(record.recent)} in ${recentDays} days`,
    score === '' ? '' : `${scoreWords(record.kind)} ${score}`,
    record.through === null ? '' : `Linked ${throughText(record.through)}`,
    elsewhereText(list, record.elsewhere),
  ]
    .filter((part) => part !== '')
    .map(capital)
    .join('. ')
}

/** Whole sentences of these views. */
export const mapTexts = {
  howLinked:
    'The service lists the records linked to each insight. Goals and opportunities, and opportunities and solutions, are linked through shared insights.',
  noBrief: 'This record has no evidence brief.',
  feedbackNotSearched: 'Map search finds insights by their feedback, but doesn’t list feedback itself.',
} as const
