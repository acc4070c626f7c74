// The whole sentences that a person reads here.
export const triageTexts = {
  noFeedback: 'No feedback is linked to this insight.',
  belongsToNothing: 'No opportunity, goal or solution yet.',
  removed: 'This insight was removed.',
  nothingLeftFiltered: 'Nothing left to triage with these filters.',
  nothingLeft: 'Nothing left to triage.',
} as const
