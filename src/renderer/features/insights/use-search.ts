import { useMemo } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { type AddressShape, useAddressSearch } from '../../ui/records/use-address-search'
import { isFiltered, readSearch, type Search, withoutChips, withoutFilter, writeSearch } from './search-params'

export interface SearchState extends Search {
  readonly isFiltered: boolean
  /** The filters without the text, which is not up to date here; the same object while one types. */
  readonly chips: Omit<Search['filter'], 'text'>
  readonly setText: (text: string) => void
  readonly change: (changes: Partial<Search['filter']>) => void
  readonly setSort: (sort: Search['sort']) => void
  /** Keeps the words. */
  readonly dropFilters: () => void
  readonly clear: () => void
}

const shape: AddressShape<Search> = {
  read: readSearch,
  write: writeSearch,
  textOf: ({ filter }) => filter.text,
  withText: ({ filter, sort }, text) => ({ filter: { ...filter, text }, sort }),
}

export function useSearch(): SearchState {
  const [params, setParams] = useSearchParams()
  const isLeaving = useNavigation().state !== 'idle'
  const { search, written, setText, change } = useAddressSearch(shape, { params, setParams, isLeaving })
  const steps = useMemo(
    () => ({
      change: (changes: Partial<Search['filter']>) =>
        change(({ filter, sort }) => ({ filter: { ...filter, ...changes }, sort })),
      setSort: (sort: Search['sort']) => change(({ filter }) => ({ filter, sort })),
      dropFilters: () => change(withoutChips),
      clear: () => change(withoutFilter),
    }),
    [change],
  )
  return { ...search, ...steps, isFiltered: isFiltered(search), chips: written.filter, setText }
}
