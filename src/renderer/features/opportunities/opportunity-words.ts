// The whole sentences that a person reads here.
export const opportunityTexts = {
  allSeen: 'All insights of this opportunity are already seen.',
  listNotRefreshed: 'Marked as seen, but the list couldn’t be refreshed. This view may be out of date.',
  noInsights: 'This opportunity has no insights here.',
} as const
