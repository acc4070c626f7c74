// What every list has in common: where it begins, how it is ordered, what it is narrowed to.
import { z } from 'zod'
import { WorkspaceRef } from '../workspace'

export const Direction = z.enum(['ascending', 'descending'])

/** A record that others are related to, through the insights that carry both. */
export const RelatedTo = z.strictObject({
  kind: z.enum(['insight', 'opportunity', 'solution', 'outcome', 'feedback']),
  id: z.string().min(1).max(200),
})
export type RelatedTo = z.infer<typeof RelatedTo>

/** Input of a list: `columns` are the ones it can be sorted by, `filter` is what it has beyond text and relation. */
export function listInput<Columns extends z.ZodType, Filter extends z.ZodRawShape>(columns: Columns, filter: Filter) {
  return z.strictObject({
    workspace: WorkspaceRef,
    /** Words to find by prefix, never query syntax. */
    text: z.string().max(500),
    /** null = all. */
    relatedTo: RelatedTo.nullable(),
    ...filter,
    sort: z.strictObject({ column: columns, direction: Direction }),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  })
}

/** `total` matches the filter, `all` is everything known. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.number().int(), all: z.number().int() })
}

/** A record somewhere else, enough to name it and to go there. `through` = insights that carry both. */
export const Mention = z.object({
  id: z.string(),
  title: z.string(),
  hideContent: z.boolean(),
  through: z.number().int(),
})
export type Mention = z.infer<typeof Mention>

export const MentionWithStatus = z.object({ ...Mention.shape, status: z.string() })

export const ofRecord = z.strictObject({ workspace: WorkspaceRef, id: z.string().trim().min(1).max(200) })

/** Nobody types more than this many characters of a title to confirm something. */
const longestTypedTitle = 200

/**
 * What has to be typed in production before something is deleted, for the dialog that asks and for main that checks: the
 * title, or the id of what has none or one that is too long to type.
 */
export function confirmationOf(
  title: string | null,
  id: string,
): { readonly noun: 'title' | 'id'; readonly text: string } {
  const isTypable = title !== null && title.trim() !== '' && title.trim().length <= longestTypedTitle
  return isTypable ? { noun: 'title', text: title } : { noun: 'id', text: id }
}

/** Typed by the person in production: must equal the text of `confirmationOf`. */
export const Confirmation = z.string().max(2000).nullable()

/** `already-gone`: the service had none of it any more, which is what was wanted. */
export const DeleteResult = z.object({ state: z.enum(['deleted', 'already-gone']) })
export type DeleteResult = z.infer<typeof DeleteResult>
