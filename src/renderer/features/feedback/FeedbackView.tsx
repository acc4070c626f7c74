import { FeedbackColumn } from '../../../contract/features/feedback'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { listShape } from '../../records/list-search'
import { RecordsView } from '../../records/RecordsView'
import { feedbackKind } from '../../records/record-kind'
import { useRecordList } from '../../records/use-record-list'
import { NewInsightFrom } from '../insights'
import { FeedbackDetails } from './FeedbackDetails'
import { feedbackColumns, titled } from './feedback-columns'

const shape = listShape(FeedbackColumn.options, { column: 'createdAt', direction: 'descending' })

export function FeedbackView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList({
    kind: feedbackKind,
    shape,
    readPage: ({ statuses: _, ...search }) => queryOptionsFor('feedback', 'query', { workspace, ...search }),
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
