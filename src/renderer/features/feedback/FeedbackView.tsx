import { useWorkspace } from '../../client/workspace'
import { ListShell } from '../../records/ListShell'
import { NoRecords } from '../../records/NoRecords'
import { NewInsightFrom } from '../insights'
import { FeedbackDetails } from './FeedbackDetails'
import { FeedbackToolbar } from './FeedbackToolbar'
import { feedbackColumns, titled } from './feedback-columns'
import { useFeedbackList } from './use-feedback-list'

export function FeedbackView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useFeedbackList(workspace)
  return (
    <ListShell
      list={list}
      columnsOf={feedbackColumns}
      nameOf={(row) => titled(row).title}
      selectionTools={(chosen) => <NewInsightFrom feedbackIds={chosen.map(({ id }) => id)} />}
      toolbar={(parts) => <FeedbackToolbar list={list} {...parts} />}
      empty={<NoRecords list={list} nothingThere={`No insight in ${name} has feedback.`} />}
      details={(id) => <FeedbackDetails list={list} id={id} />}
    />
  )
}
