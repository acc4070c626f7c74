// The open record, and where the focus goes: opened with the keyboard it goes into the details, opened with the pointer it
// stays on the row; closing gives it back to the row. While details are open they follow the active row.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { paramsNow } from '../ui/current-location'
import { type RecordKind, recordPath } from './record-kind'
import { useDetailsRegion } from './use-details-region'
import type { RowsHandle } from './use-list-keys'
import type { RecordRows } from './use-record-rows'

interface OpenRecordOptions<Row> {
  readonly kind: RecordKind
  readonly rows: RecordRows<Row> | null
  readonly table: RefObject<RowsHandle | null>
  readonly setActiveIndex: (index: number) => void
}

export interface OpenRecord {
  readonly id: string | null
  readonly region: RefObject<HTMLElement | null>
  readonly close: () => void
  readonly activate: (index: number) => void
  readonly openAt: (index: number, by: 'pointer' | 'keyboard') => void
}

export function useOpenRecord<Row extends { readonly id: string }>({
  kind,
  rows,
  table,
  setActiveIndex,
}: OpenRecordOptions<Row>): OpenRecord {
  const { pathname } = useLocation()
  // The router decodes "%2F" in a parameter twice.
  const id = useParams().id === undefined ? null : decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { region, onOpening } = useDetailsRegion(id)
  const followedId = useRef<string | null>(null)

  const search = () => paramsNow(params).toString()
  const show = (next: string) =>
    void navigate({ pathname: recordPath(kind, next), search: search() }, { replace: id !== null })

  // A record may be opened from elsewhere (a link, a restart): then its row becomes the active one.
  useEffect(() => {
    if (id === null) followedId.current = null
    const index = id === null || id === followedId.current ? -1 : (rows?.indexOf(id) ?? -1)
    if (index < 0) return
    followedId.current = id
    setActiveIndex(index)
    table.current?.scrollToRow(index)
  }, [id, rows, setActiveIndex, table])

  // Back closes the details too. They had the focus, and their row takes it.
  const wasOpen = useRef(id !== null)
  useLayoutEffect(() => {
    if (wasOpen.current && id === null && document.activeElement === document.body) table.current?.focusActiveRow()
    wasOpen.current = id !== null
  }, [id, table])

  return {
    id,
    region,
    close: () => {
      void navigate({ pathname: kind.path, search: search() })
      table.current?.focusActiveRow()
    },
    activate: (index) => {
      setActiveIndex(index)
      const next = rows?.rowAt(index)?.id
      if (id === null || next === undefined || next === id) return
      followedId.current = next
      show(next)
    },
    openAt: (index, by) => {
      const next = rows?.rowAt(index)?.id
      if (next === undefined) return
      setActiveIndex(index)
      followedId.current = next
      onOpening(next, by)
      if (next !== id) show(next)
    },
  }
}
