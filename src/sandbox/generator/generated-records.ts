// Records of a generated workspace. Each is computed from its place alone and never stored.

import type { Feedback } from '../../contract/resources/feedback'
import {
  Author,
  type Opportunity,
  OpportunityStatus,
  SolutionsGeneratingState,
} from '../../contract/resources/opportunity'
import type { Outcome } from '../../contract/resources/outcome'
import { AiProcessingState, Horizon, type Solution, SolutionStatus } from '../../contract/resources/solution'
import { orderKey } from '../seed/order-keys'
import { generatedId, mixed } from './generated-ids'
import { consequenceFrom, descriptionFrom, nameFrom, phraseFrom, quoteFrom, sources } from './phrases'

const dayMs = 86_400_000
/** Age limit of generated records, in days. */
const spanDays = 180

const chosen = <T>(list: readonly T[], bits: number): T => list[bits % list.length] as T
const decimals = (bits: number, scale: number) => (bits % (scale + 1)) / scale

/** Timestamps in either form, chosen by the last bit, at instants before `midnight`. */
export function datesFrom(bits: number, midnight: number) {
  const age = (bits % (spanDays * 1000)) / 1000
  const created = Math.floor(midnight - age * dayMs) - 1
  const updated = Math.floor(midnight - (age * ((bits >>> 8) % 100) * dayMs) / 100) - 1
  const text = (instant: number) => {
    const iso = new Date(instant).toISOString()
    return bits % 2 === 0 ? iso : `${iso.slice(0, 19)}Z`
  }
  return { created, createdAt: text(created), updatedAt: text(updated) }
}

const timestamps = (bits: number, midnight: number) => {
  const { createdAt, updatedAt } = datesFrom(bits, midnight)
  return { createdAt, updatedAt }
}

export function generatedOpportunity(place: number, midnight: number): Opportunity {
  const bits = mixed(101, place)
  return {
    id: generatedId('opportunity', place),
    read: bits % 3 !== 0,
    status: chosen(OpportunityStatus.options, bits >>> 3),
    title: `${nameFrom(bits)} (${place + 1})`,
    description: consequenceFrom(bits),
    solutionsGeneratingState: chosen(SolutionsGeneratingState.options, bits >>> 6),
    createdBy: chosen(Author.options, bits >>> 9),
    hideContent: bits % 50 === 0,
    ...timestamps(bits, midnight),
  }
}

export function generatedSolution(place: number, midnight: number): Solution {
  const bits = mixed(102, place)
  return {
    id: generatedId('solution', place),
    aiProcessingState: chosen(AiProcessingState.options, bits >>> 2),
    refinementLog: Array.from({ length: bits % 5 === 0 ? 2 : 0 }, (_, line) => ({
      id: generatedId('refinement', place * 4 + line),
      role: line % 2 === 0 ? 'user' : 'assistant',
      content: quoteFrom(mixed(bits, line)),
    })),
    title: `${nameFrom(bits)} (${place + 1})`,
    description: consequenceFrom(bits),
    status: chosen(SolutionStatus.options, bits >>> 4),
    pros: [phraseFrom(bits)],
    cons: bits % 2 === 0 ? [phraseFrom(bits >>> 5)] : [],
    hideContent: false,
    createdBy: chosen(Author.options, bits >>> 9),
    ...timestamps(bits, midnight),
    priority: orderKey(place),
    prd: bits % 8 === 0 ? `## What changes\n- ${descriptionFrom(mixed(bits, 1))}` : '',
    horizon: chosen([...Horizon.options, undefined], bits >>> 13),
  }
}

export function generatedOutcome(place: number, midnight: number): Outcome {
  const bits = mixed(103, place)
  return {
    id: generatedId('outcome', place),
    title: `${nameFrom(bits)} (${place + 1})`,
    description: consequenceFrom(bits),
    priority: (place % 9) + 1,
    trend: bits % 3 === 0 ? undefined : decimals(bits >>> 4, 200) - 0.5,
    hideContent: false,
    ...timestamps(bits, midnight),
  }
}

export function generatedFeedback(place: number, midnight: number): Feedback {
  const bits = mixed(104, place)
  const { created, createdAt } = datesFrom(bits, midnight)
  const score = decimals(bits >>> 5, 200) * 2 - 1
  const mood = score > 0.25 ? 'Positive' : score < -0.25 ? 'Negative' : 'Neutral'
  return {
    id: generatedId('feedback', place),
    content: quoteFrom(bits),
    source: chosen(sources, bits >>> 3),
    processed: true,
    sentimentScore: Math.round(score * 100) / 100,
    sentimentCategory: mood,
    sentimentConfidence: 0.5 + decimals(bits >>> 9, 100) / 2,
    createdAt,
    createdAtEpoch: Math.floor(created / 1000),
    updatedAt: createdAt,
  }
}
