// For a goal that no insight carries, so that no list shows it. What the id stands for is looked up; where nothing is
// known, that is said, as it is what makes this dangerous.

import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { OutcomeDetail } from '../../../contract/features/outcomes'
import { client } from '../../client/bridge'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { ChangePlace } from '../../records/ChangePlace'
import { DeletionBody } from '../../records/DeletionBody'
import { deletionKey, useDeletion } from '../../records/use-deletion'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { GoalDependents } from './GoalDependents'
import { goalTexts } from './goal-words'

interface DeleteByIdProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

const pauseMs = 200
const longestId = 200

interface LookUp {
  /** It is clear what the id stands for, be it nothing that is known here. */
  readonly isReady: boolean
  readonly outcome: OutcomeDetail | null
  /** Why that could not be found out, which is not the same as not being known. */
  readonly error: AppError | null
  readonly retry: () => void
}

function useLookUp(id: string): LookUp {
  const { ref: workspace } = useWorkspace()
  const [settled] = useDebouncedValue(id, pauseMs)
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOptionsFor('outcomes', 'get', { workspace, id: settled }),
    enabled: settled !== '',
  })
  // The last answer stays while it is read again in the background: a button must not be gone for the moment of a click.
  const [answer, setAnswer] = useState({ id: '', data, error })
  const isNew = answer.id !== settled || answer.data !== data || answer.error !== error
  if (settled !== '' && !isFetching && isNew) setAnswer({ id: settled, data, error })

  const isAnswered = id !== '' && id === settled && answer.id === id
  const failure = isAnswered && answer.error !== null && answer.error.code !== 'NOT_FOUND' ? answer.error : null
  return {
    isReady: isAnswered && failure === null,
    outcome: isAnswered && answer.error === null ? (answer.data ?? null) : null,
    error: failure,
    retry: () => void refetch(),
  }
}

function Known({ outcome, onLeave }: { readonly outcome: OutcomeDetail; readonly onLeave: () => void }) {
  return (
    <>
      <Text size="sm" fw={600} mt="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {outcome.hideContent ? 'Hidden content' : outcome.title}
      </Text>
      <GoalDependents outcome={outcome} onLeave={onLeave} />
    </>
  )
}

function Form({ onClose, onDeleted }: Omit<DeleteByIdProps, 'opened'>) {
  const [text, setText] = useState('')
  const id = text.trim()
  const { isReady, outcome, error, retry } = useLookUp(id)
  const { ref: workspace } = useWorkspace()
  const deletion = useDeletion({
    kind: 'goal',
    title: outcome?.title ?? null,
    // Not before it is clear what it stands for: the title, where there is one, is what has to be typed.
    id: isReady ? id : '',
    onDelete: (confirmation) => client.outcomes.delete({ workspace, id, confirmation }),
    onDeleted: () => {
      onClose()
      onDeleted(id)
    },
  })

  return (
    <>
      <ChangePlace />
      <TextInput
        label="Goal ID"
        description={goalTexts.unlistedGoal}
        data-autofocus
        spellCheck={false}
        maxLength={longestId}
        readOnly={deletion.isRunning}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isReady && outcome !== null && <Known outcome={outcome} onLeave={onClose} />}
      {error !== null && (
        <>
          <ErrorNotice mt={16} error={error} onRetry={retry} />
          <Text size="sm" mt={6}>
            {goalTexts.lookupFailed}
          </Text>
        </>
      )}
      {isReady && outcome === null && (
        <Text size="sm" mt="sm" role="status">
          {goalTexts.noInsightMentionsIt}
        </Text>
      )}
      <DeletionBody kind="goal" deletion={deletion} isMasked={outcome?.hideContent ?? false} onCancel={onClose} />
    </>
  )
}

export function DeleteById({ opened, onClose, onDeleted }: DeleteByIdProps) {
  const isRunning = useIsMutating({ mutationKey: deletionKey }) > 0
  return (
    <Modal
      opened={opened}
      onClose={() => !isRunning && onClose()}
      title="Delete goal by ID"
      centered
      withCloseButton={false}
    >
      <Form onClose={onClose} onDeleted={onDeleted} />
    </Modal>
  )
}
