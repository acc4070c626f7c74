// Saves typed text: after a pause, when its field goes, and before the window closes. Text that could not be saved is kept
// while the app runs, also without its field, and tried again on the next occasion.
//
// Meanwhile the library may get another text, as when it moves from memory to a file that could not be opened before. So each
// save names the text that the typing began on, and the library joins a text the person never saw instead of replacing it.
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { mostSent } from '../../contract/limits'
import type { InWorkspace } from '../../contract/workspace-key'
import { onClosing } from '../client/closing'
import { keptUntilForgotten } from '../client/forgetting'
import { createTurns, type InTurn } from '../client/in-turn'
import { notifyError } from '../ui/notify'

/** Milliseconds without a key until typed text is saved. */
export const pauseMs = 400

export interface Typed<T> {
  /** The text of the field when the person began to type, or the last saved one since. */
  readonly began: T
  /** Texts of failed saves since then, each of which may have arrived all the same. */
  readonly sent?: T[]
  readonly now: T
}

/** Unsaved values of one kind of field, by record. */
export interface Unsaved<T> {
  /** Typed values, until they are saved. */
  readonly typed: Map<InWorkspace, Typed<T>>
  /** Runs each save after the one before: the next begins on the text that it saved. */
  readonly inTurn: InTurn
}

export function createUnsaved<T>(): Unsaved<T> {
  return { typed: keptUntilForgotten(new Map<InWorkspace, Typed<T>>()), inTurn: createTurns() }
}

export interface Field<T> {
  readonly unsaved: Unsaved<T>
  /** The record of the field: another record needs another component. */
  readonly key: InWorkspace
  readonly save: (typed: Typed<T>) => Promise<unknown>
}

const withSent = <T>(before: readonly T[] = [], now: T) =>
  before.includes(now) ? [...before] : [...before.slice(1 - mostSent), now]

export function useUnsaved<T>({ unsaved, key, save }: Field<T>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(save)
  useLayoutEffect(() => {
    latest.current = save
  })

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    return unsaved.inTurn(key, async () => {
      const sent = unsaved.typed.get(key)
      if (sent === undefined) return
      try {
        await latest.current(sent)
        const last = unsaved.typed.get(key)
        if (last === sent) unsaved.typed.delete(key)
        else if (last !== undefined) unsaved.typed.set(key, { began: sent.now, now: last.now })
      } catch (error) {
        const last = unsaved.typed.get(key)
        if (last !== undefined) unsaved.typed.set(key, { ...last, sent: withSent(last.sent, sent.now) })
        notifyError(error)
      }
    })
  }, [unsaved, key])

  useEffect(() => {
    let isGone = false
    const saveAndStop = async () => {
      await flush()
      if (isGone && !unsaved.typed.has(key)) stop()
    }
    const stop = onClosing(saveAndStop)
    return () => {
      isGone = true
      void saveAndStop()
    }
  }, [flush, unsaved, key])

  /** `shown`: the text of the field before. */
  const saveSoon = (now: T, shown: T) => {
    unsaved.typed.set(key, { began: shown, ...unsaved.typed.get(key), now })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), pauseMs)
  }
  return { saveSoon, flush }
}
