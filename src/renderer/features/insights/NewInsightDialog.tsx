import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { AppError } from '../../../contract/errors'
import type { CreateResult, InsightDraft } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { queryOptionsFor } from '../../client/queries'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { valuesOfBody } from './form-values'
import classes from './NewInsight.module.css'
import { NewInsightForm } from './NewInsightForm'
import type { FailedChangeEdit } from './use-insight-form'

interface NewInsightDialogProps {
  readonly workspace: WorkspaceRef
  /** A change that was not accepted, to edit; null = a new insight. */
  readonly changeId: string | null
  /** Feedback that the form was opened for, beside what is in its draft. */
  readonly feedbackIds: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (result: CreateResult) => void
}

type Draft = z.infer<typeof InsightDraft>

interface Beginning {
  readonly draft: Draft | null
  readonly edit: FailedChangeEdit | null
}

async function readBeginning(workspace: WorkspaceRef, changeId: string | null): Promise<Beginning> {
  if (changeId === null) return { draft: await client.insights.draft({ workspace }), edit: null }
  const change = await client.activity.get({ workspace, changeId })
  const values = change.kind === 'createInsight' && change.state === 'failed' ? valuesOfBody(change.body) : null
  if (values === null) throw new AppError('NOT_FOUND', 'This change no longer needs editing.')
  const { message, code, ...details } = change.error ?? { message: '', code: 'REFUSED' as const }
  const error = change.error && new AppError(code, message, details)
  const { version } = change
  return { draft: await client.insights.draft({ workspace, changeId }), edit: { changeId, version, values, error } }
}

/**
 * Reads the draft once and then leaves the fields to the person: a later reading must never overwrite what is typed.
 * A draft that could not be read has no form either: what is typed there would be saved over it.
 */
function WithDraft({ workspace, changeId, feedbackIds, onClose, onCreated }: Omit<NewInsightDialogProps, 'isOpen'>) {
  const {
    data: beginning,
    error,
    refetch,
  } = useQuery<Beginning, AppError>({
    queryKey: [...queryOptionsFor('insights', 'draft', { workspace, changeId }).queryKey, 'beginning'],
    queryFn: () => readBeginning(workspace, changeId),
    staleTime: 'static',
    gcTime: 0,
  })

  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (beginning === undefined) return null
  return (
    <NewInsightForm
      workspace={workspace}
      {...beginning}
      feedbackIds={feedbackIds}
      onCreated={onCreated}
      onCancel={onClose}
    />
  )
}

export function NewInsightDialog({ isOpen, ...rest }: NewInsightDialogProps) {
  return (
    <Modal
      // What was created takes the focus.
      returnFocus={false}
      opened={isOpen}
      onClose={rest.onClose}
      title="New insight"
      size={600}
      closeOnClickOutside={false}
      classNames={{ content: classes.dialog ?? '', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <WithDraft key={rest.changeId} {...rest} />
    </Modal>
  )
}
