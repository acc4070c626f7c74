// Prioritise: what is known of every opportunity, goal or solution, and the ranking that a scoring model makes of it.
// The library reads the figures; ranking is pure and done by whoever shows it, so that moving a weight is instant.
// Models and decisions are kept in the library of this computer, never sent to the service.
import { z } from 'zod'
import { command, query } from '../call'
import { mostAtOnce } from '../limits'
import { WorkspaceRef } from '../workspace'
import { Note } from './triage'

export const PrioritisedKind = z.enum(['opportunity', 'outcome', 'solution'])
export type PrioritisedKind = z.infer<typeof PrioritisedKind>

/** What a record is scored by. All of it is about the insights that carry the record, and the feedback of those. */
export const Part = z.enum([
  /** Greatest combined score. */
  'strongest',
  /** Means of the scores that its insights have. */
  'combined',
  'strength',
  'momentum',
  'insights',
  /** Share of its insights that nobody has seen, 0 to 1. */
  'unseen',
  /** Different pieces of feedback. */
  'feedback',
  /** The same, written in the last `recentDays` days. */
  'recent',
  /** Mean of its feedback, -1 to 1. */
  'sentiment',
  /** Place of a goal by priority, 1 being the first; of another record, the best place among the goals it shares an insight with. */
  'goal',
])
export type Part = z.infer<typeof Part>
export const parts = Part.options

const strongestWeight = 100
export const Weight = z.number().int().min(-strongestWeight).max(strongestWeight)
/** Below zero, the lowest value counts most. */
export const Weights = z.record(Part, Weight)
export type Weights = z.infer<typeof Weights>

const ModelId = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const longestModelName = 60
export const mostModels = 50

export const ScoringModel = z.strictObject({
  id: ModelId,
  /** Each once in a workspace, presets included, whatever its case. */
  name: z.string().trim().min(1, 'Enter a name.').max(longestModelName, 'Use at most 60 characters.'),
  weights: Weights,
})
export type ScoringModel = z.infer<typeof ScoringModel>

export const noWeights = Object.fromEntries(parts.map((part) => [part, 0])) as Weights

/** In every workspace. They can be copied, not changed. */
export const presets = [
  {
    id: 'evidence-first',
    name: 'Evidence first',
    weights: { ...noWeights, strongest: 40, strength: 30, feedback: 20, insights: 10 },
  },
  {
    id: 'rising-now',
    name: 'Rising now',
    weights: { ...noWeights, momentum: 50, recent: 30, unseen: 20 },
  },
  {
    id: 'unhappy-customers',
    name: 'Unhappy customers',
    weights: { ...noWeights, sentiment: -50, feedback: 30, recent: 20 },
  },
] as const satisfies readonly ScoringModel[]

export const Decision = z.enum(['now', 'next', 'later', 'notNow'])
export type Decision = z.infer<typeof Decision>

export const decisionWords: Readonly<Record<Decision, string>> = {
  now: 'Now',
  next: 'Next',
  later: 'Later',
  notNow: 'Not now',
}

export const PriorityRow = z.object({
  id: z.string(),
  title: z.string(),
  hideContent: z.boolean(),
  /** null: goals have none. */
  status: z.string().nullable(),
  /** null: unknown, as without any feedback. */
  parts: z.record(Part, z.number().nullable()),
  decision: Decision.nullable(),
  /** ISO 8601, UTC; null: no decision, or one from before the app wrote it down. */
  decidedAt: z.string().nullable(),
  note: z.string(),
})
export type PriorityRow = z.infer<typeof PriorityRow>

/** One part of one record's score. */
export interface ScoredPart {
  /** null: unknown, which counts as 0. */
  readonly value: number | null
  /** 0 to 1 among the records of the ranking, already turned round where the weight is below zero. */
  readonly normalised: number
  readonly weight: number
  /** Points of the score. */
  readonly contribution: number
}

export type Scored<Row> = Row & {
  /** 0 to 100. */
  readonly score: number
  /** 1 for the highest score; equal scores share a place. */
  readonly place: number
  readonly scored: Readonly<Record<Part, ScoredPart>>
}

