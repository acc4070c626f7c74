// Metrics: the service lists neither metrics nor their links. This is a list of the person's own, with the links that
// were made on this computer.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { longestId, mostGoals } from '../limits'
import { MetricAction } from '../service'
import { WorkspaceRef } from '../workspace'
import { ChangeState } from './activity'
import { atMost, chooseGoal, idTooLong } from './field-words'
import { TriageMarks } from './triage'

/** `.` and `..` would lead elsewhere in an address. */
const metricId = z
  .string()
  .trim()
  .min(1, 'Enter an ID.')
  .max(longestId, idTooLong)
  .refine((id) => id !== '.' && id !== '..', 'An ID can’t be “.” or “..”.')
/** Shown as *Name*; a label is a word to find records by. */
const label = z.string().trim().max(200, atMost(200))

export const MetricLink = z.object({
  outcomeId: z.string(),
  /** null when no insight contains the goal, so that its title is unknown. */
  title: z.string().nullable(),
  hideContent: z.boolean(),
  linkedAt: z.string(),
})

/** An unsent change of the link to one goal. */
export const PendingLink = z.object({
  changeId: z.string(),
  action: MetricAction,
  outcomeId: z.string(),
  /** null when unknown, as above. */
  title: z.string().nullable(),
  hideContent: z.boolean(),
  state: ChangeState,
  needsReview: z.boolean(),
})
export type PendingLink = z.infer<typeof PendingLink>

export const Metric = z.object({
  metricId: z.string(),
  label: z.string(),
  addedAt: z.string(),
  /** Confirmed links that were made on this computer. */
  links: z.array(MetricLink),
  /** Unsettled link and unlink changes. */
  waiting: z.number().int(),
  /** Unsettled and rejected changes, one entry per goal, oldest first. */
  pending: z.array(PendingLink),
  /** Absent: nothing was decided or written about it on this computer. */
  triage: TriageMarks.optional(),
})
export type Metric = z.infer<typeof Metric>

const ofMetric = z.strictObject({ workspace: WorkspaceRef, metricId })

export const metrics = {
  list: query(z.strictObject({ workspace: WorkspaceRef }), z.array(Metric)),
  /** Adds a metric to the register or renames it. */
  save: command(z.strictObject({ ...ofMetric.shape, label }), z.null()),
  /** Removes it from the register. The service and the ledger do not change. */
  remove: command(ofMetric, z.null()),
  /** Queued while the service cannot be reached, since linking later means the same. Refusals are thrown. */
  relate: command(
    z.strictObject({
      ...ofMetric.shape,
      action: MetricAction,
      outcomeIds: z.array(z.uuid('Enter a UUID.')).min(1, chooseGoal).max(mostGoals),
    }),
    z.object({ changeId: z.string(), state: z.enum(['done', 'waiting', 'unknown']), error: ErrorReport.nullable() }),
    { changesService: true },
  ),
}
