// Prioritise: the figures of every insight, opportunity, goal or solution, and their ranking by a scoring model. The
// library hands over one typed array for each part; ranking is pure and done in the page, so that moving a weight
// over 100,000 insights is instant.
// Models and decisions are kept in the library of this computer, never sent to the service.
import { z } from 'zod'
import { command, query } from '../call'
import { withMinus } from '../figures'
import { mostAtOnce } from '../limits'
import { WorkspaceRef } from '../workspace'
import { recentDays } from './feedback'
import { atMost, enterName } from './field-words'
import { Instant } from './listing'
import { fewestRated, isUnhappy } from './needs'
import { moveOf } from './news'
import { typedNote } from './triage'

export const PrioritisedKind = z.enum(['opportunity', 'outcome', 'solution', 'insight'])
export type PrioritisedKind = z.infer<typeof PrioritisedKind>

/**
 * The parts of a score. All are about the insights that carry the record, and the feedback of those. An insight
 * stands for itself: its own scores, its own feedback, 0 or 1 unseen, and the first of its goals.
 */
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

/** Their names in the page and exported files. */
export const partNames: Readonly<Record<Part, string>> = {
  strongest: 'Top score',
  combined: 'Average score',
  strength: 'Average strength',
  momentum: 'Average momentum',
  insights: 'Insights',
  unseen: 'Unseen share',
  feedback: 'Feedback',
  recent: `Feedback in the last ${recentDays} days`,
  sentiment: 'Average sentiment',
  goal: 'Goal priority',
}

const strongestWeight = 100
export const Weight = z.number().int().min(-strongestWeight).max(strongestWeight)
/** Below zero, lower values count more. */
export const Weights = z.record(Part, Weight)
export type Weights = z.infer<typeof Weights>

const ModelId = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const longestModelName = 60
export const mostModels = 50

export const ScoringModel = z.strictObject({
  id: ModelId,
  /** Unique in a workspace, presets included, regardless of case. */
  name: z.string().trim().min(1, enterName).max(longestModelName, atMost(longestModelName)),
  weights: Weights,
})
export type ScoringModel = z.infer<typeof ScoringModel>

/** The heaviest first, those that don't count last. */
export const byWeight = (weights: Weights): readonly Part[] =>
  parts.toSorted((one, other) => Math.abs(weights[other]) - Math.abs(weights[one]))

/** As text, with the minus sign of figures. */
export const weightText = (weight: number) => withMinus(String(weight))

export const noWeights = Object.fromEntries(parts.map((part) => [part, 0])) as Weights

/** Present in every workspace. Can be copied, not changed. */
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

/**
 * All records of a kind, each at the same place in every field. Typed arrays and joined texts cross the processes in one
 * piece, 100,000 objects one by one.
 */
export const PriorityRows = z.object({
  /** One on each line; empty: no records. */
  ids: z.string(),
  /** For insights, their types; goals have none. */
  statuses: z.array(z.string()),
  /** Place in `statuses`, plus 1; 0: none. */
  status: z.instanceof(Uint16Array),
  /** NaN: unknown, as without any feedback. */
  parts: z.record(Part, z.instanceof(Float64Array)),
})
export type PriorityRows = z.infer<typeof PriorityRows>

/** Separate from the figures, which are smaller and arrive sooner. */
export const PriorityTitles = z.object({
  /** One on each line. */
  ids: z.string(),
  titles: z.string(),
  /** 1: hidden. */
  hidden: z.instanceof(Uint8Array),
})
export type PriorityTitles = z.infer<typeof PriorityTitles>

const Heard = z.object({
  /** Different pieces of feedback. */
  feedback: z.number().int(),
  /** Pieces whose sentiment is known, and the negative ones of those. */
  rated: z.number().int(),
  negative: z.number().int(),
})

