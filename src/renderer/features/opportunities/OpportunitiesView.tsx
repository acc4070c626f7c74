import { IconEyeCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { needsOfOpportunity } from '../../../contract/features/needs'
import { OpportunityColumn, type OpportunityRow } from '../../../contract/features/opportunities'
import { OpportunityStatus } from '../../../contract/resources/opportunity'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { rowName } from '../../records/MaskedText'
import { NeedChips } from '../../records/NeedChips'
import { type NeedySearch, needyShape } from '../../records/needs'
import { type OwnSearch, withOwn } from '../../records/own-filter'
import { RecordsView } from '../../records/RecordsView'
import { SendingItem } from '../../records/RowMenu'
import { opportunityKind } from '../../records/record-kind'
import { statusWord } from '../../records/record-words'
import { OwnFilterChip } from '../../records/triage/OwnFilterChip'
import { useRecordList } from '../../records/use-record-list'
import { MarkSeenDialog, nothingToMark } from './MarkAllSeen'
import { OpportunityDetails } from './OpportunityDetails'
import { opportunityColumns } from './opportunity-columns'

type Column = (typeof OpportunityColumn.options)[number]

/** Best supported first. */
const shape = withOwn(needyShape<Column>(OpportunityColumn.options, { column: 'strongest', direction: 'descending' }))
/** In workflow order; the API document lists them in another. */
const statusOrder = OpportunityStatus.extract(['New', 'Planned', 'InProgress', 'Solved'])
const statuses = statusOrder.options.map((value) => ({ value, label: statusWord(value) }))

export function OpportunitiesView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList<OpportunityRow, NeedySearch<Column> & OwnSearch>({
    kind: opportunityKind,
    shape,
    readPage: (search) => queryOptionsFor('opportunities', 'query', { workspace, ...search }),
  })
  const [marked, setMarked] = useState<OpportunityRow | null>(null)
  return (
    <>
      <RecordsView
        list={list}
        columnsOf={opportunityColumns}
        nameOf={rowName}
        statuses={statuses}
        moreFilters={
          <>
            <NeedChips params={list.params} offered={needsOfOpportunity} />
            <OwnFilterChip params={list.params} />
          </>
        }
        nothingThere={`No insight in ${name} belongs to an opportunity.`}
        details={(id) => <OpportunityDetails list={list} id={id} />}
        lastInMenu={(row) => (
          <SendingItem Icon={IconEyeCheck} disabledReason={nothingToMark(row)} onClick={() => setMarked(row)}>
            Mark all as seen…
          </SendingItem>
        )}
      />
      {marked !== null && (
        <MarkSeenDialog
          isOpen
          id={marked.id}
          title={marked.title}
          isHidden={marked.hideContent && !list.revealed.isRevealed(marked.id)}
          onClose={() => setMarked(null)}
        />
      )}
    </>
  )
}
