import { counted, quoted } from '../../records/record-words'

// The whole sentences that a person reads here.
export const triageTexts = {
  noFeedback: 'No feedback is linked to this insight.',
  belongsToNothing: 'No opportunity, goal or solution yet.',
  removed: 'This insight was removed.',
  nothingLeft: 'Nothing left to triage.',
  leavesOut: 'Triage leaves out unseen insights that are reviewed, snoozed or created on this computer.',
} as const

/** Names what leaves nothing to triage, though insights outside it are left. */
export function nothingFoundText(text: string, hasFilters: boolean): string {
  const words = text.trim()
  if (words === '') return 'Nothing left to triage with these filters'
  return `Nothing left to triage for ${quoted(words)}${hasFilters ? ' with these filters' : ''}`
}

export const leftOutsideText = (left: number) => `${counted(left, 'insight', 'insights')} left to triage in all.`
