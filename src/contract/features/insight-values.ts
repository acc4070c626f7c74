// The values that the schemas of insights allow, in a file of their own: the page's first frame loads no schema.

/** Columns to sort the list by. */
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
