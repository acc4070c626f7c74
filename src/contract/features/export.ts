// Export: writes the rows of a list, or those selected in it, to a file that the person chooses. The page names the
// list and its options, never a path.
import { z } from 'zod'
import { command } from '../call'
import { WorkspaceRef } from '../workspace'
import { activity } from './activity'
import { feedback } from './feedback'
import { InsightQuery } from './insights'
import { knowledge } from './knowledge'
import { news } from './news'
import { opportunities } from './opportunities'
import { outcomes } from './outcomes'
import { Part, ScoringModel, Weights } from './priorities'
import { solutions } from './solutions'

/** An export has all rows of the list, not a page. */
const whole = { offset: true, limit: true } as const
const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

const source = <View extends string, Query extends z.ZodType>(view: View, query: Query) =>
  z.strictObject({ view: z.literal(view), query })

/** A list, by the feature that answers its query, with words, filters and order as the person sees them. */
export const ExportSource = z.discriminatedUnion('view', [
  source('insights', InsightQuery.omit(whole)),
  source('news', news.query.input.omit(whole)),
  source('opportunities', opportunities.query.input.omit(whole)),
  source('outcomes', outcomes.query.input.omit(whole)),
  source('solutions', solutions.query.input.omit(whole)),
  source('feedback', feedback.query.input.omit(whole)),
  source('knowledge', knowledge.query.input.omit(whole)),
  source('topics', ofWorkspace),
  source('metrics', ofWorkspace),
  source('activity', activity.query.input.omit(whole)),
])
export type ExportSource = z.infer<typeof ExportSource>
export type ExportView = ExportSource['view']

/** A list from the library of one workspace; the activity is merged from all of them. */
export type RecordSource = Exclude<ExportSource, { view: 'activity' }>

export const ExportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Made by the page for each export, to tell its progress and file from those of others. */
const exportId = z.uuid()

const content = {
  /** Columns of the table by id, in their order; null = all fields. */
  columns: z.array(z.string().max(100)).min(1).max(100).nullable(),
  /** Notes, labels, decisions and review state, which only this computer has. */
  includesLocal: z.boolean(),
  /** Includes the content of records that are marked as hidden. */
  includesHidden: z.boolean(),
}
export type ExportContent = z.infer<z.ZodObject<typeof content>>

/** Limit for a ranking, whose order no list has. */
const mostExported = 200_000

/** The page's ranking of the rows, each at the place of its id. NaN: unknown. */
const Ranked = z.strictObject({
  place: z.instanceof(Int32Array),
  score: z.instanceof(Float64Array),
  parts: z.record(Part, z.instanceof(Float64Array)),
})
export type Ranked = z.infer<typeof Ranked>

/** The model's name, and the weights as the person moved them. */
const RankedBy = z.strictObject({ model: ScoringModel.shape.name, isChanged: z.boolean(), weights: Weights })
export type RankedBy = z.infer<typeof RankedBy>

const ExportedRanking = Ranked.extend({ by: RankedBy })
export type ExportedRanking = z.infer<typeof ExportedRanking>

export const ExportRequest = z
  .strictObject({
    exportId,
    format: ExportFormat,
    source: ExportSource,
    /** Only these rows, in this order; null = all that match. */
    ids: z.array(z.string().max(1000)).min(1).max(mostExported).nullable(),
    /** Present for a ranking; the file then has its columns. */
    ranked: ExportedRanking.optional(),
    ...content,
  })
  .refine(
    ({ ids, ranked }) =>
      ranked === undefined ||
      [ranked.place, ranked.score, ...Object.values(ranked.parts)].every(({ length }) => length === ids?.length),
    'Values of a ranking belong to its ids.',
  )
export type ExportRequest = z.infer<typeof ExportRequest>

export const exportCalls = {
  /** `saved` is false if the person cancels the save dialog. Aborting the call leaves nothing behind. */
  save: command(ExportRequest, z.object({ saved: z.boolean(), items: z.number().int() })),
  /** Shows a saved file in the folder of the operating system. Throws NOT_FOUND for an export of an earlier run. */
  showInFolder: command(z.strictObject({ exportId }), z.null()),
}
