// Effects of a week, so that the sandbox looks like a live service: new insights come in and add feedback to older
// ones, some scores move, and a few insights vanish. Nothing is random: the same weeks have the same effects.
import { fractionOf } from '../seed/identifiers'
import type { StoredInsight, WorkspaceSource } from '../workspace'
import type { Moment } from './changes'

/** Shares of the insights that change in a week. */
const vanishing = 0.01
const rising = 0.05
const fading = 0.08
/** Of the insights that share an opportunity with a new one, the share that receives its feedback. */
const heard = 0.5

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** Changes momentum, as voices come in or stay away, but not strength. Weights as in the seed's scores. */
function withMomentum({ fields, ...related }: StoredInsight, factor: number, at: string): StoredInsight {
  const { strengthScore = 0, momentumScore = 0 } = fields
  const momentum = rounded(momentumScore * factor + (factor > 1 ? 0.4 : 0))
  const scores = { momentumScore: momentum, combinedScore: rounded(0.7 * strengthScore + 0.3 * momentum) }
  return { ...related, fields: { ...fields, ...scores, lastScoreCalculatedAt: at, updatedAt: at } }
}

/** Adds the feedback of arriving insights that share an opportunity. */
function withVoices(stored: StoredInsight, arriving: readonly StoredInsight[], at: string): StoredInsight {
  const voices = arriving
    .filter(({ opportunities }) => opportunities.some((id) => stored.opportunities.includes(id)))
    .flatMap(({ feedback }) => feedback)
  if (voices.length === 0) return stored
  const feedback = [...new Set([...stored.feedback, ...voices])]
  return { ...stored, fields: { ...stored.fields, updatedAt: at }, feedback }
}

type Arriving = WorkspaceSource['laterWeeks']

/** Undefined: no longer listed. @param weeks their ends, oldest first @param arriving insights that come in during each */
export function afterWeeks(
  stored: StoredInsight,
  weeks: readonly Moment[],
  arriving: Arriving,
): StoredInsight | undefined {
  let current = stored
  for (const [place, { at }] of weeks.entries()) {
    const chance = fractionOf(`week/${place}/${stored.fields.id}`)
    if (chance < vanishing) return undefined
    if (current.fields.combinedScore === undefined) continue
    if (chance < vanishing + rising) current = withMomentum(current, 1.5, at)
    else if (chance < vanishing + rising + fading) current = withMomentum(current, 0.3, at)
    else if (chance < vanishing + rising + fading + heard) current = withVoices(current, arriving[place] ?? [], at)
  }
  return current
}

/** The insights that came in during those weeks, as they are after the last of them. */
export function arrivedInsights({ laterWeeks }: WorkspaceSource, weeks: readonly Moment[]): StoredInsight[] {
  return weeks.flatMap(({ at, sequence }, place) =>
    (laterWeeks[place] ?? []).flatMap((stored) => {
      const dates = { createdAt: at, updatedAt: at }
      const isScored = stored.fields.combinedScore !== undefined
      const fields = { ...stored.fields, ...dates, ...(isScored && { lastScoreCalculatedAt: at }) }
      return (
        afterWeeks({ ...stored, fields, arrivedWith: sequence }, weeks.slice(place + 1), laterWeeks.slice(place + 1)) ??
        []
      )
    }),
  )
}
