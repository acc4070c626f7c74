import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FeedbackRow } from '../../../contract/features/feedback'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Fact, Facts } from '../../records/DetailParts'
import classes from '../../records/details.module.css'
import { UnknownRecord } from '../../records/RecordDetails'
import { FeedbackItem, InsightMentions } from '../../records/RelatedLists'
import { OnThisComputer } from '../../records/triage/OnThisComputer'
import type { DetailsProps } from '../../records/use-record-list'
import { ErrorNotice } from '../../ui/ErrorNotice'

/** One piece of feedback, wherever it is in the list, which holds only the rows around the screen. */
export function FeedbackDetails({ list: { kind, state }, id }: DetailsProps<FeedbackRow>) {
  const { ref: workspace } = useWorkspace()
  const { data, error, isLoadingError, refetch } = useQuery({
    ...queryOptionsFor('feedback', 'get', { workspace, id }),
    placeholderData: keepPreviousData,
  })
  if (error?.code === 'NOT_FOUND') {
    return (
      <div className={classes.scroller}>
        <UnknownRecord kind={kind} id={id} />
      </div>
    )
  }
  // A row holds all details, so a listed piece is shown at once; otherwise the last one stays while this one loads.
  const latest = data?.id === id ? data : state.rows?.rowAt(state.rows.indexOf(id))
  const detail = isLoadingError ? undefined : latest
  const known = detail ?? data
  return (
    <div className={classes.scroller} key={id}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {detail === undefined && error === null && (
        <span className={classes.reading} role="status" aria-label="Loading details" />
      )}
      {known !== undefined && (
        <ul className={classes.list}>
          <FeedbackItem feedback={known} />
        </ul>
      )}
      {detail !== undefined && (
        <>
          <OnThisComputer key={id} kind="feedback" id={id} isBar />
          <InsightMentions relatedTo={{ kind: 'feedback', id }} />
          <Facts record={detail}>
            {detail.submittedBy !== null && (
              <Fact name="Submitted by">
                <span dir="auto">{detail.submittedBy}</span>
              </Fact>
            )}
          </Facts>
        </>
      )}
    </div>
  )
}