/** Evidence newer than a decision of *now* or *not now*, from the insights that carried its record then and carry it now. */
export const SinceDecided = z.object({
  id: z.string(),
  /** Date of the decision compared with: another may have been made since. */
  decidedAt: z.string(),
  /** Feedback written after the decision, or in no insight that carried the record at the last sync before it. */
  later: Heard,
  /** All other feedback. */
  earlier: Heard,
  /** Greatest combined score of the insights that carried it at the last sync before the decision, and of those now; null: unknown. */
  strongestThen: z.number().nullable(),
  strongestNow: z.number().nullable(),
})
export type SinceDecided = z.infer<typeof SinceDecided>

export const DecidedRecord = z.object({
  id: z.string(),
  decision: Decision.nullable(),
  /** ISO 8601, UTC; null: no decision, or one from before the app wrote it down. */
  decidedAt: z.string().nullable(),
  note: z.string(),
})
export type DecidedRecord = z.infer<typeof DecidedRecord>

/** One part of one record's score. */
export interface ScoredPart {
  /** null: unknown, which counts as 0. */
  readonly value: number | null
  /** 0 to 1 among the records of the ranking, already inverted where the weight is below zero. */
  readonly normalised: number
  readonly weight: number
  /** Points of the score. */
  readonly contribution: number
}

export type PartValues = PriorityRows['parts']

export interface Ranking {
  readonly weights: Weights
  readonly values: PartValues
  readonly scales: Readonly<Record<Part, Scale>>
  /** By place of the record in `values`: 0 to 100. */
  readonly scores: Float64Array
  /** By place of the record in `values`: 1 for the highest score; equal scores share a rank. */
  readonly ranks: Int32Array
  /** By place of the record in `values`: the last rank of its equals if each had a rank of its own. */
  readonly lasts: Int32Array
  /** Places, the highest score first, equal ones in their original order. */
  readonly order: Int32Array
}

/** The values of a part that map to 0 and 1. */
interface Scale {
  readonly from: number
  readonly to: number
}

/**
 * The scale runs from zero to the greatest value, so that a record without any is at 0 and twice as much counts twice.
 * Sentiment has a scale of its own, and the first place counts most.
 */
function scaleOf(part: Part, values: Float64Array): Scale {
  if (part === 'sentiment') return { from: -1, to: 1 }
  let greatest = 0
  for (let place = 0; place < values.length; place += 1) greatest = Math.max(greatest, values[place] || 0)
  if (part === 'goal') return { from: greatest + 1, to: 1 }
  return { from: 0, to: greatest }
}

function normalise(value: number, { from, to }: Scale, isTurned: boolean): number {
  if (Number.isNaN(value) || from === to) return 0
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return isTurned ? 1 - share : share
}

const totalWeight = (weights: Weights) => parts.reduce((sum, part) => sum + Math.abs(weights[part]), 0)

/** Takes some milliseconds for 100,000 records. */
export function rank(values: PartValues, { weights }: Pick<ScoringModel, 'weights'>): Ranking {
  const total = totalWeight(weights)
  const scores = new Float64Array(values.strongest.length)
  const scales = Object.fromEntries(parts.map((part) => [part, scaleOf(part, values[part])])) as Record<Part, Scale>
  for (const part of parts) {
    const weight = weights[part]
    if (weight === 0) continue
    const [column, scale] = [values[part], scales[part]]
    for (let place = 0; place < scores.length; place += 1) {
      const points = (normalise(column[place] ?? Number.NaN, scale, weight < 0) * Math.abs(weight) * 100) / total
      scores[place] = (scores[place] ?? 0) + points
    }
  }
  return { weights, values, scales, scores, ...ordered(scores) }
}

/** Precision of comparing scores, in parts of a point: sums of the same parts in another order differ in the last digits. */
const comparedParts = 10_000_000
const digitBits = 16

