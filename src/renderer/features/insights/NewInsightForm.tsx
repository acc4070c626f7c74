import { Button, Group, NativeSelect, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CreateResult, InsightDraft } from '../../../contract/features/insights'
import { typeWord } from '../../../contract/features/record-words'
import { InsightType } from '../../../contract/resources/insight'
import type { EnvironmentName, WorkspaceRef } from '../../../contract/workspace'
import { useEnvironment, useSyncStatus } from '../../client/workspace'
import { ChangePlace } from '../../records/ChangePlace'
import { useSendingLook } from '../../ui/sending-look'
import { useEditingLock } from '../environments'
import { DiscardedLine, DraftLine, DraftStatus } from './DraftLine'
import { ErrorSummary } from './ErrorSummary'
import { FeedbackPicker } from './FeedbackPicker'
import { type ErrorName, errorNames, type FieldName, fieldNames, hasOtherText, labels, scoreNames } from './form-values'
import { insightTexts } from './insight-words'
import classes from './NewInsight.module.css'
import { useDraftNotice } from './use-draft-notice'
import { type FailedChangeEdit, problemsElsewhere, useInsightForm } from './use-insight-form'

interface NewInsightFormProps {
  readonly workspace: WorkspaceRef
  /** The rejected change to edit; null: a new insight. */
  readonly edit: FailedChangeEdit | null
  readonly draftId: string
  readonly draft: z.infer<typeof InsightDraft> | null
  /** Feedback that the form was opened for. */
  readonly feedbackIds: readonly string[]
  readonly onCreated: (result: CreateResult, isOpen: boolean) => void
  /** Called when the form closes, to mention its draft. */
  readonly closing: RefObject<(() => void) | null>
  /** Starts another draft; null: no more drafts can be kept. */
  readonly onStartNew: (() => void) | null
}

const types = [
  { value: '', label: 'Choose a type', disabled: true },
  ...InsightType.options.map((type) => ({ value: type, label: typeWord(type) })),
]

/** The attribute by which the form finds a field; its type leaves it out. */
const pathOf = ({ 'data-path': path }: { readonly 'data-path'?: string; readonly error?: unknown }) => ({
  'data-path': path,
})

const optionalNames = ['ownerId', ...scoreNames] as const

/** The star is visual; the field itself tells screen readers. */
const required = { 'aria-required': true, labelProps: { className: classes.required } }

const ranges = { strengthScore: '0 to 1', momentumScore: '0 or more', combinedScore: '0 or more' }

/** What becomes of the insight. One sentence, so that the footer stays low. */
function noteOf(environment: EnvironmentName, isLocked: boolean, isOffline: boolean): string {
  if (isLocked) return insightTexts.readOnly
  if (!isOffline) return insightTexts.final
  return environment === 'production' ? insightTexts.offlineInProduction : insightTexts.offline
}

