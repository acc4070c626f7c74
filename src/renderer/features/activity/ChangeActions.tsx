import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ActivityEntry } from '../../../contract/features/activity'
import { waitsForReview } from '../../../contract/requires-review'
import { workspaceKey } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironments, useWorkspace } from '../../client/workspace'
import { useWhyNotNow } from '../../records/OfflineNote'
import { ActionButton } from '../../ui/ActionButton'
import { announce } from '../../ui/announce'
import { confirm } from '../../ui/confirm'
import { reviewDialog } from '../../ui/dialogs'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { notifyInView } from '../../ui/notify'
import { PaneButton } from '../../ui/PaneButton'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { isStillOpen } from '../../ui/use-other-workspace-label'
import { waitingWords } from '../../ui/words'
import { activityTexts, discardText, isOpenChange, targetName } from './activity-words'

type Change = Pick<ActivityEntry, 'workspace' | 'changeId' | 'version' | 'kind' | 'targetId' | 'title' | 'state'> &
  Partial<Pick<ActivityEntry, 'error' | 'isHidden' | 'needsReview'>>

/** Only for the open workspace, which the form belongs to. */
function EditAndRetry({ entry: { workspace, kind, state, changeId }, name }: { entry: Change; name: string }) {
  const { ref } = useWorkspace()
  if (kind !== 'createInsight' || state !== 'failed' || workspaceKey(ref) !== workspaceKey(workspace)) return null
  return (
    <PaneButton
      variant="filled"
      component={Link}
      to={`/insights?edit=${encodeURIComponent(changeId)}`}
      aria-label={`Edit and retry ${name}`}
    >
      Edit and retry
    </PaneButton>
  )
}

/** Without this, a retry that changes nothing would show the same failure as before, as if it never ran. */
function tellIfWaiting({ workspace, state, error }: ActivityEntry): void {
  if (state === 'waiting') notifyInView(waitingWords(error, workspace.environment), 'yellow')
}

export const confirmDiscard = (change: Change) =>
  confirm({
    title: activityTexts.discardThisChange,
    text: discardText(change),
    confirmLabel: 'Discard',
    tone: 'danger',
  })

/** Retries or discards a change that was never confirmed. */
export function ChangeActions({ entry }: { readonly entry: Change }) {
  const { workspace, changeId, version } = entry
  const name = targetName(entry)
  const { ref } = useWorkspace()
  const queryClient = useQueryClient()
  const once = useOneAtATime()
  const retry = useMutation({
    ...mutationOptionsFor('activity', 'retry'),
    onMutate: (): void => discard.reset(),
    onSuccess() {
      const isHere = () => isStillOpen(queryClient, ref)
      const tell = (now: ActivityEntry) => isHere() && tellIfWaiting(now)
      if (isHere()) announce('Sending')
      void client.activity.get({ workspace, changeId }).then(tell, () => {})
    },
    onSettled: () => once.end(),
  })
  const discard = useMutation({
    ...mutationOptionsFor('activity', 'discard'),
    onMutate: (): void => retry.reset(),
    onSuccess: () => announce('Change discarded'),
  })
  const isRunning = retry.isPending || discard.isPending
  const error = retry.error ?? discard.error
  // A tampered change is not the person's own any more, so it is never sent.
  const canRetry = entry.error?.code !== 'TAMPERED'
  const isToReview = waitsForReview(entry)
  // A waiting change was not rejected: nothing to correct.
  const isWaiting = entry.state === 'waiting'
  const whyNotNow = useWhyNotNow()
  const isHere = workspaceKey(ref) === workspaceKey(workspace)
  // Only the open environment can be unlocked.
  const isLockedElsewhere =
    useEnvironments().environments.some(({ name, isLocked }) => name === workspace.environment && isLocked) &&
    workspace.environment !== ref.environment
  const whyNotHere = isWaiting && isHere ? whyNotNow : null

  if (!isOpenChange(entry)) return null

  const askToDiscard = async () => {
    if (await confirmDiscard(entry)) discard.mutate({ workspace, changeId, version })
  }

  return (
    <>
      <Group gap="xs">
        {canRetry && (
          <>
            <EditAndRetry entry={entry} name={name} />
            {isToReview ? (
              isHere && (
                <PaneButton variant="filled" onClick={reviewDialog.open}>
                  Review and send…
                </PaneButton>
              )
            ) : (
              <ActionButton
                isSmall
                isBusy={retry.isPending}
                disabledReason={isLockedElsewhere ? activityTexts.unlockElsewhere : whyNotHere}
                label={isWaiting ? `Send now: ${name}` : `Retry ${name}`}
                onClick={() => {
                  if (!isRunning && once.begin()) retry.mutate({ workspace, changeId, version })
                }}
              >
                {isWaiting ? 'Send now' : 'Retry'}
              </ActionButton>
            )}
          </>
        )}
        <ActionButton
          isSmall
          isBusy={discard.isPending}
          disabledReason={null}
          label={`Discard ${name}`}
          onClick={() => {
            if (!isRunning) void askToDiscard()
          }}
        >
          Discard…
        </ActionButton>
      </Group>
      {error && <ErrorNotice error={error} workspace={entry.workspace} />}
    </>
  )
}
