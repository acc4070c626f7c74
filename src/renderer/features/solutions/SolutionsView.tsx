import { SolutionColumn } from '../../../contract/features/solutions'
import { SolutionStatus } from '../../../contract/resources/solution'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { listShape } from '../../records/list-search'
import { rowName } from '../../records/MaskedText'
import { RecordsView } from '../../records/RecordsView'
import { solutionKind } from '../../records/record-kind'
import { statusWord } from '../../records/record-words'
import { useRecordList } from '../../records/use-record-list'
import { SolutionDetails } from './SolutionDetails'
import { solutionColumns } from './solution-columns'

/** As the team ordered them: priority is a text that compares as such. */
const shape = listShape(SolutionColumn.options, { column: 'priority', direction: 'ascending' })
const statuses = SolutionStatus.options.map((value) => ({ value, label: statusWord(value) }))

export function SolutionsView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList({
    kind: solutionKind,
    shape,
    readPage: (search) => queryOptionsFor('solutions', 'query', { workspace, ...search }),
  })
  return (
    <RecordsView
      list={list}
      columnsOf={solutionColumns}
      nameOf={rowName}
      statuses={statuses}
      nothingThere={`No insight in ${name} has a solution.`}
      details={(id) => <SolutionDetails list={list} id={id} />}
    />
  )
}
