// Triage: a person's own decisions and notes about a record. Kept in the library of this computer, never
// sent to the service, so it works offline and while editing is locked.
import { z } from 'zod'
import { command, query } from '../call'
import { longestJoined, mostAtOnce, mostSent, noticeable } from '../limits'
import { Instant, LocalDate, ofRecord } from './listing'

/** Every kind of record can have a note and labels. */
export const TriagedKind = z.enum([
  'insight',
  'opportunity',
  'solution',
  'outcome',
  'feedback',
  'knowledge',
  'topic',
  'metric',
])
export type TriagedKind = z.infer<typeof TriagedKind>

/** `open` until the person decides; a snooze ends as `open`. */
export const TriageStatus = z.enum(['open', 'reviewed', 'snoozed'])
export type TriageStatus = z.infer<typeof TriageStatus>

/**
 * A decision replaces the one before. `until`: a day, as it begins wherever the person is by then. null: until a sync
 * brings another score or other feedback, as `endsSnooze` says; that is for insights only.
 */
export const TriageDecision = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('open') }),
  z.strictObject({ status: z.literal('reviewed') }),
  z.strictObject({ status: z.literal('snoozed'), until: LocalDate.nullable() }),
])
export type TriageDecision = z.infer<typeof TriageDecision>

const longestLabel = 60
const Label = z.string().trim().min(1).max(longestLabel)

/** Moving a library from memory to its file joins the values of both, which the person can go on editing. */
const Labels = z.array(Label).max(200)
const JoinedNote = z.string().max(longestJoined)

export const Triage = z.object({
  status: TriageStatus,
  /** Date of the decision: ISO 8601, UTC. null while open. */
  decidedAt: z.string().nullable(),
  /** The day on which a snooze ends: "2026-11-23". */
  until: z.string().nullable(),
  note: z.string(),
  /** In the order in which they were given, each once. */
  labels: z.array(z.string()),
})
export type Triage = z.infer<typeof Triage>

/** The part that lists show. */
export const TriageMarks = z.object({ status: TriageStatus, hasNote: z.boolean(), labels: z.array(z.string()) })
export type TriageMarks = z.infer<typeof TriageMarks>

/** Values that a snooze until a change is compared with. */
export interface SnoozeBasis {
  /** Combined score. */
  readonly score: number | null
  readonly feedbackIds: readonly string[]
}

/** Whether an insight differs enough from its state when snoozed. A score moves by the rule of What changed. */
export function endsSnooze(before: SnoozeBasis, now: SnoozeBasis): boolean {
  const known = new Set(before.feedbackIds)
  if (known.size !== now.feedbackIds.length || now.feedbackIds.some((id) => !known.has(id))) return true
  if (before.score === null || now.score === null) return before.score !== now.score
  // Floating point must not decide about a round number.
  const moved = Math.abs(now.score - before.score) + 1e-9
  return moved >= noticeable.points && moved >= noticeable.share * Math.abs(before.score)
}

/** Features to read again after a decision. */
export const showDecisions = [
  'insights',
  'opportunities',
  'outcomes',
  'solutions',
  'feedback',
  'knowledge',
  'topics',
  'metrics',
  'triage',
] as const

const Ids = z.array(z.string()).min(1).max(mostAtOnce)

/** Date and basis of an earlier decision that is restored. `basis` null: unknown until the next sync. */
const MadeBefore = z.strictObject({
  decidedAt: Instant.nullable(),
  basis: z.strictObject({ score: z.number().nullable(), feedbackIds: z.array(z.string()) }).nullable(),
})
export type MadeBefore = z.infer<typeof MadeBefore>

/** `from`: only where this is still the decision; null = any. */
const Decisions = z
  .array(
    z.strictObject({
      ids: Ids,
      decision: TriageDecision,
      from: TriageDecision.nullable(),
      before: MadeBefore.optional(),
    }),
  )
  .max(mostAtOnce)
export type Decisions = z.infer<typeof Decisions>

const Labelling = z.array(z.strictObject({ ids: Ids, add: Labels, remove: Labels })).max(mostAtOnce)
export type Labelling = z.infer<typeof Labelling>

const ofTriaged = z.strictObject({ ...ofRecord.shape, kind: TriagedKind })

/**
 * A note as it is typed. `began`: the content of the field before typing. `sent`: the notes of saves since then that failed,
 * as each may have arrived all the same. The note replaces any of them, and is joined to any other note that the library
 * has by now, which the person never saw.
 */
export const typedNote = {
  note: JoinedNote,
  began: JoinedNote,
  sent: z.array(JoinedNote).max(mostSent).optional(),
}

export const triage = {
  /** Returns open, without note and labels, for a record that is unknown or that nobody has triaged. */
  get: query(ofTriaged, Triage),
  /** Labels in use in the workspace, by name, with the number of records of each. */
  labels: query(
    z.strictObject({ workspace: ofRecord.shape.workspace }),
    z.array(z.object({ label: z.string(), records: z.number().int() })),
  ),
  /** Which of these records the workspace still has, in any order. */
  existing: query(
    z.strictObject({ workspace: ofRecord.shape.workspace, kind: TriagedKind, ids: Ids }),
    z.array(z.string()),
  ),
  decide: command(
    z
      .strictObject({ ...ofTriaged.shape, decision: TriageDecision })
      .refine(({ kind, decision }) => kind === 'insight' || decision.status !== 'snoozed' || decision.until !== null, {
        message: 'Only insights can be snoozed until their score changes.',
      }),
    z.null(),
  ),
  /** All or none, in one step. Returns the input that undoes it, which leaves newer decisions alone. */
  decideAll: command(
    z
      .strictObject({ workspace: ofRecord.shape.workspace, kind: TriagedKind, decisions: Decisions })
      .refine(
        ({ kind, decisions }) =>
          kind === 'insight' ||
          decisions.every(({ decision }) => decision.status !== 'snoozed' || decision.until !== null),
        { message: 'Only insights can be snoozed until their score changes.' },
      ),
    z.object({ undo: Decisions }),
  ),
  /** Likewise. A record at the limit of labels gets no more; `full` counts those. */
  labelAll: command(
    z.strictObject({ workspace: ofRecord.shape.workspace, kind: TriagedKind, changes: Labelling }),
    z.object({ undo: Labelling, full: z.number().int() }),
  ),
  setNote: command(z.strictObject({ ...ofTriaged.shape, ...typedNote }), z.null()),
}
