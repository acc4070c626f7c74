// Texts about deletions. Apart from those of all lists, as no first row needs them.
import { asShown, type DeleteResult } from '../../../contract/features/listing'

export type DeletableKind = 'goal' | 'knowledge item'

export function deletedWords(kind: DeletableKind, { state }: DeleteResult): string {
  if (state === 'already-gone') return `This ${kind} was already deleted.`
  return kind === 'goal' ? 'Goal deleted' : 'Knowledge item deleted'
}

/** What a page doesn't show doesn't count: the person copies what they see. */
export function isConfirmedBy(typed: string, expected: string): boolean {
  return asShown(typed) === asShown(expected)
}

/** Whole sentences. */
export const deletionTexts = {
  nothingLinked: 'Nothing else is linked to this.',
  notUndone: 'This can’t be undone.',
  copyStays: 'A copy stays in Activity.',
  nothingDeleted: 'Nothing was deleted.',
} as const
