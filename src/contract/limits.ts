// Limits that the page applies before main checks them. Kept apart from the schemas, which its first frame doesn't load.

/** Limit of an id of the service, which is any string. */
export const longestId = 200

/** In CSS pixels. */
export const columnWidth = { min: 40, max: 480 } as const
export const paneWidth = { min: 200, max: 1200 } as const

/** In UTF-16 units. */
export const longestCopy = 1_000_000

/** Limit of a file that the page makes, in characters: text, or base64. */
export const largestFile = 48_000_000

/** Limit of a note that a person types. */
export const longestNote = 10_000

/** Limit of a text joined from two, which can still be edited. */
export const longestJoined = 100_000

/** Limit of failed saves that are sent along with the next one of the same field. */
export const mostSent = 20

/** Limit of records that are decided about or labelled in one step. */
export const mostAtOnce = 10_000

/** Limit of goals that are linked or unlinked in one change. */
export const mostGoals = 500

/** Limit of labels that a person gives a record. */
export const mostLabels = 20

/**
 * A change of the combined score is news if it exceeds both limits. `points` filters noise in tiny scores, `share` in
 * large ones: the score has no upper bound (API document, "Insight").
 */
export const noticeable = { points: 0.05, share: 0.1 } as const
