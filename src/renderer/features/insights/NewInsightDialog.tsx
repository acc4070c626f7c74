import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { CreateResult, InsightDraft } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { NewInsightForm } from './NewInsightForm'

interface NewInsightDialogProps {
  readonly workspace: WorkspaceRef
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (result: CreateResult) => void
}

type Draft = z.infer<typeof InsightDraft>

/** Reads the draft once and then leaves the fields to the person: a later reading must never overwrite what is typed. */
function WithDraft({ workspace, onClose, onCreated }: Omit<NewInsightDialogProps, 'isOpen'>) {
  const [draft, setDraft] = useState<Draft | null>()

  useEffect(() => {
    let isGone = false
    const show = (found: Draft | null) => {
      if (!isGone) setDraft(found)
    }
    client.insights.draft({ workspace }).then(show, () => show(null))
    return () => {
      isGone = true
    }
  }, [workspace])

  if (draft === undefined) return null
  return <NewInsightForm workspace={workspace} draft={draft} onCreated={onCreated} onCancel={onClose} />
}

export function NewInsightDialog({ isOpen, ...rest }: NewInsightDialogProps) {
  return (
    <Modal
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
