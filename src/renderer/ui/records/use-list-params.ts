import { useMemo } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import type { Sort } from '../table/columns'
import { isNarrowed, type ListSearch, type ListShape, readList, writeList } from './list-params'
import { type AddressShape, useAddressSearch } from './use-address-search'

export interface ListParams<Id extends string> extends ListSearch<Id> {
  readonly isNarrowed: boolean
  readonly setText: (text: string) => void
  readonly toggleStatus: (status: string) => void
  readonly clearRelated: () => void
  /** A column that the list cannot be sorted by changes nothing. */
  readonly setSort: (sort: Sort) => void
  /** Keeps the words. */
  readonly dropFilters: () => void
  readonly clear: () => void
}

function addressShape<Id extends string>(shape: ListShape<Id>): AddressShape<ListSearch<Id>> {
  return {
    read: (params) => readList(params, shape),
    write: (search, params) => writeList(search, shape, params),
    textOf: ({ text }) => text,
    withText: (search, text) => ({ ...search, text }),
  }
}

const toggled = (statuses: readonly string[], status: string) =>
  statuses.includes(status) ? statuses.filter((other) => other !== status) : [...statuses, status]

export function useListParams<Id extends string>(shape: ListShape<Id>): ListParams<Id> {
  const [params, setParams] = useSearchParams()
  const isLeaving = useNavigation().state !== 'idle'
  const inAddress = useMemo(() => addressShape(shape), [shape])
  const { search, setText, change } = useAddressSearch(inAddress, { params, setParams, isLeaving })
  const steps = useMemo(
    () => ({
      toggleStatus: (status: string) => change((now) => ({ ...now, statuses: toggled(now.statuses, status) })),
      clearRelated: () => change((now) => ({ ...now, relatedTo: null })),
      setSort: ({ column, direction }: Sort) => {
        const known = shape.columns.find((each) => each === column)
        if (known !== undefined) change((now) => ({ ...now, sort: { column: known, direction } }))
      },
      dropFilters: () => change((now) => ({ ...now, statuses: [], relatedTo: null })),
      clear: () => change((now) => ({ ...now, text: '', statuses: [], relatedTo: null })),
    }),
    [change, shape],
  )
  return { ...search, ...steps, isNarrowed: isNarrowed(search), setText }
}
