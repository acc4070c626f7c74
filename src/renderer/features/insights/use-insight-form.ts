// The form for a new insight: its fields, their errors, and the single attempt to send that may be running.
// Typed text survives every failure.
import { type FormErrors, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { AppError } from '../../../contract/errors'
import type { CreateResult, InsightDraft, InsightInput } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'
import { useIsHere } from '../../ui/use-is-here'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { wordsFor } from '../../ui/words'
import { type FormValues, fieldNames, insightOf, isFieldName, problemsOf, valuesOf, withFeedback } from './form-values'
import { insightTexts } from './insight-words'
import { useDiscard } from './use-discard'
import { useDraft } from './use-draft'

/** A rejected change, and its edited values. */
export interface FailedChangeEdit {
  readonly changeId: string
  readonly version: number
  /** Values that were sent. */
  readonly values: FormValues
  readonly error: AppError | null
}

interface InsightFormOptions {
  /** null: a new insight. */
  readonly edit: FailedChangeEdit | null
  readonly workspace: WorkspaceRef
  /** Id of the draft that keeps the typed text. */
  readonly draftId: string
  readonly draft: z.infer<typeof InsightDraft> | null
  /** Feedback the form was opened for: added to the draft's, and kept when the draft is discarded. */
  readonly feedbackIds: readonly string[]
  /** `isOpen`: the form was not closed while the insight was sent. */
  readonly onCreated: (result: CreateResult, isOpen: boolean) => void
}

/** Service errors about fields that this form lacks. */
export function problemsElsewhere(error: AppError | null): readonly string[] {
  const fields = (error?.report.fields ?? []).filter(({ path }) => !isFieldName(path[0]))
  return fields.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
}

const refused = (error: AppError | null | undefined) => (error ? refusedFields(error, fieldNames) : {})

/** For a form that was closed while it was sending. `kept`: where the insight is now. */
function tellNotSent({ title }: InsightInput, error: AppError, kept: string, place: string | undefined): void {
  const message = `${place === undefined ? '' : `${place}: `}${wordsFor(error).title}. ${kept}`
  notifications.show({ color: 'red', title: `Couldn’t send “${title}”`, message, autoClose: 10_000 })
}

export function useInsightForm({ workspace, edit, draftId, draft, feedbackIds, onCreated }: InsightFormOptions) {
  const begun = draft === null && edit !== null ? edit.values : valuesOf(draft?.values)
  const saving = useDraft({ workspace, changeId: edit?.changeId ?? null, draftId })
  const [isRestored, setIsRestored] = useState(draft !== null)
  const [discarded, setDiscarded] = useState<FormValues | null>(null)
  const [error, setError] = useState(edit?.error ?? null)
  // The form drops a field's error when the field changes.
  const [{ errorsFound, attempt }, setFound] = useState(() => ({ errorsFound: refused(edit?.error), attempt: 0 }))
  const setErrorsFound = (next: FormErrors) =>
    setFound((before) => ({ errorsFound: next, attempt: before.attempt + 1 }))
  const unusedSearch = useRef('')
  const form = useForm<FormValues, InsightInput>({
    initialValues: withFeedback(begun, feedbackIds),
    initialErrors: refused(edit?.error),
    validate: (values) => ({
      ...problemsOf(values),
      // The person may have meant to choose what they searched for.
      ...(unusedSearch.current !== '' && { feedbackSearch: insightTexts.unusedSearch }),
    }),
    transformValues: insightOf,
    onValuesChange: saving.save,
  })
  const create = useMutation(mutationOptionsFor('insights', 'create'))
  const revise = useMutation(mutationOptionsFor('insights', 'edit'))
  const version = useRef(edit?.version ?? 0)
  const [replaces, setReplaces] = useState(false)
  // The ref blocks a second attempt in the same tick; the state is for rendering.
  const isSending = useRef(false)
  const [isSendingShown, setIsSendingShown] = useState(false)

  // Like typed text, given feedback outlives the form and the app.
  const begin = useEffectEvent(() => {
    const values = form.getValues()
    if (values.feedbackIds !== begun.feedbackIds) saving.keep(values)
  })
  useEffect(() => begin(), [])

  // Inside the form, its own button undoes this.
  const { offer } = useDiscard()
  const leave = useEffectEvent(() => {
    if (edit !== null || discarded === null || form.isDirty()) return
    offer({ draftId, values: discarded, savedAt: new Date().toISOString() })
  })
  useEffect(() => () => leave(), [])

  const isHere = useIsHere()
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const send = async (insight: InsightInput) => {
    isSending.current = true
    setIsSendingShown(true)
    setError(null)
    setErrorsFound({})
    setReplaces(false)
    if (edit === null) saving.hide()
    // The draft is deleted as soon as the change is in the journal. A later save would bring it back.
    await saving.flush()
    try {
      const result = await (edit === null
        ? create.mutateAsync({ workspace, insight, draftId })
        : revise.mutateAsync({ workspace, changeId: edit.changeId, version: version.current, insight }))
      saving.forget()
      onCreated(result, isHere.current)
    } catch (failure) {
      // After a rejection, the change has these words and a new version. After a conflict it has other words, which the
      // next attempt replaces.
      if (edit !== null) {
        const change = await client.activity.get({ workspace, changeId: edit.changeId }).catch(() => null)
        version.current = change?.version ?? version.current
        setReplaces((failure as AppError).code === 'CONFLICT' && change?.state === 'failed')
      }
      isSending.current = false
      setIsSendingShown(false)
      saving.keep(form.getValues())
      if (!isHere.current) {
        const kept = edit === null ? insightTexts.keptAsDraft : insightTexts.keptInActivity
        return tellNotSent(insight, failure as AppError, kept, otherWorkspaceLabel())
      }
      setError(failure as AppError)
      setErrorsFound(refused(failure as AppError))
      showErrors(form, refused(failure as AppError))
    }
  }

  return {
    form,
    saving,
    error,
    /** What the last attempt found wrong with the fields, also those that have changed since. */
    errorsFound,
    /** Number of the last attempt. */
    attempt,
    /** Sending again would replace another edit of the change. */
    replaces,
    isRestored,
    /** Unchanged since its draft was discarded, so the draft can be restored. */
    canRestore: discarded !== null && !form.isDirty(),
    restore() {
      if (isSending.current || discarded === null) return
      form.setValues(discarded)
      setDiscarded(null)
      form.getInputNode('title')?.focus()
    },
    isSending: isSendingShown,
    /** Words in the search for feedback without a choice; empty: none. */
    setUnusedSearch(words: string) {
      unusedSearch.current = words
      form.clearFieldError('feedbackSearch')
    },
    /** A select cannot be read-only; a choice made now would be neither sent nor kept. */
    isLocked: () => isSending.current,
    submit: form.onSubmit(
      (insight) => (isSending.current ? undefined : send(insight)),
      (errors) => {
        setError(null)
        setErrorsFound(errors)
        // Enter in the search may have been meant for its list, which closes when the focus leaves.
        const { feedbackSearch } = errors
        const isSearching = feedbackSearch && form.getInputNode('feedbackSearch') === document.activeElement
        focusFirstError(form)(isSearching ? { feedbackSearch } : errors)
      },
    ),
    discard() {
      if (isSending.current) return
      setDiscarded(form.getValues())
      form.setInitialValues(withFeedback(edit?.values ?? valuesOf(), feedbackIds))
      form.reset()
      // After the values changed, as that saves them.
      saving.forget()
      form.setErrors(refused(edit?.error))
      // No attempt: what the last one found is not announced again.
      setFound((before) => ({ ...before, errorsFound: refused(edit?.error) }))
      setError(edit?.error ?? null)
      setIsRestored(false)
      form.getInputNode('type')?.focus()
    },
  }
}