/** A radix sort in two passes over the halves of a whole number; a comparison sort takes ten times as long. */
function ordered(scores: Float64Array): Pick<Ranking, 'order' | 'ranks' | 'lasts'> {
  // The higher the score, the lower the key.
  const keys = new Uint32Array(scores.length)
  for (let place = 0; place < keys.length; place += 1) {
    keys[place] = 100 * comparedParts - Math.round((scores[place] ?? 0) * comparedParts)
  }
  const byLow = passOf(keys, null, 0)
  const order = passOf(keys, byLow, digitBits)
  const ranks = new Int32Array(scores.length)
  let [rankNow, last] = [0, -1]
  for (let index = 0; index < order.length; index += 1) {
    const place = order[index] ?? 0
    const key = keys[place] ?? 0
    if (key !== last) rankNow = index + 1
    last = key
    ranks[place] = rankNow
  }
  const lasts = new Int32Array(scores.length)
  let lastNow = order.length
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const place = order[index] ?? 0
    lasts[place] = lastNow
    if (ranks[place] === index + 1) lastNow = index
  }
  return { order, ranks, lasts }
}

/** Sorts places by one half of their keys, equal ones as in `before`; null: from the first to the last. */
function passOf(keys: Uint32Array, before: Int32Array | null, shift: number): Int32Array {
  const size = 1 << digitBits
  const next = new Uint32Array(size + 1)
  for (let place = 0; place < keys.length; place += 1) {
    const digit = ((keys[place] ?? 0) >>> shift) & (size - 1)
    next[digit + 1] = (next[digit + 1] ?? 0) + 1
  }
  for (let digit = 1; digit < next.length; digit += 1) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0)
  const order = new Int32Array(keys.length)
  for (let index = 0; index < keys.length; index += 1) {
    const place = before === null ? index : (before[index] ?? 0)
    const digit = ((keys[place] ?? 0) >>> shift) & (size - 1)
    const to = next[digit] ?? 0
    order[to] = place
    next[digit] = to + 1
  }
  return order
}

/** Returns the parts of one record's score. */
export function scoredParts({ weights, values, scales }: Ranking, place: number): Readonly<Record<Part, ScoredPart>> {
  const total = totalWeight(weights)
  const entries = parts.map((part): [Part, ScoredPart] => {
    const [value, weight] = [values[part][place] ?? Number.NaN, weights[part]]
    const normalised = normalise(value, scales[part], weight < 0)
    const contribution = total === 0 ? 0 : (normalised * Math.abs(weight) * 100) / total
    return [part, { value: Number.isNaN(value) ? null : value, normalised, weight, contribution }]
  })
  return Object.fromEntries(entries) as Record<Part, ScoredPart>
}

/** With fewer records, a fifth says little. */
const fewestJudged = 5

/** `since`: null where it is unknown. */
export type Judged = Pick<DecidedRecord, 'decision' | 'decidedAt'> & {
  readonly since: Omit<SinceDecided, 'id' | 'decidedAt'> | null
}

/** Whether feedback grew by at least `fewestRated` pieces, and by a fifth of the earlier ones. */
const hasGrown = ({ later, earlier }: Pick<SinceDecided, 'later' | 'earlier'>) =>
  later.feedback >= fewestRated && later.feedback * 5 >= earlier.feedback

/** The signs that contradict a decision, each by itself. */
export type ContradictionSign =
  /**
   * “Not now” ranks in the top fifth or “Now” in the bottom half, some evidence is newer than the decision, and the top
   * score hasn't moved the way of the decision since, however little.
   */
  | 'rank'
  /** The top score rose noticeably since “Not now”, or fell since “Now”. */
  | 'score'
  /** Since “Not now” its feedback grew by a fifth or more. */
  | 'feedback'
  /** Since “Now” its feedback is mostly negative, as it was not before: what has always been a complaint is no news. */
  | 'sentiment'

interface RankAmong {
  readonly place: number
  /** The last place that it shares with its equals: where many are equal, none of them is in the top fifth. */
  readonly last: number
  readonly total: number
}

function isRankedAgainst(decision: 'now' | 'notNow', { place, last, total }: RankAmong): boolean {
  if (total < fewestJudged) return false
  return decision === 'now' ? place > Math.ceil(total / 2) : last <= Math.ceil(total / 5)
}

