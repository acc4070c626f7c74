// How the person arranged the columns of a list: which are shown, in which order and how wide. Kept in the settings of this
// computer, the same for every workspace. A link may bring columns of its own, which count until the person changes them.
import { useCallback, useMemo } from 'react'
import type { ColumnLayout } from '../../../contract/features/preferences'
import { usePreference, useSavePreferences } from '../../client/preferences'
import { useAddressParams } from '../../navigation/address-params'
import type { RecordKind } from '../record-kind'
import type { Column } from '../table/columns'
import { useOpenView } from '../use-saved-views'
import { columnsParameter, defaultLayout, readColumns, sortedExtra, visibleColumns } from './arrange-columns'

type ArrangedKind = Pick<RecordKind, 'path' | 'extraColumns'>

/** An open saved view has columns of its own; until they are saved with it, changes of them are kept like those of a list. */
function useLayout({ path, extraColumns }: ArrangedKind) {
  const columnLayouts = usePreference('columnLayouts')
  const view = useOpenView(path)
  const [params, setParam] = useAddressParams()
  const text = params.get(columnsParameter)
  const linked = useMemo(() => readColumns(text), [text])
  const list = view === null ? path.slice(1) : `${path.slice(1)}/${view.id}`
  const kept = columnLayouts[list]
  const byDefault = useMemo(() => defaultLayout({ ...(extraColumns && { extraColumns }) }), [extraColumns])
  return { list, kept, linked, setParam, layout: linked ?? kept ?? view?.columns ?? byDefault }
}

export function useColumnLayout(kind: ArrangedKind) {
  const columnLayouts = usePreference('columnLayouts')
  const save = useSavePreferences()
  const { list, layout, kept, linked, setParam } = useLayout(kind)
  const isLinked = linked !== null
  const leaveLinked = useCallback(() => isLinked && setParam(columnsParameter, null), [isLinked, setParam])

  const change = useCallback(
    (changes: Partial<ColumnLayout>) => {
      save({ columnLayouts: { ...columnLayouts, [list]: { ...layout, ...changes } } })
      leaveLinked()
    },
    [save, columnLayouts, list, layout, leaveLinked],
  )
  /** null: as wide as by default. */
  const setWidth = useCallback(
    (id: string, width: number | null) => {
      const { [id]: _, ...others } = layout.widths
      change({ widths: width === null ? others : { ...others, [id]: width } })
    },
    [change, layout],
  )
  /** From columns of a link to one's own; from those to the default ones. */
  const reset = useCallback(() => {
    if (isLinked) return leaveLinked()
    const { [list]: _, ...others } = columnLayouts
    save({ columnLayouts: others })
  }, [save, columnLayouts, list, isLinked, leaveLinked])
  return { layout, isDefault: kept === undefined && !isLinked, change, setWidth, reset }
}

/** The columns that the person chose to see, in their order, whether or not there is room for all of them. */
export function useVisibleColumns<Row>(
  kind: ArrangedKind,
  columns: readonly Column<Row>[],
  sorting: string,
): readonly Column<Row>[] {
  const { layout } = useLayout(kind)
  const extra = sortedExtra(kind, sorting)
  return useMemo(() => visibleColumns(columns, layout, extra), [columns, layout, extra])
}
