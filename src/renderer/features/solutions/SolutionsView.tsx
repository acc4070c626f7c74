import { SolutionColumn } from '../../../contract/features/solutions'
import { SolutionStatus } from '../../../contract/resources/solution'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import type { ListShape } from '../../ui/records/list-params'
import { RecordsView } from '../../ui/records/RecordsView'
import { solutionKind } from '../../ui/records/record-kind'
import { statusWord } from '../../ui/records/record-words'
import { rowName } from '../../ui/records/row-name'
import { useRecordList } from '../../ui/records/use-record-list'
import { SolutionDetails } from './SolutionDetails'
import { solutionColumns } from './solution-columns'

type ColumnId = (typeof SolutionColumn.options)[number]

/** As the team ordered them: priority is a text that compares as such. */
const shape: ListShape<ColumnId> = {
  columns: SolutionColumn.options,
  defaultSort: { column: 'priority', direction: 'ascending' },
}
const statuses = SolutionStatus.options.map((value) => ({ value, label: statusWord(value) }))

export function SolutionsView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList({
    kind: solutionKind,
    ...shape,
    readPage: (search) => queryOf('solutions', 'query', { workspace, ...search }),
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
