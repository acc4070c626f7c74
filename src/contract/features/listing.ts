// Schemas that all lists share: paging, order, filter, and references to related records.
import { z } from 'zod'
import { longestId } from '../limits'
import { WorkspaceRef } from '../workspace'
import { forgiven } from './search'

/** A filter by the person's decisions and notes on this computer. An absent part is no filter. */
export const OwnFilter = z.strictObject({
  /** open: neither reviewed nor snoozed. */
  status: z.enum(['open', 'reviewed', 'snoozed']).optional(),
  hasNote: z.boolean().optional(),
  /** Records with any of them; empty = all. */
  labels: z.array(z.string().max(100)).max(20).optional(),
})
export type OwnFilter = z.infer<typeof OwnFilter>

/** A day of the local time zone: "2026-11-23". */
export const LocalDate = z.iso.date()
/** ISO 8601, UTC. A fraction of any length would pass without a limit. */
export const Instant = z.iso.datetime().max(30)

export const Direction = z.enum(['ascending', 'descending'])

/** A filter for records that share insights with this one. */
export const RelatedTo = z.strictObject({
  kind: z.enum(['insight', 'opportunity', 'solution', 'outcome', 'feedback']),
  id: z.string().min(1).max(longestId),
})
export type RelatedTo = z.infer<typeof RelatedTo>

/** `bestFirst`: while there is a search text, the best matches come first, each in this order. */
export const sortBy = <Columns extends z.ZodType>(columns: Columns) =>
  z.strictObject({ column: columns, direction: Direction, bestFirst: z.boolean().optional() })

/** The input of a list. `columns`: those it can be sorted by. `filter`: filters beyond text and relation. */
export function listInput<Columns extends z.ZodType, Filter extends z.ZodRawShape>(columns: Columns, filter: Filter) {
  return z.strictObject({
    workspace: WorkspaceRef,
    /** See `parseSearch`. */
    text: z.string().max(500),
    /** null = all. */
    relatedTo: RelatedTo.nullable(),
    own: OwnFilter.optional(),
    ...filter,
    sort: sortBy(columns),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  })
}

/** `total`: rows that match the filter. `all`: all rows. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.number().int(), all: z.number().int(), forgiven })
}

/** A related record, with enough to show and open it. `through`: the number of shared insights. */
export const Mention = z.object({
  id: z.string(),
  title: z.string(),
  hideContent: z.boolean(),
  through: z.number().int(),
  /** Greatest combined score of the shared insights; null = none of them is scored. */
  strongest: z.number().nullable(),
})
export type Mention = z.infer<typeof Mention>

export const MentionWithStatus = z.object({ ...Mention.shape, status: z.string() })

export const ofRecord = z.strictObject({ workspace: WorkspaceRef, id: z.string().trim().min(1).max(longestId) })

/** A longer title is not required to be typed as a confirmation. */
const maxTypedTitleLength = 200

/** Not shown, and without effect on the characters beside them: soft hyphen, zero-width space, marks of direction. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g

/** A text as a page shows it: on one line, and the same however its accents are encoded. */
export const asShown = (text: string) => text.normalize('NFC').replace(invisible, '').trim().replace(/\s+/g, ' ')

/**
 * The text that a person must type in production to confirm a deletion: the title, or the id of a record whose title is
 * missing, invisible or too long. The dialog asks for it and main checks it.
 */
export function confirmationOf(
  title: string | null,
  id: string,
): { readonly noun: 'title' | 'id'; readonly text: string } {
  const isTypable = title !== null && asShown(title) !== '' && title.trim().length <= maxTypedTitleLength
  return isTypable ? { noun: 'title', text: title } : { noun: 'id', text: id }
}

/** Required in production, where it must equal the text of `confirmationOf`. */
export const Confirmation = z.string().max(2000).nullable()

/** `already-gone`: the service did not have the record any more, so the deletion succeeded. */
export const DeleteResult = z.object({ state: z.enum(['deleted', 'already-gone']) })
export type DeleteResult = z.infer<typeof DeleteResult>
