// All changes that wait for review. Those on screen are sent and no others: a change made while the dialog is open is not
// approved with them. Main checks that too.

import { Box, Button, Checkbox, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ActivityEntry } from '../../../contract/features/activity'
import { kindWords } from '../../../contract/features/activity-words'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useEnvironment, useWorkspace } from '../../client/workspace'
import { ChangePlace } from '../../records/ChangePlace'
import { counted } from '../../records/record-words'
import { ActionButton } from '../../ui/ActionButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { LiveText } from '../../ui/LiveText'
import { RelativeTime } from '../../ui/RelativeTime'
import { useSendingLook } from '../../ui/sending-look'
import { ToolButton } from '../../ui/ToolButton'
import { undescribed } from '../../ui/undescribed'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { couldNotSendWords, readOnlyReason } from '../../ui/words'
import { useEditingLock } from '../environments'
import classes from './activity.module.css'
import { activityTexts, type Sent, sentText, targetName } from './activity-words'
import { confirmDiscard } from './ChangeActions'
import { FeedbackNames, GoalNames } from './ChangedRecords'
import { ContentField } from './DeletedContent'
import { type Field, idFields, idsInBody, readContent } from './kept-content'
import { WaitingElsewhere } from './WaitingElsewhere'

interface ItemProps {
  readonly entry: ActivityEntry
  readonly isIncluded: boolean
  readonly onToggle: () => void
  /** Changes are being sent or discarded: leaving one out or discarding it now would not stop it. */
  readonly isBusy: boolean
  readonly onDiscard: () => void
}

/** Left out of a new insight: the dialog names the workspace, and the app chose the id. */
const addressFields: ReadonlySet<string> = new Set(['ID', 'Organisation ID', 'Workspace ID'])

/** For whoever compares them with those of the service. */
function FoldedIds({ targetId, fields }: { readonly targetId: string | null; readonly fields: readonly Field[] }) {
  if (targetId === null && fields.length === 0) return null
  return (
    <details className={classes.fold}>
      <summary>IDs</summary>
      <dl className={classes.fields}>
        {targetId !== null && <ContentField field={{ name: 'Record ID', text: targetId, isPlain: true }} />}
        {fields.map((field) => (
          <ContentField key={field.name} field={field} />
        ))}
      </dl>
    </details>
  )
}

/** The rest of a change as it will be sent: the fields of its body, with records by name, and all IDs. */
function WholeChange({ entry: { workspace, changeId, kind, targetId, title } }: Pick<ItemProps, 'entry'>) {
  const { data, error } = useQuery(queryOptionsFor('activity', 'get', { workspace, changeId }))
  if (error) return <ErrorNotice error={error} />
  const fields = data?.body ? (readContent(data.body, true).fields ?? []) : []
  const goals = idsInBody(data?.body, 'outcomeIds')
  const feedback = idsInBody(data?.body, 'feedbackIds')
  return (
    <div className={classes.whole}>
      <dl className={classes.fields}>
        {fields
          .filter(({ name, text }) => text !== title && !addressFields.has(name) && !idFields.has(name))
          .map((field) => (
            <ContentField key={field.name} field={field} />
          ))}
        {goals.length > 0 && (
          <div>
            <dt>Goals</dt>
            <dd>
              <GoalNames workspace={workspace} ids={goals} isLinked={false} />
            </dd>
          </div>
        )}
        {feedback.length > 0 && (
          <div>
            <dt>Feedback</dt>
            <dd>
              <FeedbackNames workspace={workspace} ids={feedback} isLinked={false} />
            </dd>
          </div>
        )}
      </dl>
      <FoldedIds
        targetId={kind === 'createInsight' ? null : targetId}
        fields={fields.filter(({ name }) => idFields.has(name))}
      />
    </div>
  )
}

function Item({ entry, isIncluded, isBusy, onToggle, onDiscard }: ItemProps) {
  const name = targetName(entry)
  return (
    <li className={classes.reviewItem}>
      <Checkbox
        checked={isIncluded}
        disabled={isBusy}
        onChange={onToggle}
        label={
          <span dir="auto">
            {kindWords[entry.kind]}: <strong>{name}</strong>
          </span>
        }
        description={
          <span>
            Created <RelativeTime at={entry.createdAt} />
          </span>
        }
      />
      <Button size="compact-xs" variant="default" disabled={isBusy} aria-label={`Discard ${name}`} onClick={onDiscard}>
        Discard…
      </Button>
      <WholeChange entry={entry} />
    </li>
  )
}

