import { announce } from '../../ui/announce'
import { useKey } from '../../ui/keys'
import { defaultSort } from './search-params'
import type { SearchState } from './use-search'

const strongestFirst = { column: 'combinedScore', direction: 'descending' } as const

/** What triage begins with, one key each: what nobody has looked at yet, and the strongest first. */
export function useInsightFilterKeys({ filter, sort, change, setSort }: SearchState): void {
  const isUnseenOnly = filter.seen === 'unseen'
  const isStrongestFirst = sort.column === strongestFirst.column && sort.direction === strongestFirst.direction

  const toggleUnseen = () => {
    change({ seen: isUnseenOnly ? 'any' : 'unseen' })
    announce(isUnseenOnly ? 'Seen and unseen insights' : 'Unseen insights only')
  }
  const toggleOrder = () => {
    setSort(isStrongestFirst ? defaultSort : strongestFirst)
    announce(isStrongestFirst ? 'Last changed first' : 'Highest score first')
  }
  useKey('u', toggleUnseen)
  useKey('s', toggleOrder)
}
