// What is said around a deletion, the same for everything that can be deleted.
import type { DeleteResult } from '../../contract/features/listing'

export type DeletableKind = 'goal' | 'knowledge item'

export function deletedWords(kind: DeletableKind, { state }: DeleteResult): string {
  if (state === 'already-gone') return `This ${kind} was already deleted.`
  return `The ${kind} was deleted.`
}

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Blanks do not count: a page shows any number of them as one. */
export function isConfirmedBy(typed: string, expected: string): boolean {
  return oneLine(typed) === oneLine(expected)
}
