// The whole sentences that a person reads here.
export const goalTexts = {
  unlistedGoal: 'For a goal that no insight is linked to: it isn’t in any list.',
  lookupFailed: 'Couldn’t look up this ID, so the goal can’t be deleted yet.',
  noInsightMentionsIt: 'No insight is linked to this goal, so its title and linked records aren’t available here.',
  sameButForCapitals: 'A goal in this workspace has the same ID except for capital letters.',
  linkedItemsStay: 'Linked records won’t be deleted.',
} as const
