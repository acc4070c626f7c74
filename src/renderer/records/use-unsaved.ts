// Saves what is typed: after a pause, when its field goes, and before the window closes. What could not be saved is kept
// while the app runs, also without its field, and tried again on the next occasion.
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { onClosing } from '../client/closing'
import { notifyError } from '../ui/notify'

/** Milliseconds without a key until what was typed is saved. */
export const pauseMs = 400

interface Typing<T> {
  /** What is typed now, by record, until it is saved. */
  readonly unsaved: Map<string, T>
  /** Of one record: another one needs another component. */
  readonly key: string
  readonly save: (typed: T) => Promise<unknown>
}

export function useUnsaved<T>({ unsaved, key, save }: Typing<T>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(save)
  useLayoutEffect(() => {
    latest.current = save
  })

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const typed = unsaved.get(key)
    if (typed === undefined) return
    try {
      await latest.current(typed)
      if (unsaved.get(key) === typed) unsaved.delete(key)
    } catch (error) {
      notifyError(error)
    }
  }, [unsaved, key])

  useEffect(() => {
    const stop = onClosing(flush)
    return () => {
      void flush().then(() => {
        if (!unsaved.has(key)) stop()
      })
    }
  }, [flush, unsaved, key])

  const saveSoon = (typed: T) => {
    unsaved.set(key, typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), pauseMs)
  }
  return { saveSoon, flush }
}
