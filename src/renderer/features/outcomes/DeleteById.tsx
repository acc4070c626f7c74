// Deletes a goal without insights, which no list shows. The id is looked up first; if it is unknown here, the dialog says
// so, as that makes the deletion dangerous.

import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { OutcomeDetail } from '../../../contract/features/outcomes'
import { hiddenContent } from '../../../contract/features/record-words'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { derivedKey, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { ChangePlace } from '../../records/ChangePlace'
import { DeletionBody } from '../../records/DeletionBody'
import { shownTitle } from '../../records/record-words'
import { useDeletion, useIsDeleting } from '../../records/use-deletion'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { LiveText } from '../../ui/LiveText'
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
  /** The look-up is done, even if the id is unknown here. */
  readonly isReady: boolean
  readonly outcome: OutcomeDetail | null
  /** Why the look-up failed, which does not mean that the id is unknown. */
  readonly error: AppError | null
  readonly retry: () => void
}

type Answer = Pick<LookUp, 'outcome' | 'error'>

/** A failure is an answer, too: an error would vanish while it is read again, and its button at the moment of a click. */
const lookUpOf = (workspace: WorkspaceRef, id: string) =>
  queryOptions<Answer, AppError>({
    queryKey: derivedKey(queryOptionsFor('outcomes', 'get', { workspace, id }), 'known'),
    queryFn: ({ signal }) =>
      client.outcomes.get({ workspace, id }, { signal }).then(
        (outcome) => ({ outcome, error: null }),
        (error: AppError) => ({ outcome: null, error: error.code === 'NOT_FOUND' ? null : error }),
      ),
    enabled: id !== '',
  })

function useLookUp(id: string): LookUp {
  const { ref: workspace } = useWorkspace()
  const [settled] = useDebouncedValue(id, pauseMs)
  const { data, refetch } = useQuery(lookUpOf(workspace, settled))
  const answer = id === settled ? data : undefined
  return {
    isReady: answer !== undefined && answer.error === null,
    outcome: answer?.outcome ?? null,
    error: answer?.error ?? null,
    retry: () => void refetch(),
  }
}

/**
 * Looks for this id in lower case and in upper case, as tools write it: the service doesn't say whether all are one. One that
 * mixes both is found only as it is typed.
 */
function useSimilar(id: string): LookUp {
  const lower = useLookUp(id.toLowerCase())
  const upper = useLookUp(id.toUpperCase())
  return {
    isReady: lower.isReady && upper.isReady,
    outcome: lower.outcome ?? upper.outcome,
    error: lower.error ?? upper.error,
    retry: lower.error === null ? upper.retry : lower.retry,
  }
}

function Known({ outcome, onLeave }: { readonly outcome: OutcomeDetail; readonly onLeave: () => void }) {
  return (
    <>
      <Text size="sm" fw={600} mt="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {outcome.hideContent ? hiddenContent : shownTitle(outcome)}
      </Text>
      <GoalDependents outcome={outcome} onLeave={onLeave} />
    </>
  )
}

function Form({ onClose, onDeleted }: Omit<DeleteByIdProps, 'opened'>) {
  const [text, setText] = useState('')
  const id = text.trim()
  const typed = useLookUp(id)
  const similar = useSimilar(id)
  const { outcome } = typed
  const isUnlisted = typed.isReady && similar.isReady && outcome === null
  const other = isUnlisted ? similar.outcome : null
  const isUnknown = isUnlisted && other === null
  const { error, retry } = typed.error !== null || outcome !== null ? typed : similar
  const field = useRef<HTMLInputElement>(null)
  const deletion = useDeletion({
    kind: 'goal',
    title: outcome?.title ?? null,
    // Empty until the look-up is done: a title, if there is one, has to be typed to confirm.
    id: isUnknown || outcome !== null ? id : '',
    onDeleted: () => {
      onClose()
      onDeleted(id)
    },
  })

  return (
    <>
      <ChangePlace />
      <TextInput
        ref={field}
        label="Goal ID"
        description={goalTexts.unlistedGoal}
        data-autofocus
        spellCheck={false}
        maxLength={longestId}
        readOnly={deletion.isRunning}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {outcome !== null && <Known outcome={outcome} onLeave={onClose} />}
      {error !== null && (
        <>
          <ErrorNotice mt={16} error={error} onRetry={retry} />
          <Text size="sm" mt={6}>
            {goalTexts.lookupFailed}
          </Text>
        </>
      )}
      {isUnknown && (
        <Text size="sm" mt="sm" role="status">
          <LiveText>{goalTexts.noInsightMentionsIt}</LiveText>
        </Text>
      )}
      {other !== null && (
        <>
          <Text size="sm" mt="sm" role="status">
            <LiveText>{goalTexts.sameButForCapitals}</LiveText>
          </Text>
          <Button
            variant="default"
            mt="xs"
            onClick={() => {
              setText(other.id)
              field.current?.focus()
            }}
          >
            Use its ID
          </Button>
        </>
      )}
      <DeletionBody
        deletion={deletion}
        hasCopy={outcome !== null}
        isMasked={outcome?.hideContent ?? false}
        onCancel={onClose}
      />
    </>
  )
}

export function DeleteById({ opened, onClose, onDeleted }: DeleteByIdProps) {
  const isRunning = useIsDeleting('goal')
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
