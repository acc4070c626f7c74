import { Button, Group, NativeSelect, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CreateResult, InsightDraft } from '../../../contract/features/insights'
import { InsightType } from '../../../contract/resources/insight'
import type { WorkspaceRef } from '../../../contract/workspace'
import { ChangePlace } from '../../ui/records/ChangePlace'
import { DraftLine, DraftStatus } from './DraftLine'
import { ErrorSummary } from './ErrorSummary'
import { type FieldName, fieldNames, labels, scoreNames } from './form-values'
import { typeWord } from './insight-words'
import classes from './NewInsight.module.css'
import { type Mending, useInsightForm } from './use-insight-form'

interface NewInsightFormProps {
  readonly workspace: WorkspaceRef
  /** A change that was not accepted, to be mended; null = a new insight. */
  readonly mending: Mending | null
  readonly draft: z.infer<typeof InsightDraft> | null
  /** Feedback that the form was opened for. */
  readonly feedbackIds: readonly string[]
  readonly onCreated: (result: CreateResult) => void
  readonly onCancel: () => void
}

const types = [
  { value: '', label: 'Choose a type', disabled: true },
  ...InsightType.options.map((type) => ({ value: type, label: typeWord(type) })),
]

const ranges = { strengthScore: '0 to 1', momentumScore: '0 or more', combinedScore: '0 or more' }

export function NewInsightForm({ workspace, mending, draft, feedbackIds, onCreated, onCancel }: NewInsightFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const focusField = (name: FieldName) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const state = useInsightForm({ workspace, mending, draft, feedbackIds, onCreated, focusField })
  const { values, problems, setField, isSending } = state
  const [wantsScores, setWantsScores] = useState(() => scoreNames.some((name) => values[name] !== ''))
  const areScoresShown = wantsScores || scoreNames.some((name) => problems.fields[name] !== undefined)

  // Whichever comes last: the form, or the dialog's own wish to put the focus somewhere.
  const [firstField] = useState(() => fieldNames.find((name) => problems.fields[name] !== undefined) ?? 'type')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => focusField(firstField), [])

  const field = (name: FieldName) => ({
    name,
    label: labels[name],
    value: values[name],
    error: problems.fields[name],
    onChange: (event: { currentTarget: { value: string } }) => setField(name, event.currentTarget.value),
    readOnly: isSending,
    ...(name === firstField ? { 'data-autofocus': true } : {}),
  })

  const Chevron = areScoresShown ? IconChevronDown : IconChevronRight
  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onBlur={state.saving.flush}
      onSubmit={(event) => {
        event.preventDefault()
        void state.submit()
      }}
    >
      <ChangePlace />
      {mending !== null && (
        <Text size="sm">The service rejected this insight. Saving replaces it. Closing the form changes nothing.</Text>
      )}
      <ErrorSummary {...problems} onField={focusField} />
      {draft !== null && state.isRestored && <DraftLine savedAt={draft.savedAt} onDiscard={state.discard} />}
      <NativeSelect {...field('type')} data={types} aria-required className={classes.narrow} />
      <TextInput {...field('title')} aria-required dir="auto" />
      <Textarea {...field('description')} aria-required dir="auto" rows={4} resize="vertical" />
      <div className={classes.pair}>
        <Textarea
          {...field('feedbackIds')}
          description="Optional. Separate ids with commas or new lines."
          rows={2}
          resize="vertical"
          spellCheck={false}
        />
        <TextInput {...field('ownerId')} description="Optional." spellCheck={false} />
      </div>
      <div>
        <UnstyledButton
          className={classes.fold}
          aria-expanded={areScoresShown}
          onClick={() => setWantsScores(!areScoresShown)}
        >
          <Chevron size={14} aria-hidden />
          Scores (optional)
        </UnstyledButton>
        {areScoresShown && (
          <div className={classes.scores}>
            {scoreNames.map((name) => (
              <TextInput key={name} {...field(name)} description={ranges[name]} inputMode="decimal" />
            ))}
          </div>
        )}
      </div>
      <Group justify="space-between" className={classes.footer}>
        <DraftStatus savedAt={state.saving.savedAt} hasFailed={state.saving.hasFailed} />
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSending} aria-keyshortcuts="Control+Enter Meta+Enter">
            {isSending ? 'Sending…' : mending === null ? 'Create insight' : 'Save and send'}
          </Button>
        </Group>
      </Group>
    </form>
  )
}
