// Says first what marking would do, as far as this app knows; the focus starts on Cancel, as the service cannot undo it.
import { Button, Group, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useEnvironment, useWorkspace } from '../../app/workspace'
import { commandOf, queryOf } from '../../client/queries'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { OfflineNote } from '../../ui/records/OfflineNote'
import { doubtWords, previewWords, resultWords } from './seen-words'

interface MarkSeenDialogProps {
  readonly id: string
  /** null: hidden content that nobody asked to see. */
  readonly title: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

function useMarking(id: string, onDone: () => void) {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const makesStale = ['insights', 'opportunities', 'outcomes', 'activity'] as const
  const { mutate, ...marking } = useMutation({
    ...commandOf(queryClient, 'opportunities', 'markAllSeen', { makesStale }),
    onSuccess: ({ unseen }) => {
      notifications.show({ message: resultWords(unseen), color: unseen === 0 ? 'green' : 'yellow', role: 'status' })
      onDone()
    },
  })
  return { ...marking, mark: () => mutate({ workspace, id }) }
}

interface QuestionProps extends Omit<MarkSeenDialogProps, 'isOpen'> {
  readonly onRunning: (isRunning: boolean) => void
}

function Question({ id, title, onClose, onRunning }: QuestionProps) {
  const { ref: workspace } = useWorkspace()
  const { name } = useEnvironment()
  const preview = useQuery({ ...queryOf('opportunities', 'markAllSeenPreview', { workspace, id }), staleTime: 0 })
  const { mark, isPending, error } = useMarking(id, onClose)
  useEffect(() => onRunning(isPending), [isPending, onRunning])
  const failure = error ?? preview.error
  const isReady = preview.data !== undefined && preview.data.unseen > 0
  return (
    <>
      <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {title ?? 'Hidden content'}
      </Text>
      <Text size="xs" c="dimmed">
        In {environmentIdentity[name].label}
      </Text>
      <Text size="sm" mt="sm" role="status">
        {preview.data && (isReady ? previewWords(preview.data) : 'All insights of this opportunity are seen already.')}
      </Text>
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
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <BusyButton disabled={!isReady} isBusy={isPending} onClick={mark}>
          Mark as seen
        </BusyButton>
      </Group>
    </>
  )
}

export function MarkSeenDialog({ isOpen, onClose, ...subject }: MarkSeenDialogProps) {
  const [isRunning, setIsRunning] = useState(false)
  return (
    <Modal
      opened={isOpen}
      // What was sent cannot be called back, and its failure is told in here, so nobody leaves before the answer.
      onClose={() => !isRunning && onClose()}
      title="Mark all as seen"
      size="sm"
      centered
      withCloseButton={false}
    >
      <Question {...subject} onClose={onClose} onRunning={setIsRunning} />
    </Modal>
  )
}
