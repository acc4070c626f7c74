import type { ExportSource } from '../../../contract/features/export'
import { ExportListButton } from '../ExportButton'
import { exportDialog } from '../export-dialog'
import type { RecordKind } from '../record-kind'
import type { SideListState } from './use-side-list'

interface ExportSideListProps {
  readonly kind: RecordKind
  readonly list: SideListState<{ readonly id: string }>
  readonly source: ExportSource
}

/** Exports the rows that the search and the filter leave; the page filters them itself. */
export function ExportSideList({ kind, list: { shown, isNarrowed }, source }: ExportSideListProps) {
  const onExport = () =>
    exportDialog.set({
      ...{ kind, source, isNarrowed, columns: null, total: shown.length, selected: [] },
      shown: isNarrowed ? shown.map(({ id }) => id) : null,
    })
  return <ExportListButton total={shown.length} onExport={onExport} />
}