type Ranked = Pick<PriorityRow, 'id' | 'parts'>

/** Values of a part that stand for 0 and 1. */
interface Scale {
  readonly from: number
  readonly to: number
}

/**
 * From zero to the greatest value, so that a record without any stands at 0 and twice as much counts twice. Sentiment has
 * a scale of its own, and of places the first one counts most.
 */
function scaleOf(part: Part, rows: readonly Ranked[]): Scale {
  if (part === 'sentiment') return { from: -1, to: 1 }
  const greatest = rows.reduce((most, row) => Math.max(most, row.parts[part] ?? 0), 0)
  if (part === 'goal') return { from: greatest + 1, to: 1 }
  return { from: 0, to: greatest }
}

function normalise(value: number | null, { from, to }: Scale, isTurned: boolean): number {
  if (value === null || from === to) return 0
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return isTurned ? 1 - share : share
}

/** The highest score first, equal ones in the order in which they came. */
export function rank<Row extends Ranked>(
  rows: readonly Row[],
  { weights }: Pick<ScoringModel, 'weights'>,
): readonly Scored<Row>[] {
  const total = parts.reduce((sum, part) => sum + Math.abs(weights[part]), 0)
  const scales = parts.map((part) => scaleOf(part, rows))
  const scored = rows.map((row) => {
    const entries = parts.map((part, index): [Part, ScoredPart] => {
      const [value, weight] = [row.parts[part], weights[part]]
      const normalised = normalise(value, scales[index] ?? { from: 0, to: 0 }, weight < 0)
      const contribution = total === 0 ? 0 : (normalised * Math.abs(weight) * 100) / total
      return [part, { value, normalised, weight, contribution }]
    })
    const score = entries.reduce((sum, [, { contribution }]) => sum + contribution, 0)
    return { ...row, score, place: 0, scored: Object.fromEntries(entries) as Record<Part, ScoredPart> }
  })
  scored.sort((one, other) => other.score - one.score)
  let [place, last] = [1, scored[0]?.score]
  return scored.map((row, index) => {
    // Sums of the same parts in another order differ in the last digits.
    if (last !== undefined && last - row.score > 1e-9) place = index + 1
    last = row.score
    return { ...row, place }
  })
}

/** Of fewer records a fifth says little. */
const fewestJudged = 5

/** Why a decision does not fit its record's place among so many; null: it does. */
export function contradiction(decision: Decision | null, place: number, total: number): string | null {
  if (total < fewestJudged) return null
  if (decision === 'notNow' && place <= Math.ceil(total / 5)) {
    return `Decided “Not now”, but it ranks ${place} of ${total}: in the top fifth.`
  }
  if (decision === 'now' && place > Math.ceil(total / 2)) {
    return `Decided “Now”, but it ranks ${place} of ${total}: in the bottom half.`
  }
  return null
}

const ofWorkspace = { workspace: WorkspaceRef }
const Id = z.string().min(1).max(200)

export const priorities = {
  /** Every record of the kind, in no order. */
  rows: query(z.strictObject({ ...ofWorkspace, kind: PrioritisedKind }), z.array(PriorityRow)),
  /** The person's own, in the order in which they were made. */
  models: query(z.strictObject(ofWorkspace), z.array(ScoringModel)),
  /** Adds a model or replaces the one of that id. Throws INVALID_INPUT on `name` when another one has it. */
  saveModel: command(z.strictObject({ ...ofWorkspace, model: ScoringModel }), z.null()),
  removeModel: command(z.strictObject({ ...ofWorkspace, id: ModelId }), z.null()),
  /** null takes the decision back; the note stays. */
  decide: command(
    z.strictObject({
      ...ofWorkspace,
      kind: PrioritisedKind,
      ids: z.array(Id).min(1).max(mostAtOnce),
      decision: Decision.nullable(),
    }),
    z.null(),
  ),
  setNote: command(z.strictObject({ ...ofWorkspace, kind: PrioritisedKind, id: Id, note: Note }), z.null()),
}
