// The values that the schemas of insights allow, apart from them: the page's first frame loads no schema.

/** What the list can be sorted by. */
export const insightColumns = [
  'seen',
  'type',
  'title',
  'combinedScore',
  'strengthScore',
  'momentumScore',
  'strength',
  'createdAt',
  'updatedAt',
] as const

/** `any` is the default of each. */
export const insightChoices = {
  seen: ['any', 'seen', 'unseen'],
  opportunity: ['any', 'with', 'without'],
  /** left: to triage, which is unseen, open, and not written on this computer. The others are decisions of the person. */
  triage: ['any', 'left', 'reviewed', 'snoozed'],
} as const
