import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ActivityDetail } from '../../../contract/features/activity'
import { operationText } from '../../../contract/features/activity-words'
import type { TriagedKind } from '../../../contract/features/triage'
import { waitsForReview } from '../../../contract/requires-review'
import { workspaceKey } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Fact, FoldedText, Moment, Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { HiddenMark } from '../../records/MaskedText'
import { UnknownRecord } from '../../records/RecordDetails'
import { NoteAndLabels } from '../../records/triage/NoteAndLabels'
import { CopyId } from '../../ui/CopyId'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { couldNotSendWords, waitingWords, waitsForService, wordsFor } from '../../ui/words'
import classes from './activity.module.css'
import { EnvironmentMark, StateMark, WorkspaceName } from './activity-columns'
import { activityTexts, durationText, targetName, targetPath, timesText } from './activity-words'
import { ChangeActions } from './ChangeActions'
import { FeedbackNames, GoalNames } from './ChangedRecords'
import { DeletedContent, KeptJson } from './DeletedContent'
import { idsInBody, indented } from './kept-content'

/** A change that waits for a review or for the service has not failed: its error is only that of the last attempt. */
function WhyNotDone({ entry: { error, ...entry } }: { readonly entry: ActivityDetail }) {
  const here = useWorkspace().ref
  const isHere = workspaceKey(entry.workspace) === workspaceKey(here)
  const needsReview = waitsForReview(entry)
  const isDelayed = entry.state === 'waiting' && error !== null && waitsForService(error)
  if (!(needsReview || isDelayed) || (error && wordsFor(error).action === 'sign-in')) {
    return error && <ErrorNotice error={error} workspace={entry.workspace} />
  }
  const review = isHere ? activityTexts.needsYourReview : activityTexts.needsReviewElsewhere
  return (
    <>
      <p>{needsReview ? review : waitingWords(error, entry.workspace.environment)}</p>
      {error && <p className={details.muted}>{couldNotSendWords(error)}</p>}
    </>
  )
}

function Head({ entry }: { readonly entry: ActivityDetail }) {
  const here = useWorkspace().ref
  // A link into another workspace would lead to a record that doesn't exist.
  const path = workspaceKey(entry.workspace) === workspaceKey(here) ? targetPath(entry) : null
  const name = entry.isHidden ? <HiddenMark /> : targetName(entry)
  return (
    <header className={details.head}>
      <div className={details.marks}>
        <EnvironmentMark workspace={entry.workspace} />
        <WorkspaceName workspace={entry.workspace} />
        <StateMark {...entry} />
      </div>
      <p className={details.muted}>{operationText(entry)}</p>
      <h2 className={details.title} dir="auto">
        {path === null ? (
          name
        ) : (
          <Link to={path} className={classes.targetLink}>
            {name}
          </Link>
        )}
      </h2>
      <WhyNotDone entry={entry} />
      <ChangeActions key={entry.changeId} entry={entry} />
    </header>
  )
}

function Facts({ entry }: { readonly entry: ActivityDetail }) {
  const times = timesText(entry)
  const duration = times ?? durationText(entry)
  return (
    <Section title="Details">
      <dl className={details.facts}>
        <Fact name={entry.kind === 'decide' ? 'Decided' : 'Created'}>
          <Moment at={entry.createdAt} />
        </Fact>
        {entry.kind !== 'decide' && entry.settledAt !== null && (
          <Fact name="Completed">
            <Moment at={entry.settledAt} />
          </Fact>
        )}
        {entry.kind !== 'decide' && duration !== null && (
          <Fact name={times === null ? 'Total time, including waiting' : 'Time'}>{duration}</Fact>
        )}
        {entry.kind !== 'decide' && <Fact name="Attempts">{entry.attempts}</Fact>}
        {entry.decided !== undefined && entry.decided.note !== '' && (
          <Fact name="Decision note">
            <span dir="auto">{entry.decided.note}</span>
          </Fact>
        )}
      </dl>
    </Section>
  )
}

/** The kind of a record that this change deleted, or of an insight that was never created. */
function goneKind({ kind, state }: ActivityDetail): TriagedKind | null {
  if (kind === 'createInsight') return state === 'discarded' ? 'insight' : null
  if (state !== 'done') return null
  if (kind === 'deleteKnowledge') return 'knowledge'
  return kind === 'deleteOutcome' ? 'outcome' : null
}

/** What the person wrote about a record that is gone. */
function GoneRecord({ entry }: { readonly entry: ActivityDetail }) {
  const kind = goneKind(entry)
  return kind === null ? null : <NoteAndLabels {...{ workspace: entry.workspace, kind }} id={entry.targetId} />
}

/** The goals or feedback that the change is about. */
function Changed({ entry: { workspace, body } }: { readonly entry: ActivityDetail }) {
  const here = useWorkspace().ref
  const of = { workspace, isLinked: workspaceKey(workspace) === workspaceKey(here) }
  const goals = idsInBody(body, 'outcomeIds')
  const feedback = idsInBody(body, 'feedbackIds')
  return (
    <>
      {goals.length > 0 && (
        <Section title="Goals" total={goals.length}>
          <GoalNames {...of} ids={goals} />
        </Section>
      )}
      {feedback.length > 0 && (
        <Section title="Feedback" total={feedback.length}>
          <FeedbackNames {...of} ids={feedback} />
        </Section>
      )}
    </>
  )
}

/** Details of a change of any workspace: the list has them all, but holds only the rows around the screen. */
export function ActivityDetails({ changeId }: { readonly changeId: string }) {
  const { data: entry, error, refetch } = useQuery(queryOptionsFor('activity', 'get', { workspace: null, changeId }))
  return (
    <div className={details.scroller} key={changeId}>
      {error?.code === 'NOT_FOUND' && (
        <UnknownRecord kind={{ one: 'change' }} id={changeId}>
          {activityTexts.notFound}
        </UnknownRecord>
      )}
      {error && error.code !== 'NOT_FOUND' && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {entry && (
        <>
          <Head entry={entry} />
          {entry.content !== null && <DeletedContent key={changeId} content={entry.content} />}
          <GoneRecord entry={entry} />
          <Changed key={`changed ${changeId}`} entry={entry} />
          <Facts entry={entry} />
          <FoldedText summary="Request and ID">
            <code>{entry.request}</code>
            {entry.body === null ? (
              <p className={details.muted}>{activityTexts.noBody}</p>
            ) : (
              <KeptJson summary="Body" json={indented(entry.body)} copyLabel="Copy body" />
            )}
            <dl className={details.facts}>
              <Fact name="Record ID">
                <CopyId id={entry.targetId} />
              </Fact>
            </dl>
          </FoldedText>
        </>
      )}
    </div>
  )
}
