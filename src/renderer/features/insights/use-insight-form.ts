// The state of the form for a new insight: the fields, what is wrong with them, and the one attempt to send that may
// be under way. Whatever goes wrong, what was typed stays.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { AppError } from '../../../contract/errors'
import type { CreateResult, InsightDraft } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { commandOf } from '../../client/queries'
import {
  type FieldName,
  type FieldProblems,
  type FormValues,
  fieldNames,
  isFieldName,
  readInsight,
  valuesOf,
  withFeedback,
} from './form-values'
import { useDraft } from './use-draft'

interface Problems {
  readonly fields: FieldProblems
  /** What the service said about something that has no field here. */
  readonly others: readonly string[]
  readonly error: AppError | null
}

const noProblems: Problems = { fields: {}, others: [], error: null }

function problemsOf(error: AppError): Problems {
  const fields: Partial<Record<FieldName, string>> = {}
  const others: string[] = []
  for (const { path, message } of error.report.fields ?? []) {
    const name = path[0]
    if (isFieldName(name) && fields[name] === undefined) fields[name] = message
    else others.push(path.length === 0 ? message : `${path.join('.')}: ${message}`)
  }
  return { fields, others, error }
}

const firstOf = (fields: FieldProblems) => fieldNames.find((name) => fields[name] !== undefined)

/** A change that was not accepted, and what it is being mended to. */
export interface Mending {
  readonly changeId: string
  /** What was sent. */
  readonly values: FormValues
  readonly error: AppError | null
}

interface InsightFormOptions {
  /** null: a new insight. */
  readonly mending: Mending | null
  readonly workspace: WorkspaceRef
  readonly draft: z.infer<typeof InsightDraft> | null
  /** Feedback that the form was opened for: beside what the draft has, and still there when the draft is discarded. */
  readonly feedbackIds: readonly string[]
  readonly onCreated: (result: CreateResult) => void
  readonly focusField: (name: FieldName) => void
}

export function useInsightForm(options: InsightFormOptions) {
  const { workspace, mending, draft, feedbackIds, onCreated, focusField } = options
  const begun = draft === null && mending !== null ? mending.values : valuesOf(draft?.values)
  const [values, setValues] = useState(() => withFeedback(begun, feedbackIds))
  const [problems, setProblems] = useState(() => (mending?.error ? problemsOf(mending.error) : noProblems))
  const [isRestored, setIsRestored] = useState(draft !== null)
  const saving = useDraft(workspace, mending?.changeId ?? null)
  const queryClient = useQueryClient()
  const create = useMutation(commandOf(queryClient, 'insights', 'create', { makesStale: ['insights', 'activity'] }))
  const revise = useMutation(commandOf(queryClient, 'insights', 'edit', { makesStale: ['insights', 'activity'] }))
  // The reference refuses a second attempt in the same moment; the state is for the screen.
  const isSending = useRef(false)
  const [isSendingShown, setIsSendingShown] = useState(false)
  const setIsSending = (now: boolean) => {
    isSending.current = now
    setIsSendingShown(now)
  }

  // Like what is typed, it outlives the form and the app.
  const begin = useEffectEvent(() => {
    if (values.feedbackIds !== begun.feedbackIds) saving.keep(values)
  })
  useEffect(() => begin(), [])

  const setField = useCallback(
    (name: FieldName, text: string) => {
      // It would neither be sent nor stay: the form closes when what was sent has arrived.
      if (isSending.current) return
      const next: FormValues = { ...values, [name]: text }
      setValues(next)
      saving.save(next)
      setProblems((before) => ({ ...before, fields: { ...before.fields, [name]: undefined } }))
    },
    [values, saving],
  )

  const show = (next: Problems) => {
    setProblems(next)
    const first = firstOf(next.fields)
    // After the drawing, as the field may be folded away until then.
    if (first !== undefined) requestAnimationFrame(() => focusField(first))
  }

  const submit = async () => {
    if (isSending.current) return
    const read = readInsight(values)
    if (!read.isValid) return show({ ...noProblems, fields: read.problems })
    setIsSending(true)
    setProblems(noProblems)
    // The draft goes when the insight is taken. A save after that would bring it back.
    await saving.flush()
    try {
      const { insight } = read
      const result = await (mending === null
        ? create.mutateAsync({ workspace, insight })
        : revise.mutateAsync({ workspace, changeId: mending.changeId, insight }))
      saving.forget()
      onCreated(result)
    } catch (error) {
      saving.keep(values)
      setIsSending(false)
      show(problemsOf(error as AppError))
    }
  }

  const discard = () => {
    if (isSending.current) return
    saving.forget()
    setValues(withFeedback(mending?.values ?? valuesOf(), feedbackIds))
    setProblems(mending?.error ? problemsOf(mending.error) : noProblems)
    setIsRestored(false)
    focusField('type')
  }

  return { values, problems, saving, isRestored, isSending: isSendingShown, setField, submit, discard }
}
