import { type Need, needRules, needWords } from '../../contract/features/needs'
import { type ListParams, toggled } from './list-search'
import type { NeedySearch } from './needs'
import { FilterChip } from './RecordToolbar'

interface NeedChipsProps<Id extends string> {
  readonly params: ListParams<NeedySearch<Id>>
  readonly offered: readonly Need[]
}

export function NeedChips<Id extends string>({ params, offered }: NeedChipsProps<Id>) {
  const { needs } = params.search
  return [...new Set([...offered, ...needs])].map((need) => (
    <FilterChip
      key={need}
      isOn={needs.includes(need)}
      rule={needRules[need]}
      onToggle={() => params.change((now) => ({ needs: toggled(now.needs, need) }))}
    >
      {needWords[need]}
    </FilterChip>
  ))
}
