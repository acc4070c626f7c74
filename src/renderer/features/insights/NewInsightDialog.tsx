import { Button, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { z } from 'zod'
import { AppError } from '../../../contract/errors'
import {
  type CreateResult,
  type InsightDraft,
  mostDrafts,
  type NamedDraft,
  tooManyDrafts,
} from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { derivedKey, queryOptionsFor } from '../../client/queries'
import { feedbackKind } from '../../records/record-kind'
import { countedOf } from '../../records/record-words'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { undescribed } from '../../ui/undescribed'
import { DraftList } from './DraftList'
import { type DraftOptions, keyOf, unsavedWords } from './draft-queue'
import { draftToBegin } from './drafts'
import { isBlank, valuesOfBody } from './form-values'
import classes from './NewInsight.module.css'
import { NewInsightForm } from './NewInsightForm'
import type { FailedChangeEdit } from './use-insight-form'

interface FormProps {
  readonly workspace: WorkspaceRef
  /** Feedback that the form was opened for, besides that of its draft. */
  readonly feedbackIds: readonly string[]
  readonly onClose: () => void
  readonly onCreated: (result: CreateResult, isOpen: boolean) => void
  /** Called when the open form closes; null: no form is open. */
  readonly closing: RefObject<(() => void) | null>
}

interface NewInsightDialogProps extends Omit<FormProps, 'closing'> {
  /** The rejected change to edit; null: a new insight. */
  readonly changeId: string | null
  /** The draft to open; null: no particular one. */
  readonly draftId: string | null
  readonly isOpen: boolean
}

type Draft = z.infer<typeof InsightDraft>

interface Beginning {
  readonly draft: Draft | null
  readonly edit: FailedChangeEdit
}

/** As this window left it, with the words typed since it was saved. null: nothing is left of it. */
function newest(draft: Draft | null, options: DraftOptions): Draft | null {
  const typed = unsavedWords.get(keyOf(options))
  if (typed === undefined) return draft
  return typed === null || isBlank(typed) ? null : { savedAt: new Date().toISOString(), ...draft, values: { ...typed } }
}

async function readDrafts(workspace: WorkspaceRef): Promise<readonly NamedDraft[]> {
  const drafts = await client.insights.drafts({ workspace })
  return drafts.flatMap((stored) => {
    const draft = newest(stored, { workspace, changeId: null, draftId: stored.draftId })
    return draft === null ? [] : [{ ...stored, ...draft }]
  })
}

async function readEdit(workspace: WorkspaceRef, changeId: string): Promise<Beginning> {
  const change = await client.activity.get({ workspace, changeId })
  const values = change.kind === 'createInsight' && change.state === 'failed' ? valuesOfBody(change.body) : null
  if (values === null) throw new AppError('NOT_FOUND', 'This change no longer needs editing.')
  const error = change.error && AppError.of(change.error)
  const { version } = change
  const draft = newest(await client.insights.draft({ workspace, changeId }), { workspace, changeId, draftId: '' })
  return { draft, edit: { changeId, version, values, error } }
}

/**
 * Drafts are read once; after that the fields belong to the person: a later read must never overwrite typed text. If a
 * draft cannot be read, no form opens: saving it would overwrite the draft.
 */
const readOnce = { staleTime: 'static', gcTime: 0 } as const

function Edit({ workspace, changeId, onClose, ...rest }: FormProps & { readonly changeId: string }) {
  const {
    data: beginning,
    error,
    refetch,
  } = useQuery<Beginning, AppError>({
    queryKey: derivedKey(queryOptionsFor('insights', 'draft', { workspace, changeId }), 'beginning'),
    queryFn: () => readEdit(workspace, changeId),
    ...readOnce,
  })
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (beginning === undefined) return null
  return <NewInsightForm {...{ workspace, ...beginning, ...rest }} draftId="" onStartNew={null} />
}

interface Chosen {
  readonly draftId: string
  readonly draft: Draft | null
}

const newDraft = (): Chosen => ({ draftId: crypto.randomUUID(), draft: null })

function Create({
  workspace,
  draftId,
  feedbackIds,
  closing,
  onClose,
  onCreated,
}: FormProps & { draftId: string | null }) {
  const {
    data: drafts,
    error,
    refetch,
  } = useQuery<readonly NamedDraft[], AppError>({
    queryKey: derivedKey(queryOptionsFor('insights', 'drafts', { workspace }), 'beginning'),
    queryFn: () => readDrafts(workspace),
    ...readOnce,
  })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [fresh] = useState(newDraft)
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (drafts === undefined) return null
  const begun = draftToBegin(drafts, draftId, feedbackIds)
  const onDraft = (draft: NamedDraft) => setChosen({ draftId: draft.draftId, draft })
  const isFull = drafts.length >= mostDrafts
  if (begun === 'ask' && chosen === null)
    return <ChooseDraft {...{ drafts, feedbackIds, isFull, onClose, onDraft }} onStartNew={() => setChosen(fresh)} />
  const { draftId: id, draft } =
    chosen ?? (typeof begun === 'string' ? fresh : { draftId: begun.draftId, draft: begun })
  return (
    <NewInsightForm
      key={id}
      {...{ workspace, feedbackIds, closing, onCreated, draft }}
      draftId={id}
      edit={null}
      onStartNew={isFull ? null : () => setChosen(newDraft())}
    />
  )
}

interface ChooseDraftProps extends Pick<FormProps, 'feedbackIds' | 'onClose'> {
  readonly drafts: readonly NamedDraft[]
  /** No further draft can be kept. */
  readonly isFull: boolean
  readonly onDraft: (draft: NamedDraft) => void
  readonly onStartNew: () => void
}

/** Shown when the form was opened for feedback while there are drafts. */
function ChooseDraft({ drafts, feedbackIds, isFull, onClose, onDraft, onStartNew }: ChooseDraftProps) {
  return (
    <>
      <Text size="sm" mb="xs">
        Start a new insight from {countedOf(feedbackKind, feedbackIds.length)}, or add to a draft?
      </Text>
      <DraftList drafts={drafts} onOpen={onDraft} onDiscard={null} hasFocus={isFull} />
      {isFull && (
        <Text size="xs" c="dimmed" mt="xs">
          {tooManyDrafts}
        </Text>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button autoFocus={!isFull} data-autofocus={!isFull || undefined} disabled={isFull} onClick={onStartNew}>
          Start a new insight
        </Button>
      </DialogActions>
    </>
  )
}

export function NewInsightDialog({ isOpen, changeId, draftId, ...props }: NewInsightDialogProps) {
  const closing = useRef<(() => void) | null>(null)
  const onClose = () => {
    closing.current?.()
    props.onClose()
  }
  const rest = { ...props, closing, onClose }
  return (
    <Modal
      attributes={undescribed}
      // The created insight takes the focus.
      returnFocus={false}
      opened={isOpen}
      onClose={onClose}
      title={changeId === null ? 'New insight' : 'Edit insight'}
      size={600}
      closeOnClickOutside={false}
      classNames={{ content: classes.dialog, body: classes.body }}
      transitionProps={{ duration: 0 }}
    >
      {changeId === null ? (
        <Create key={draftId} draftId={draftId} {...rest} />
      ) : (
        <Edit key={changeId} changeId={changeId} {...rest} />
      )}
    </Modal>
  )
}
