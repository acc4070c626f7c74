// A list asks for the dialog that exports it, and the app shell shows it (ExportDialog).
import type { ExportedRanking, ExportSource } from '../../contract/features/export'
import { createStore } from '../ui/store'
import type { RecordKind } from './record-kind'

export interface ExportedList {
  readonly kind: RecordKind
  /** The list with its words, filters and order on screen. */
  readonly source: ExportSource
  /** Columns of the table by id, as they are shown; null = there is no table. */
  readonly columns: readonly string[] | null
  /** Number of rows that match. */
  readonly total: number
  readonly isNarrowed: boolean
  /** Ids of the rows that match, where the page filters them; null = main does. */
  readonly shown: readonly string[] | null
  /** Ids of the selected rows. */
  readonly selected: readonly string[]
  /** Values of a ranking for these rows. */
  readonly rankedOf?: (ids: readonly string[]) => ExportedRanking
}

export const exportDialog = createStore<ExportedList | null>(null)
