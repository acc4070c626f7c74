// Several drafts of new insights: what they are called, and with which one the form begins.
import type { NamedDraft } from '../../../contract/features/insights'
import { typeWord } from '../../../contract/features/record-words'
import { feedbackKind } from '../../records/record-kind'
import { countedOf, shortened } from '../../records/record-words'

const longestTitle = 80

/** Of what stands in the form's field. */
export const idsOf = (text: string) => text.split(/[\s,;]+/).filter((id) => id !== '')

/** Its title, or how its description begins. */
export function draftTitle({ values }: NamedDraft): string {
  const words = [values.title, values.description].map((text = '') => text.replace(/\s+/g, ' ').trim())
  return shortened(words.find((text) => text !== '') ?? 'Untitled draft', longestTitle)
}

/** "Bug · 3 pieces of feedback" */
export function draftFacts({ values: { type = '', feedbackIds = '' } }: NamedDraft): readonly string[] {
  const feedback = idsOf(feedbackIds).length
  return [...(type === '' ? [] : [typeWord(type)]), ...(feedback === 0 ? [] : [countedOf(feedbackKind, feedback)])]
}

/**
 * The one that was asked for, or the last one. `ask`: the form was opened for feedback that no draft has yet, and the
 * person says which draft it is for. `new`: none is kept.
 */
export function draftToBegin(
  drafts: readonly NamedDraft[],
  wantedId: string | null,
  feedbackIds: readonly string[],
): NamedDraft | 'new' | 'ask' {
  const wanted = drafts.find(({ draftId }) => draftId === wantedId)
  const [last] = drafts
  if (wanted !== undefined || last === undefined) return wanted ?? 'new'
  if (feedbackIds.length === 0) return last
  const hasAll = ({ values }: NamedDraft) => {
    const there = new Set(idsOf(values.feedbackIds ?? ''))
    return feedbackIds.every((id) => there.has(id))
  }
  return drafts.find(hasAll) ?? 'ask'
}
