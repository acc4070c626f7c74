// Says first what marking would do, insight by insight, as far as this app knows; the focus starts on Cancel, as the
// service cannot undo it.
import { Button, Modal, Text } from '@mantine/core'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErrorReport } from '../../../contract/errors'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { ChangePlace } from '../../records/ChangePlace'
import { NamedRecords } from '../../records/NamedRecords'
import { OfflineNote } from '../../records/OfflineNote'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { notifyInView } from '../../ui/notify'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { markedGroups } from './marked-groups'
import { NotReadAgain } from './NotReadAgain'
import { doubtWords, previewWords, resultWords } from './seen-words'

interface MarkSeenDialogProps {
  readonly id: string
  /** null: hidden content that nobody asked to see. */
  readonly title: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface Endings {
  /** It is marked, and so many are unseen in the list that was read afterwards. */
  readonly onRead: (unseen: number) => void
  /** It is marked, and no list came afterwards. */
  readonly onUnread: (error: ErrorReport) => void
}

function useMarking(id: string, { onRead, onUnread }: Endings) {
  const { ref: workspace } = useWorkspace()
  const { mutate, ...marking } = useMutation({
    ...mutationOptionsFor('opportunities', 'markAllSeen'),
    onSuccess: ({ unseen, rereadError }) => (rereadError === null ? onRead(unseen) : onUnread(rereadError)),
  })
  return { ...marking, mark: () => mutate({ workspace, id }) }
}

type QuestionProps = Omit<MarkSeenDialogProps, 'isOpen'> & Endings

function Question({ id, title, onClose, ...endings }: QuestionProps) {
  const { ref: workspace } = useWorkspace()
  const preview = useQuery({
    ...queryOptionsFor('opportunities', 'markAllSeenPreview', { workspace, id }),
    staleTime: 0,
  })
  const { mark, isPending, error } = useMarking(id, endings)
  const failure = error ?? preview.error
  const isReady = preview.data !== undefined && preview.data.unseen > 0
  return (
    <>
      <ChangePlace />
      <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {title ?? 'Hidden content'}
      </Text>
      <Text size="sm" mt="sm" role="status">
        {preview.data && (isReady ? previewWords(preview.data) : 'All insights of this opportunity are already seen.')}
      </Text>
      {preview.data && (
        <NamedRecords label="Insights of this opportunity" groups={markedGroups(id, preview.data)} onLeave={onClose} />
      )}
      <OfflineNote />
      {failure !== null && (
        <div style={{ marginTop: 16 }}>
          <ErrorNotice error={failure} onRetry={error ? mark : () => void preview.refetch()} />
          {error && doubtWords(error) && (
            <Text size="sm" mt={6}>
              {doubtWords(error)}
            </Text>
          )}
        </div>
      )}
      <DialogActions>
        <Button variant="default" data-autofocus disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <BusyButton disabled={!isReady} isBusy={isPending} onClick={mark}>
          Mark as seen
        </BusyButton>
      </DialogActions>
    </>
  )
}

function Content({ onClose, ...rest }: Omit<QuestionProps, keyof Endings>) {
  const [unread, setUnread] = useState<ErrorReport | null>(null)
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const onRead = (unseen: number) => {
    notifyInView(resultWords(unseen), unseen === 0 ? 'green' : 'yellow', otherWorkspaceLabel())
    onClose()
  }
  if (unread !== null) return <NotReadAgain id={rest.id} error={unread} onRead={onRead} onClose={onClose} />
  return <Question {...rest} onClose={onClose} onRead={onRead} onUnread={setUnread} />
}

export function MarkSeenDialog({ isOpen, onClose, ...subject }: MarkSeenDialogProps) {
  const isRunning = useIsMutating(mutationOptionsFor('opportunities', 'markAllSeen')) > 0
  return (
    <Modal
      opened={isOpen}
      // What was sent cannot be called back, and its failure is told in here, so nobody leaves before the answer.
      onClose={() => !isRunning && onClose()}
      title="Mark all as seen"
      size="md"
      centered
      withCloseButton={false}
    >
      <Content {...subject} onClose={onClose} />
    </Modal>
  )
}
