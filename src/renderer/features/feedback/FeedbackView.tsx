import { FeedbackColumn } from '../../../contract/features/feedback'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import type { ListShape } from '../../ui/records/list-params'
import { RecordsView } from '../../ui/records/RecordsView'
import { feedbackKind } from '../../ui/records/record-kind'
import { useRecordList } from '../../ui/records/use-record-list'
import { NewInsightFrom } from '../insights'
import { FeedbackDetails } from './FeedbackDetails'
import { feedbackColumns, titled } from './feedback-columns'

type ColumnId = (typeof FeedbackColumn.options)[number]

const shape: ListShape<ColumnId> = {
  columns: FeedbackColumn.options,
  defaultSort: { column: 'createdAt', direction: 'descending' },
}

export function FeedbackView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList({
    kind: feedbackKind,
    ...shape,
    readPage: ({ statuses: _, ...search }) => queryOf('feedback', 'query', { workspace, ...search }),
  })
  return (
    <RecordsView
      list={list}
      columnsOf={feedbackColumns}
      nameOf={(row) => titled(row).title}
      selectionTools={(chosen) => <NewInsightFrom feedbackIds={chosen.map(({ id }) => id)} />}
      nothingThere={`No insight in ${name} has feedback.`}
      details={(id) => <FeedbackDetails list={list} id={id} />}
    />
  )
}
