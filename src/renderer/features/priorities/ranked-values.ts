// What an export says of ranked records beside what the library knows of them.
import type { Ranked } from '../../../contract/features/export'
import { rank, type ScoringModel, parts as theParts } from '../../../contract/features/priorities'
import type { RankedRecords } from './use-priorities'

/** Ranked anew, which takes some milliseconds: rows are made for those on screen only. */
export function rankedValues(
  { atOf, values }: Pick<RankedRecords, 'atOf' | 'values'>,
  { weights }: Pick<ScoringModel, 'weights'>,
  ids: readonly string[],
): Ranked {
  const { ranks, scores } = rank(values, { weights })
  const places = ids.map((id) => atOf(id) ?? -1)
  const parts = theParts.map((part) => [part, Float64Array.from(places, (place) => values[part][place] ?? Number.NaN)])
  return {
    place: Int32Array.from(places, (place) => ranks[place] ?? 0),
    score: Float64Array.from(places, (place) => scores[place] ?? 0),
    parts: Object.fromEntries(parts) as Ranked['parts'],
  }
}
