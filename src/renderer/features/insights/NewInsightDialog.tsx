import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { AppError } from '../../../contract/errors'
import type { CreateResult, InsightDraft } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useFocusBack } from '../../ui/use-focus-back'
import { asAppError } from '../../ui/words'
import { NewInsightForm } from './NewInsightForm'

interface NewInsightDialogProps {
  readonly workspace: WorkspaceRef
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (result: CreateResult) => void
}

type Draft = z.infer<typeof InsightDraft>

/**
 * Reads the draft once and then leaves the fields to the person: a later reading must never overwrite what is typed.
 * A draft that could not be read has no form either: what is typed there would be saved over it.
 */
function WithDraft({ workspace, onClose, onCreated }: Omit<NewInsightDialogProps, 'isOpen'>) {
  const [draft, setDraft] = useState<Draft | null>()
  const [error, setError] = useState<AppError | null>(null)
  const [attempt, setAttempt] = useState(1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    let isGone = false
    client.insights.draft({ workspace }).then(
      (found) => {
        if (isGone) return
        setDraft(found)
        setError(null)
      },
      (reason: unknown) => {
        if (!isGone) setError(asAppError(reason))
      },
    )
    return () => {
      isGone = true
    }
  }, [workspace, attempt])

  if (error !== null) return <ErrorNotice error={error} onRetry={() => setAttempt(attempt + 1)} />
  if (draft === undefined) return null
  return <NewInsightForm workspace={workspace} draft={draft} onCreated={onCreated} onCancel={onClose} />
}

export function NewInsightDialog({ isOpen, ...rest }: NewInsightDialogProps) {
  useFocusBack(isOpen)
  return (
    <Modal
      returnFocus={false}
      opened={isOpen}
      onClose={rest.onClose}
      title="New insight"
      size={600}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <WithDraft {...rest} />
    </Modal>
  )
}