export function NewInsightForm({ onStartNew, closing, ...begun }: NewInsightFormProps) {
  const { workspace, edit, draft } = begun
  const state = useInsightForm(begun)
  const { form, error, errorsFound, isSending } = state
  const { errors } = form
  const { isLocked, name: environment } = useEnvironment()
  const { unlock } = useEditingLock()
  const isOffline = useSyncStatus()?.state === 'offline'
  const noteId = useId()
  const look = useSendingLook()
  const tellOfDraft = useDraftNotice()
  useImperativeHandle(closing, () => () => {
    void tellOfDraft({ draftId: begun.draftId, values: form.getValues(), saving: state.saving })
  })
  const unlockButton = useRef<HTMLButtonElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isLocked) return state.submit(event)
    event.preventDefault()
    // The note beside it says why.
    unlockButton.current?.focus()
  }
  const [wantsMore, setWantsMore] = useState(() => optionalNames.some((name) => form.values[name] !== ''))
  const isMoreNeeded =
    [...optionalNames, 'feedbackIds' as const].some((name) => errors[name] !== undefined) ||
    hasOtherText(form.values.feedbackIds)
  // Can't be closed before the error is corrected, and stays open after that.
  if (isMoreNeeded && !wantsMore) setWantsMore(true)
  const [firstField] = useState(() => fieldNames.find((name) => errors[name] !== undefined) ?? 'type')

  const errorProps = (name: ErrorName) => ({
    error: errors[name],
    // In the place of its error, so that nothing below moves.
    success: errorsFound[name] !== undefined && errors[name] === undefined && insightTexts.changedSince,
    successProps: { c: 'dimmed' },
    withSuccessStyles: false,
  })
  const field = (name: FieldName) => {
    const { onChange, ...props } = form.getInputProps(name)
    return {
      ...props,
      ...errorProps(name),
      name,
      label: labels[name],
      onChange: (event: unknown) => state.isLocked() || onChange(event),
      readOnly: isSending,
      // Either may set the focus last: the form, or the dialog.
      ...(name === firstField ? { autoFocus: true, 'data-autofocus': true } : {}),
    }
  }

  const Chevron = wantsMore ? IconChevronDown : IconChevronRight
  return (
    <form noValidate className={classes.form} onBlur={state.saving.flush} onSubmit={submit}>
      <div className={classes.fields}>
        <ChangePlace />
        {edit !== null && <Text size="sm">{insightTexts.rejected}</Text>}
        <ErrorSummary
          attempt={state.attempt}
          names={errorNames.filter((name) => (errorsFound[name] ?? errors[name]) !== undefined)}
          isChanged={(name) => errors[name] === undefined}
          others={[...problemsElsewhere(error), ...(state.replaces ? [insightTexts.saveAgain] : [])]}
          error={error}
          onField={(name) => form.getInputNode(name)?.focus()}
        />
        {draft !== null && state.isRestored && (
          <DraftLine savedAt={draft.savedAt} onDiscard={state.discard} onStartNew={onStartNew} />
        )}
        {state.canRestore && <DiscardedLine onUndo={state.restore} />}
        <NativeSelect {...field('type')} {...required} data={types} maw={220} />
        <TextInput {...field('title')} {...required} dir="auto" />
        <Textarea {...field('description')} {...required} dir="auto" rows={4} resize="vertical" />
        <FeedbackPicker
          workspace={workspace}
          ids={form.values.feedbackIds}
          onIds={(ids) => state.isLocked() || form.setFieldValue('feedbackIds', ids)}
          onUnused={state.setUnusedSearch}
          errorProps={{ ...pathOf(form.getInputProps('feedbackSearch')), ...errorProps('feedbackSearch') }}
          isReadOnly={isSending}
        />
        <div>
          <UnstyledButton className={classes.fold} aria-expanded={wantsMore} onClick={() => setWantsMore(!wantsMore)}>
            <Chevron size={14} aria-hidden />
            IDs and scores (optional)
          </UnstyledButton>
          {wantsMore && (
            <div className={classes.more}>
              <Textarea
                {...field('feedbackIds')}
                description={insightTexts.howToSeparate}
                rows={2}
                resize="vertical"
                spellCheck={false}
              />
              <TextInput {...field('ownerId')} spellCheck={false} />
              <div className={classes.scores}>
                {scoreNames.map((name) => (
                  <TextInput key={name} {...field(name)} description={ranges[name]} inputMode="decimal" />
                ))}
              </div>
            </div>
          )}
        </div>
      </div>
      <Group className={classes.footer}>
        <div className={classes.notes}>
          <div id={noteId}>{noteOf(environment, isLocked, isOffline)}</div>
          <DraftStatus savedAt={state.saving.savedAt} failure={state.saving.failure} />
        </div>
        <Group gap="xs" wrap="nowrap">
          {isLocked && (
            <Button ref={unlockButton} variant="default" onClick={unlock}>
              Unlock editing
            </Button>
          )}
          <Button
            type="submit"
            {...look}
            aria-disabled={isSending || isLocked}
            data-disabled={isLocked || undefined}
            aria-describedby={noteId}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {isSending ? 'Sending…' : edit === null ? 'Create insight' : 'Save and send'}
          </Button>
        </Group>
      </Group>
    </form>
  )
}
