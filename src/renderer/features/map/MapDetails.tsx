// The details of any record of the map, as in its own view.
import type { MapKind } from '../../../contract/features/map'
import type { Revealed } from '../../records/MaskedText'
import { relatedKinds } from '../../records/record-kind'
import type { DetailsList } from '../../records/use-record-list'
import { FeedbackDetails } from '../feedback'
import { InsightDetails } from '../insights'
import { OpportunityDetails } from '../opportunities'
import { OutcomeDetails } from '../outcomes'
import { SolutionDetails } from '../solutions'

interface MapDetailsProps {
  readonly kind: MapKind
  readonly id: string
  readonly revealed: Revealed
}

export function MapDetails({ kind, id, revealed }: MapDetailsProps) {
  // No rows exist beforehand: the details read their own record.
  const list = { kind: relatedKinds[kind], revealed, state: { rows: null } } satisfies DetailsList<never>
  switch (kind) {
    case 'outcome':
      return <OutcomeDetails list={list} id={id} />
    case 'opportunity':
      return <OpportunityDetails list={list} id={id} />
    case 'solution':
      return <SolutionDetails list={list} id={id} />
    case 'insight':
      return <InsightDetails list={list} id={id} />
    case 'feedback':
      return <FeedbackDetails list={list} id={id} />
  }
}
