// Saves the form's text while it is typed: when the person pauses, leaves a field or the window, or closes the form or
// the window. Saving and discarding are queued, so that a late save never brings back a discarded draft. A failed save is
// tried again on the next occasion, even after the form has closed.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { NamedDraft } from '../../../contract/features/insights'
import { client } from '../../client/bridge'
import { onClosing } from '../../client/closing'
import { queryOptionsFor } from '../../client/queries'
import { asAppError } from '../../ui/words'
import { type DraftOptions, endWrite, keyOf, queued, unsavedWords } from './draft-queue'
import { type FormValues, isBlank } from './form-values'

const pauseMs = 400
/** Longest time before a save while typing without a pause. */
const longestMs = 2000

export interface DraftState {
  /** Time of the last save (ISO 8601, UTC); null: nothing to save yet. */
  readonly savedAt: string | null
  /** Why the last attempt to save failed. */
  readonly failure: AppError | null
  readonly save: (values: FormValues) => void
  /** Saves at once, without waiting for a pause. */
  readonly keep: (values: FormValues) => void
  /** Saves pending text at once. Resolves, never rejects, when no save is running. */
  readonly flush: () => Promise<unknown>
  /** While an insight is created from it, no form begins with it. Saving it again ends that. */
  readonly hide: () => void
  readonly forget: () => void
}

export function useDraft({ workspace, changeId, draftId }: DraftOptions): DraftState {
  const key = keyOf({ workspace, changeId, draftId })
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const unsaved = useRef<FormValues | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsavedSince = useRef<number | null>(null)
  const saving = useRef<Promise<unknown>>(Promise.resolve())

  const enqueue = useCallback(
    (work: () => Promise<string | null>) => {
      saving.current = queued(key, work).then(
        (at) => {
          setSavedAt(at)
          setFailure(null)
        },
        (error: unknown) => setFailure(asAppError(error)),
      )
      return saving.current
    },
    [key],
  )

  const queryClient = useQueryClient()
  const list = useCallback(
    (saved: NamedDraft | null) => {
      if (changeId !== null) return
      queryClient.setQueryData<readonly NamedDraft[]>(
        queryOptionsFor('insights', 'drafts', { workspace }).queryKey,
        (drafts = []) => [...(saved === null ? [] : [saved]), ...drafts.filter((draft) => draft.draftId !== draftId)],
      )
    },
    [workspace, changeId, draftId, queryClient],
  )
  const discard = useCallback(async () => {
    await client.insights.discardDraft({ workspace, changeId, draftId })
    list(null)
    return null
  }, [workspace, changeId, draftId, list])

  const store = useCallback(
    async (values: FormValues) => {
      const { savedAt } = await client.insights.saveDraft({ workspace, changeId, draftId, values })
      list({ draftId, values: { ...values }, savedAt })
      return savedAt
    },
    [workspace, changeId, draftId, list],
  )

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const values = unsaved.current
    unsaved.current = null
    unsavedSince.current = null
    if (values === null) return saving.current
    return enqueue(async () => {
      try {
        const savedAt = isBlank(values) ? await discard() : await store(values)
        endWrite(key, values)
        return savedAt
      } catch (error) {
        if (unsavedWords.get(key) === values) unsaved.current = values
        throw error
      }
    })
  }, [key, enqueue, discard, store])

  const save = (values: FormValues) => {
    unsaved.current = values
    unsavedWords.set(key, values)
    clearTimeout(timer.current)
    const now = performance.now()
    unsavedSince.current ??= now
    timer.current = setTimeout(flush, Math.max(0, Math.min(pauseMs, unsavedSince.current + longestMs - now)))
  }

  const keep = (values: FormValues) => {
    save(values)
    void flush()
  }

  const hide = () => void unsavedWords.set(key, null)

  const forget = () => {
    clearTimeout(timer.current)
    unsaved.current = null
    unsavedSince.current = null
    hide()
    void enqueue(() => discard().finally(() => endWrite(key, null)))
  }

  useEffect(() => {
    window.addEventListener('blur', flush)
    window.addEventListener('pagehide', flush)
    let isGone = false
    const saveOrStay = async () => {
      if (isGone && unsavedWords.get(key) !== unsaved.current) unsaved.current = null
      await flush()
      if (isGone && unsaved.current === null) stop()
    }
    const stop = onClosing(saveOrStay)
    return () => {
      isGone = true
      window.removeEventListener('blur', flush)
      window.removeEventListener('pagehide', flush)
      void saveOrStay()
    }
  }, [key, flush])

  return { savedAt, failure, save, keep, flush, hide, forget }
}
