// Drafts of new insights: their names, and the one the form begins with.
import type { NamedDraft } from '../../../contract/features/insights'
import { typeWord } from '../../../contract/features/record-words'
import { feedbackKind } from '../../records/record-kind'
import { countedOf, shortened } from '../../records/record-words'

const longestTitle = 80

/** Ids in the text of the form's field. */
export const idsOf = (text: string) => text.split(/[\s,;]+/).filter((id) => id !== '')

/** Its title, or the beginning of its description. */
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
 * The wanted draft, or the last one. `ask`: the form was opened for feedback that no draft has yet, and the person
 * chooses a draft for it. `new`: there are no drafts.
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
