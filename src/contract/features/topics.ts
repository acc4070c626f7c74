// Topics: read one by one by id, and stored once read. The elements of their lists have no documented shape.
import { z } from 'zod'
import { command, query } from '../call'
import { longestId } from '../limits'
import { idTooLong } from './field-words'
import { ofRecord } from './listing'
import { TriageMarks } from './triage'

const text = z.string().nullable()

/**
 * The recognised parts of an undocumented list element. `isKnown`: the library has the record, so it can be opened.
 * `hideContent`: set by the service in the topic itself or in the record.
 */
const TopicElement = z.object({ id: text, title: text, hideContent: z.boolean(), isKnown: z.boolean() })

/** `marks`: as in the list of insights; null for an unknown insight. */
const TopicInsight = z.object({
  ...TopicElement.shape,
  marks: z.object({ seen: z.boolean(), combinedScore: z.number().nullable() }).nullable(),
})

export const Topic = z.object({
  id: z.string(),
  title: text,
  description: text,
  createdAt: text,
  updatedAt: text,
  opportunities: z.array(TopicElement),
  insights: z.array(TopicInsight),
  isPinned: z.boolean(),
  /** When the service returned it: ISO 8601, UTC. */
  readAt: z.string(),
  openedAt: z.string(),
})
export type Topic = z.infer<typeof Topic>

/** An id that a person types. */
const typedId = z.string().trim().min(1, 'Enter a topic ID.').max(longestId, idTooLong)

export const topics = {
  /** Pinned first, then the most recently opened. */
  list: query(
    z.strictObject({ workspace: ofRecord.shape.workspace }),
    z.array(
      z.object({
        ...{ id: z.string(), title: text, isPinned: z.boolean(), openedAt: z.string(), readAt: z.string() },
        /** Absent: nothing was decided or written about it on this computer. */
        triage: TriageMarks.optional(),
      }),
    ),
  ),
  /** The stored topic. Throws NOT_FOUND if it was never read. */
  get: query(ofRecord, Topic),
  /** Reads it from the service and stores it. */
  open: command(z.strictObject({ ...ofRecord.shape, id: typedId }), Topic),
  pin: command(z.strictObject({ ...ofRecord.shape, isPinned: z.boolean() }), z.null()),
  /** Removes it from the recent topics. */
  forget: command(ofRecord, z.null()),
}
