import type { OwnFilter } from '../../../contract/features/listing'
import { type OwnSearch, ownFilter } from '../own-filter'
import { TriageFilter } from './TriageFilter'

const words: Readonly<Record<NonNullable<OwnFilter['status']> | 'any', string>> = {
  any: 'Any',
  open: 'Not reviewed or snoozed',
  reviewed: 'Reviewed',
  snoozed: 'Snoozed',
}

/** The private filter of any list but that of insights, whose states are others. */
export function OwnFilterChip({ params }: { readonly params: OwnParams }) {
  const { status = 'any', hasNote = false, labels = [] } = params.search.own
  return (
    <TriageFilter
      words={words}
      {...{ status, hasNote, labels }}
      onChange={(choice) =>
        params.change(({ own }) => {
          const { status = own.status ?? 'any', ...rest } = choice
          const { status: _, ...others } = own
          return { own: ownFilter({ ...others, ...rest, ...(status !== 'any' && { status }) }) }
        })
      }
    />
  )
}

interface OwnParams {
  readonly search: OwnSearch
  change(step: (now: OwnSearch) => Partial<OwnSearch>): void
}
