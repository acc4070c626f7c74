// The person's arrangement of a list's columns: which are shown, in which order and how wide. Kept in the settings of this
// computer, the same for every workspace. A link may bring columns of its own, which count until the person changes any.
import { useMemo } from 'react'
import type { ColumnLayout } from '../../../contract/features/preferences'
import { usePreference, useSavePreferences } from '../../client/preferences'
import { useAddressParams } from '../../navigation/address-params'
import type { RecordKind } from '../record-kind'
import { useOpenView } from '../use-saved-views'
import { columnsParameter, defaultLayout, readColumns } from './arrange-columns'

/** An open saved view has columns of its own; until they are saved with it, changes of them are kept like those of a list. */
export function useColumnLayout({ path, extraColumns }: Pick<RecordKind, 'path' | 'extraColumns'>) {
  const columnLayouts = usePreference('columnLayouts')
  const save = useSavePreferences()
  const view = useOpenView(path)
  const [params, setParam] = useAddressParams()
  const text = params.get(columnsParameter)
  const linked = useMemo(() => readColumns(text), [text])
  const list = view === null ? path.slice(1) : `${path.slice(1)}/${view.id}`
  const kept = columnLayouts[list]
  const byDefault = useMemo(() => defaultLayout(extraColumns), [extraColumns])
  const layout = linked ?? kept ?? view?.columns ?? byDefault
  const isLinked = linked !== null
  const leaveLinked = () => isLinked && setParam(columnsParameter, null)

  const change = (changes: Partial<ColumnLayout>) => {
    save({ columnLayouts: { ...columnLayouts, [list]: { ...layout, ...changes } } })
    leaveLinked()
  }
  /** null: the default width. */
  const setWidth = (id: string, width: number | null) => {
    const { [id]: _, ...others } = layout.widths
    change({ widths: width === null ? others : { ...others, [id]: width } })
  }
  /** Goes from the columns of a link to the person's own, and from those to the default ones. */
  const reset = () => {
    if (isLinked) return leaveLinked()
    const { [list]: _, ...others } = columnLayouts
    save({ columnLayouts: others })
  }
  return { layout, isDefault: kept === undefined && !isLinked, change, setWidth, reset }
}
