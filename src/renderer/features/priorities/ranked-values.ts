// Values of ranked records in an export, besides those of the library.
import type { ExportedRanking } from '../../../contract/features/export'
import { rank, parts as theParts } from '../../../contract/features/priorities'
import type { ModelChoice, RankedRecords } from './use-priorities'

/** Ranks again, which takes some milliseconds: rows exist only for those on screen. */
export function rankedValues(
  { atOf, values }: Pick<RankedRecords, 'atOf' | 'values'>,
  { model: { name, weights }, isChanged }: Pick<ModelChoice, 'model' | 'isChanged'>,
  ids: readonly string[],
): ExportedRanking {
  const { ranks, scores } = rank(values, { weights })
  const places = ids.map((id) => atOf(id) ?? -1)
  const parts = theParts.map((part) => [part, Float64Array.from(places, (place) => values[part][place] ?? Number.NaN)])
  return {
    place: Int32Array.from(places, (place) => ranks[place] ?? 0),
    score: Float64Array.from(places, (place) => scores[place] ?? 0),
    parts: Object.fromEntries(parts) as ExportedRanking['parts'],
    by: { model: name, isChanged, weights },
  }
}
