import { OpportunityColumn } from '../../../contract/features/opportunities'
import { OpportunityStatus } from '../../../contract/resources/opportunity'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import type { ListShape } from '../../ui/records/list-params'
import { RecordsView } from '../../ui/records/RecordsView'
import { opportunityKind } from '../../ui/records/record-kind'
import { statusWord } from '../../ui/records/record-words'
import { rowName } from '../../ui/records/row-name'
import { useRecordList } from '../../ui/records/use-record-list'
import { OpportunityDetails } from './OpportunityDetails'
import { opportunityColumns } from './opportunity-columns'

type ColumnId = (typeof OpportunityColumn.options)[number]

/** What waits to be looked at comes first. */
const shape: ListShape<ColumnId> = {
  columns: OpportunityColumn.options,
  defaultSort: { column: 'unseen', direction: 'descending' },
}
const statuses = OpportunityStatus.options.map((value) => ({ value, label: statusWord(value) }))

export function OpportunitiesView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList({
    kind: opportunityKind,
    ...shape,
    readPage: (search) => queryOf('opportunities', 'query', { workspace, ...search }),
  })
  return (
    <RecordsView
      list={list}
      columnsOf={opportunityColumns}
      nameOf={rowName}
      statuses={statuses}
      nothingThere={`No insight in ${name} belongs to an opportunity.`}
      details={(id) => <OpportunityDetails list={list} id={id} />}
    />
  )
}
