// For a goal that no insight carries, so that no list shows it. What the id stands for is looked up; where nothing is
// known, that is said, as it is what makes this dangerous.
import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutcomeDetail } from '../../../contract/features/outcomes'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { Consequences, DeletionBody, DeletionPlace } from '../../ui/records/DeletionBody'
import { useDeletion } from '../../ui/records/use-deletion'
import { consequencesOf } from './consequences'
import { useDeleteOutcome } from './use-delete-outcome'

interface DeleteByIdProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

interface FormProps {
  readonly onClose: () => void
  readonly onRunning: (isRunning: boolean) => void
  readonly onDeleted: (id: string) => void
}

const pauseMs = 200
const longestId = 200

/** Whether the goal of an id is known, as soon as that has been looked up. */
function useLookUp(id: string): { readonly isReady: boolean; readonly outcome: OutcomeDetail | null } {
  const { ref: workspace } = useWorkspace()
  const [settled] = useDebouncedValue(id, pauseMs)
  const { data, isFetching } = useQuery({
    ...queryOf('outcomes', 'get', { workspace, id: settled }),
    enabled: settled !== '',
  })
  return { isReady: id !== '' && id === settled && !isFetching, outcome: data?.id === id ? data : null }
}

function Known({ outcome }: { readonly outcome: OutcomeDetail }) {
  return (
    <>
      <Text size="sm" fw={600} mt="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {outcome.hideContent ? 'Hidden content' : outcome.title}
      </Text>
      <Consequences consequences={consequencesOf(outcome)} />
    </>
  )
}

function Form({ onClose, onRunning, onDeleted }: FormProps) {
  const [text, setText] = useState('')
  const id = text.trim()
  const { isReady, outcome } = useLookUp(id)
  const remove = useDeleteOutcome()
  const deletion = useDeletion({
    kind: 'goal',
    title: outcome?.title ?? null,
    // Not before it is clear what it stands for: the title, where there is one, is what has to be typed.
    id: isReady ? id : '',
    onDelete: (confirmation) => remove(id, confirmation),
    onDeleted: () => {
      onClose()
      onDeleted(id)
    },
  })
  useEffect(() => onRunning(deletion.isRunning), [deletion.isRunning, onRunning])

  return (
    <>
      <DeletionPlace />
      <TextInput
        label="Goal id"
        description="For a goal that no insight carries and no list shows."
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={longestId}
        readOnly={deletion.isRunning}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isReady && outcome !== null && <Known outcome={outcome} />}
      {isReady && outcome === null && (
        <Text size="sm" mt="sm" role="status">
          No insight carries this goal, so its title and what hangs on it cannot be known here. Whether it exists only
          the service can tell.
        </Text>
      )}
      <DeletionBody kind="goal" deletion={deletion} isMasked={outcome?.hideContent ?? false} onCancel={onClose} />
    </>
  )
}

export function DeleteById({ opened, onClose, onDeleted }: DeleteByIdProps) {
  const [isRunning, setIsRunning] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={() => !isRunning && onClose()}
      title="Delete goal by id"
      size="md"
      centered
      withCloseButton={false}
    >
      <Form onClose={onClose} onRunning={setIsRunning} onDeleted={onDeleted} />
    </Modal>
  )
}
