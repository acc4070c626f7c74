// Evidence briefs: why a record matters and what speaks against it, for people who were not there. Computed by the library
// from the data on this computer. The person's own edits of a brief stay there too.
import { z } from 'zod'
import { command, query } from '../call'
import { largestFile, longestId, longestJoined, mostSent } from '../limits'
import { WorkspaceRef } from '../workspace'
import { FeedbackRow } from './feedback'

const id = z.string().trim().min(1).max(longestId)

const RecordRef = z.strictObject({ kind: z.enum(['insight', 'opportunity', 'solution', 'outcome']), id })

/** `selection`: records by id, which are insights unless `of` says otherwise. */
export const BriefSubject = z.discriminatedUnion('kind', [
  RecordRef,
  z.strictObject({
    kind: z.literal('selection'),
    of: RecordRef.shape.kind.optional(),
    ids: z.array(id).min(1).max(10_000),
  }),
])
export type BriefSubject = z.infer<typeof BriefSubject>

export const BriefFigures = z.object({
  insights: z.number().int(),
  unseen: z.number().int(),
  /** Insights without a combined score. */
  unscored: z.number().int(),
  /** Insights without feedback. */
  unproven: z.number().int(),
  /** Insights marked as hidden. */
  hidden: z.number().int(),
  /** Greatest combined score; null = none is scored. */
  strongest: z.number().nullable(),
  /** Different pieces of feedback. */
  feedback: z.number().int(),
  /** Mean sentiment, from −1 to 1; null = no piece has one. */
  sentiment: z.number().nullable(),
  positive: z.number().int(),
  neutral: z.number().int(),
  negative: z.number().int(),
  /** Pieces of feedback of categories that only the service has, the most first. */
  otherSentiments: z.array(z.object({ category: z.string(), count: z.number().int() })),
  /** Pieces of feedback by where they came from, the most first. */
  sources: z.array(z.object({ source: z.string(), count: z.number().int() })),
  /** Dates of feedback, ISO 8601; null = there is none. */
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  /** Pieces of feedback of the last `recentDays` days. */
  recent: z.number().int(),
})
export type BriefFigures = z.infer<typeof BriefFigures>

export const BriefInsight = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  combinedScore: z.number().nullable(),
  /** Combined score from which it moved noticeably; null = it did not. */
  before: z.number().nullable(),
  /**
   * When the score was `before`: at the first sync if its changes were never reviewed, or else at the last sync that is
   * `recentDays` days old, or the first with a score. ISO 8601, UTC; null = at the last review of its changes.
   */
  since: z.string().nullable(),
})
export type BriefInsight = z.infer<typeof BriefInsight>

/** `category`: of its sentiment: "Positive", "Neutral", "Negative", or what the service called it. */
export const BriefQuote = FeedbackRow.pick({
  id: true,
  content: true,
  source: true,
  sourceId: true,
  submittedBy: true,
  sentimentScore: true,
  createdAt: true,
}).extend({
  category: z.string().nullable(),
  /** Titles of the insights of the brief that it is in, the strongest first, at most 2. */
  insights: z.array(z.string()),
  /** Number of its other insights. */
  otherInsights: z.number().int(),
})
export type BriefQuote = z.infer<typeof BriefQuote>

/** The person's note and labels of a record, kept on this computer. */
export const BriefOwn = z.object({ id: z.string(), title: z.string(), note: z.string(), labels: z.array(z.string()) })
export type BriefOwn = z.infer<typeof BriefOwn>

export const Brief = z.object({
  /** null for a selection. */
  record: z
    .object({
      title: z.string(),
      description: z.string(),
      hideContent: z.boolean(),
      /** The service's own word; null = such records have no status. */
      status: z.string().nullable(),
      /** Arguments against a solution, as the service lists them. */
      cons: z.array(z.string()),
    })
    .nullable(),
  figures: BriefFigures,
  /** At most 5, the strongest first. */
  strongest: z.array(BriefInsight),
  /** Insights whose score fell noticeably, the largest loss first, at most 5. */
  fading: z.array(BriefInsight),
  /** Candidates, newest first: the newest, the most negative and the most positive quotes, at most 40, and those chosen. */
  quotes: z.array(BriefQuote),
  /** Notes and labels: of the record or the selected ones first, then of the insights, the strongest first. At most 40. */
  own: z.array(BriefOwn),
  /** When the list of insights was last read from the service: ISO 8601, UTC; null = never. */
  readAt: z.string().nullable(),
})
export type Brief = z.infer<typeof Brief>

/**
 * The person's text and choices; null for each one left as it was. Not limited: a reason that was joined from two is
 * longer than one that can be typed.
 */
export const BriefEdit = z.object({
  claim: z.string().nullable(),
  reason: z.string().nullable(),
  /** Ids of feedback. */
  quotes: z.array(z.string()).nullable(),
})
export type BriefEdit = z.infer<typeof BriefEdit>

/** Each time that newer feedback comes, a person may choose 40 more. */
const mostChosenQuotes = 1_000

const JoinedEdit = z.object({
  claim: z.string().max(longestJoined).nullable(),
  reason: z.string().max(longestJoined).nullable(),
  quotes: z.array(id).max(mostChosenQuotes).nullable(),
}) satisfies z.ZodType<BriefEdit>

const longestKeptWord = 300
const mostKeptWords = 1_000

/** Cut instead of refused, as the service names the sources and categories. */
const cutWord = z.string().overwrite((text) => text.slice(0, longestKeptWord))
const FiguresToKeep = BriefFigures.extend({
  sources: z
    .array(z.object({ source: cutWord, count: z.number().int() }))
    .overwrite((sources) => sources.slice(0, mostKeptWords)),
  otherSentiments: z
    .array(z.object({ category: cutWord, count: z.number().int() }))
    .overwrite((categories) => categories.slice(0, mostKeptWords)),
})

/** `figures`: as of the last edit, copy or save. */
export const KeptBrief = z.object({
  edit: BriefEdit,
  // Briefs kept by earlier versions have no other sentiments.
  figures: BriefFigures.extend({ otherSentiments: BriefFigures.shape.otherSentiments.default([]) }),
  keptAt: z.string(),
})
export type KeptBrief = z.infer<typeof KeptBrief>

const ofSubject = z.strictObject({ workspace: WorkspaceRef, subject: BriefSubject })

export const briefs = {
  /**
   * Throws NOT_FOUND. `includesHidden`: also includes records that are marked as hidden, which are otherwise only counted.
   * `kept`: null = nobody has edited, copied or saved it yet. A selection is identified by its records.
   */
  get: query(
    z.strictObject({ ...ofSubject.shape, includesHidden: z.boolean() }),
    z.object({ brief: Brief, kept: KeptBrief.nullable() }),
  ),
  /** Stays on this computer. Each part of `began` and `sent`: as in `typedNote` in triage.ts. */
  keep: command(
    z.strictObject({
      ...{ ...ofSubject.shape, figures: FiguresToKeep },
      ...{ edit: JoinedEdit, began: JoinedEdit, sent: z.array(JoinedEdit).max(mostSent).optional() },
    }),
    z.null(),
  ),
  /** `saved` is false if the person cancels the save dialog. `pdf`: the window's print output. */
  save: command(
    z.strictObject({
      title: z.string().max(2_000),
      content: z.discriminatedUnion('format', [
        z.strictObject({ format: z.literal('markdown'), text: z.string().max(largestFile) }),
        z.strictObject({ format: z.literal('pdf') }),
      ]),
    }),
    z.object({ saved: z.boolean() }),
  ),
}