/**
 * Returns why evidence newer than a decision contradicts it; none: it doesn't. Older evidence was part of the decision,
 * whatever the rank. Where the date of the decision is unknown, the rank alone counts.
 */
export function contradictionSigns(
  { decision, decidedAt, since }: Judged,
  rank: RankAmong,
): readonly ContradictionSign[] {
  if (decision !== 'now' && decision !== 'notNow') return []
  const isAgainst = isRankedAgainst(decision, rank)
  if (since === null) return isAgainst && decidedAt === null ? ['rank'] : []
  const moved = moveOf(since.strongestThen, since.strongestNow)
  const isNewer = since.later.feedback > 0 || moved !== null
  const rise = (since.strongestNow ?? 0) - (since.strongestThen ?? since.strongestNow ?? 0)
  const isBorneOut = decision === 'now' ? rise > 0 : rise < 0
  const signs: readonly (readonly [ContradictionSign, boolean])[] = [
    ['rank', isAgainst && isNewer && !isBorneOut],
    ['score', moved === (decision === 'now' ? 'fading' : 'rising')],
    ['feedback', decision === 'notNow' && hasGrown(since)],
    ['sentiment', decision === 'now' && isUnhappy(since.later) && !isUnhappy(since.earlier)],
  ]
  return signs.flatMap(([sign, isSo]) => (isSo ? [sign] : []))
}

const ofWorkspace = { workspace: WorkspaceRef }
const ofKind = z.strictObject({ ...ofWorkspace, kind: PrioritisedKind })
const Id = z.string().min(1).max(200)
/** More than a screen shows. */
export const mostTitles = 100

const Ids = z.array(Id).min(1).max(mostAtOnce)

const Made = z.strictObject({ decision: Decision.nullable(), decidedAt: Instant.nullable() })
export type Made = z.infer<typeof Made>

/** `before`: the earlier decisions. `made`: the one that replaced them. */
const Undone = z.strictObject({
  made: Made,
  before: z
    .array(Made.extend({ ids: Ids }))
    .refine((groups) => groups.reduce((sum, { ids }) => sum + ids.length, 0) <= mostAtOnce, {
      message: `You can decide on up to ${mostAtOnce} records at a time.`,
    }),
})

export const priorities = {
  /** Every record of the kind, in no order. */
  rows: query(ofKind, PriorityRows),
  /** @param ids of the records whose titles are wanted; absent: of all */
  titles: query(
    z.strictObject({ ...ofWorkspace, kind: PrioritisedKind, ids: z.array(Id).max(mostTitles).optional() }),
    PriorityTitles,
  ),
  /** Records with a decision or a note, also those that are gone. */
  decisions: query(ofKind, z.array(DecidedRecord)),
  /** Only existing records. Separate from the decisions, which arrive sooner: this goes through the evidence of each. */
  since: query(ofKind, z.array(SinceDecided)),
  /** The person's own, in the order in which they were made. */
  models: query(z.strictObject(ofWorkspace), z.array(ScoringModel)),
  /** Adds a model or replaces the one of that id. Throws INVALID_INPUT on `name` when another one has it. */
  saveModel: command(z.strictObject({ ...ofWorkspace, model: ScoringModel }), z.null()),
  removeModel: command(z.strictObject({ ...ofWorkspace, id: ModelId }), z.null()),
  /** null withdraws the decision; the note stays. Returns the input for `restore`. */
  decide: command(
    z.strictObject({ ...ofKind.shape, ids: Ids, decision: Decision.nullable() }),
    z.object({ undo: Undone }),
  ),
  /** Puts decisions back with their dates. A record with a newer decision is left alone; `restored` counts the others. */
  restore: command(z.strictObject({ ...ofKind.shape, ...Undone.shape }), z.object({ restored: z.number().int() })),
  setNote: command(z.strictObject({ ...ofKind.shape, id: Id, ...typedNote }), z.null()),
}
