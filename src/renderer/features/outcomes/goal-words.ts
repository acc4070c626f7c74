// The whole sentences that a person reads here.
export const goalTexts = {
  unlistedGoal: 'For a goal that isn’t in any list.',
  lookupFailed: 'This ID couldn’t be looked up, so it can’t be deleted yet.',
  noInsightMentionsIt: 'No insight mentions this goal, so its title and dependents aren’t available here.',
  linkedItemsStay: 'Linked items won’t be deleted.',
  linksFromHere: 'Only links made from this computer are shown.',
} as const
