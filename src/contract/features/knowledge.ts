// Knowledge: the documents of a workspace. Everything but the id may be absent or an unknown value.
import { z } from 'zod'
import { command, query } from '../call'
import { Confirmation, DeleteResult, listInput, ofRecord, pageOf } from './listing'
import { TriageMarks } from './triage'

export const KnowledgeColumn = z.enum(['title', 'state', 'source', 'providedBy', 'createdAt', 'updatedAt'])

const text = z.string().nullable()

export const KnowledgeRow = z.object({
  id: z.string(),
  title: text,
  summary: z.string(),
  state: text,
  source: text,
  providedBy: text,
  createdAt: text,
  updatedAt: text,
  /** The links that the item has. */
  links: z.array(z.enum(['page', 'pdf', 'text'])),
  /** In lists. Absent: nothing was decided or written about it here. */
  triage: TriageMarks.optional(),
})
export type KnowledgeRow = z.infer<typeof KnowledgeRow>

export const KnowledgeDetail = z.object({
  ...KnowledgeRow.shape,
  description: text,
  url: text,
  pdfFileUrl: text,
  /** As received: relative to the service. */
  txtFileUrl: text,
  /** Resolved on the environment's base address; null if there is none, or if the path leads to another origin. */
  txtFileAddress: text,
})
export type KnowledgeDetail = z.infer<typeof KnowledgeDetail>

/** A value and its number of rows. null = the field is absent. */
const Facet = z.object({ value: text, count: z.number().int() })

export const KnowledgePage = z.object({
  ...pageOf(KnowledgeRow).shape,
  states: z.array(Facet),
  sources: z.array(Facet),
})
export type KnowledgePage = z.infer<typeof KnowledgePage>

const selectedValues = z.array(text).max(50)

export const knowledge = {
  query: query(listInput(KnowledgeColumn, { states: selectedValues, sources: selectedValues }), KnowledgePage),
  get: query(ofRecord, KnowledgeDetail),
  /** Never queued. Refuses a wrong confirmation in production. */
  delete: command(z.strictObject({ ...ofRecord.shape, confirmation: Confirmation }), DeleteResult, {
    changesService: true,
  }),
}
