// Where nothing is sent without the person's word: to production, and what came out of a library that was rebuilt.
import type { JournalEntry } from '../../contract/library'

export function waitsForWord({ workspace, needsWord }: JournalEntry): boolean {
  return workspace.environment === 'production' || needsWord
}
