// Metrics: the service lists none and says nothing of what is linked to one, so this is a register of the person's own
// and a ledger of what was linked from this machine.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { MetricAction } from '../service'
import { WorkspaceRef } from '../workspace'
import { ChangeState } from './activity'

const metricId = z.string().trim().min(1).max(200)
const label = z.string().trim().max(200)

export const MetricLink = z.object({
  outcomeId: z.string(),
  /** null: no insight carries the goal, so its title is not known here. */
  title: z.string().nullable(),
  hideContent: z.boolean(),
  linkedAt: z.string(),
})

/** A change of one goal's link that the service has not confirmed. */
export const PendingLink = z.object({
  changeId: z.string(),
  action: MetricAction,
  outcomeId: z.string(),
  /** null: not known here, as above. */
  title: z.string().nullable(),
  hideContent: z.boolean(),
  state: ChangeState,
})
export type PendingLink = z.infer<typeof PendingLink>

export const Metric = z.object({
  metricId: z.string(),
  label: z.string(),
  addedAt: z.string(),
  /** As far as done from this machine and confirmed. */
  links: z.array(MetricLink),
  /** Link and unlink changes on their way. */
  waiting: z.number().int(),
  /** Those and the refused ones, goal by goal; oldest first. */
  pending: z.array(PendingLink),
})
export type Metric = z.infer<typeof Metric>

const ofMetric = z.strictObject({ workspace: WorkspaceRef, metricId })

export const metrics = {
  list: query(z.strictObject({ workspace: WorkspaceRef }), z.array(Metric)),
  /** Adds to the register or changes the label. */
  save: command(z.strictObject({ ...ofMetric.shape, label }), z.null()),
  /** Takes it off the register; nothing changes at the service, and the ledger stays. */
  remove: command(ofMetric, z.null()),
  /** Queued when the service cannot be reached, as linking later means the same. Refusals are thrown. */
  relate: command(
    z.strictObject({
      ...ofMetric.shape,
      action: MetricAction,
      outcomeIds: z.array(z.uuid('A goal id is a UUID.')).min(1, 'Choose at least one goal.').max(500),
    }),
    z.object({ changeId: z.string(), state: z.enum(['done', 'waiting', 'unknown']), error: ErrorReport.nullable() }),
    { changesService: true },
  ),
}