/** Also says why the rest could not be sent. */
async function tellSent(workspace: WorkspaceRef, result: Sent, title: string | undefined): Promise<void> {
  const left = result.waiting === 0 ? [] : await client.activity.unsettled({ workspace }).catch(() => [])
  const failed = left.find(({ state, error }) => state === 'waiting' && error !== null)
  const reason = failed?.error ? `. ${couldNotSendWords(failed.error)}` : ''
  const color = result.rejected + result.waiting === 0 ? 'green' : 'yellow'
  const message = (
    <LiveText>
      {sentText(result)}
      {reason}
    </LiveText>
  )
  notifications.show({ message, color, role: 'status', autoClose: 10_000, ...(title ? { title } : {}) })
}

function whyNot(chosen: number, isLocked: boolean): string | null {
  if (isLocked) return readOnlyReason
  return chosen === 0 ? activityTexts.selectAtLeastOneChange : null
}

/** A way to unlock editing from here, as the one in the toolbar is behind the dialog. */
function Unlocking() {
  const { unlock } = useEditingLock()
  return (
    <>
      {/* Screen readers hear it with the button that it is about. */}
      <Text size="xs" c="dimmed" flex="1 1 220px" aria-hidden>
        {readOnlyReason}
      </Text>
      <ToolButton onClick={unlock}>Unlock editing</ToolButton>
    </>
  )
}

function Review({ onClose }: { readonly onClose: () => void }) {
  const { ref: workspace, name } = useWorkspace()
  const environment = useEnvironment()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const discard = useMutation({ ...mutationOptionsFor('activity', 'discard'), onMutate: (): void => send.reset() })
  const once = useOneAtATime()
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const send = useMutation({
    ...mutationOptionsFor('activity', 'send'),
    onMutate: (): void => discard.reset(),
    onSuccess: (result) => void tellSent(workspace, result, otherWorkspaceLabel()),
    onError: () => once.end(),
  })
  const running = send.isPending ? 'Sending…' : discard.isPending ? 'Discarding…' : null
  const { data, error: unread } = useQuery(queryOptionsFor('activity', 'unsettled', { workspace }))
  const failure = send.error ?? discard.error ?? unread
  const waiting = (data ?? []).filter(({ state }) => state === 'waiting')
  const isAskedAbout = waiting.some(({ needsReview }) => needsReview === true)
  const chosen = waiting
    .filter(({ changeId }) => !leftOut.has(changeId))
    .map(({ changeId, version }) => ({ changeId, version }))

  const toggle = (changeId: string) => {
    const next = new Set(leftOut)
    if (!next.delete(changeId)) next.add(changeId)
    setLeftOut(next)
  }

  const look = useSendingLook()
  const askToDiscard = async (entry: ActivityEntry) => {
    const { changeId, version } = entry
    if (await confirmDiscard(entry)) discard.mutate({ workspace, changeId, version })
  }

  const sendButton = useRef<HTMLButtonElement>(null)
  const sendChosen = () => {
    if (!once.begin()) return
    // The focus may be on a checkbox, which is disabled while changes are sent.
    sendButton.current?.focus()
    send.mutate({ workspace, changes: chosen }, { onSuccess: onClose })
  }

  return (
    <Box role="group" aria-label="Changes to review" tabIndex={-1} data-autofocus>
      <ChangePlace />
      <Text size="sm">
        {isAskedAbout ? activityTexts.olderChanges : activityTexts.notSent} Nothing goes to{' '}
        {environmentIdentity[environment.name].label} ({name}) until you send it.
      </Text>
      {data !== undefined && waiting.length === 0 && (
        <Text size="sm" mt="sm">
          {activityTexts.nothingToReview}
        </Text>
      )}
      {waiting.length > 0 && (
        <ul className={classes.reviewList} aria-label="Unsent changes">
          {waiting.map((entry) => (
            <Item
              key={entry.changeId}
              entry={entry}
              isIncluded={!leftOut.has(entry.changeId)}
              isBusy={running !== null}
              onToggle={() => toggle(entry.changeId)}
              onDiscard={() => void askToDiscard(entry)}
            />
          ))}
        </ul>
      )}
      <WaitingElsewhere />
      {failure && <ErrorNotice error={failure} />}
      <DialogActions>
        {environment.isLocked && waiting.length > 0 && <Unlocking />}
        <ToolButton onClick={onClose}>Not now</ToolButton>
        <ActionButton
          ref={sendButton}
          isSubmit
          isPrimary
          look={look}
          disabledReason={running ?? whyNot(chosen.length, environment.isLocked)}
          onClick={sendChosen}
        >
          {running ?? `Send ${counted(chosen.length, 'change', 'changes')}`}
        </ActionButton>
      </DialogActions>
    </Box>
  )
}

export function ReviewDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Review and send"
      size="lg"
      transitionProps={{ duration: 0 }}
      // Not a form, where Enter on a checkbox would also send.
      attributes={{ ...undescribed, content: { 'data-submits': true } }}
    >
      <Review onClose={onClose} />
    </Modal>
  )
}
