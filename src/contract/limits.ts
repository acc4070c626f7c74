// Limits that the page keeps to before main checks them, apart from the schemas: its first frame loads none.

/** Of an id of the service, which is any string. */
export const longestId = 200

/** In CSS pixels. */
export const columnWidth = { min: 40, max: 480 } as const
export const paneWidth = { min: 200, max: 1200 } as const

/** In UTF-16 units. */
export const longestCopy = 1_000_000

/** As much of a note as a person may type. */
export const longestNote = 10_000

/** Of a text that was joined from two, which can still be edited. */
export const longestJoined = 100_000

/** So many saves that failed are told with the next one of the same field. */
export const mostSent = 20

/** So many records can be decided about or labelled in one step. */
export const mostAtOnce = 10_000

/** So many labels a person may give a record. */
export const mostLabels = 20

/**
 * A change of the combined score is news if it exceeds both limits. `points` filters noise in tiny scores, `share` in
 * large ones: the score has no upper bound (API document, "Insight").
 */
export const noticeable = { points: 0.05, share: 0.1 } as const
