// One key undoes the decisions made in any part of a view, the last first. The notice is about the last one.

import { notifications } from '@mantine/notifications'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lowerFirst } from '../../../contract/first-letter'
import { announce } from '../../ui/announce'
import { nextStep, useKey } from '../../ui/keys'
import { notifyError, notifyInView } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'

/**
 * Resolves to false where nothing was left to revert, as it was changed since; to null where it isn't known to be reverted
 * yet, and the person was told.
 */
type Revert = () => Promise<boolean | null>

/**
 * Says that a step was done, and offers to undo it until the view is left. The returned function withdraws the offer, once
 * the step was undone elsewhere.
 */
type OnDone = (message: string, revert: Revert) => () => void

interface Step {
  readonly message: string
  readonly revert: Revert
  readonly noticeId: string
  readonly since: number
}

/** More than anybody undoes; each step holds its changes. */
const mostSteps = 50

function useUndoStep(view: string): OnDone {
  /** The steps that can be undone, the last one at the end. */
  const [offered, setOffered] = useState<readonly Step[]>([])
  /** The same steps, for the buttons of notices that were made earlier. */
  const steps = useRef(offered)
  const viewNow = useRef(view)
  useLayoutEffect(() => {
    viewNow.current = view
  }, [view])
  const setSteps = (next: readonly Step[]) => {
    steps.current = next
    setOffered(next)
  }

  const undo = () => {
    const step = steps.current.at(-1)
    if (step === undefined) return
    const earlier = steps.current.slice(0, -1)
    setSteps(earlier)
    notifications.hide(step.noticeId)
    step.revert().then(
      (isReverted) => {
        if (isReverted) notifyInView(`Undone: ${lowerFirst(step.message)}`, 'green')
        else if (isReverted === false) notifyInView('Couldn’t undo: it has changed since', 'yellow')
      },
      (error) => {
        // Offers the step again, unless there is a later one.
        if (steps.current === earlier) done(step.message, step.revert)
        notifyError(error)
      },
    )
  }
  const done: OnDone = (message, revert) => {
    // The view of the step was left before the answer came.
    if (viewNow.current !== view) {
      announce(message)
      return () => {}
    }
    const before = steps.current.at(-1)
    if (before !== undefined) notifications.hide(before.noticeId)
    const step = { message, revert, noticeId: notifyUndo(message, undo, 'mod+z'), since: nextStep() }
    setSteps([...steps.current.slice(1 - mostSteps), step])
    return () => {
      notifications.hide(step.noticeId)
      setSteps(steps.current.filter((each) => each !== step))
    }
  }
  const since = offered.at(-1)?.since ?? 0
  useKey('mod+z', undo, { enabled: offered.length > 0, since })
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(
    () => () => {
      const last = steps.current.at(-1)
      if (last !== undefined) notifications.hide(last.noticeId)
      setSteps([])
    },
    [view],
  )
  return done
}

const Done = createContext<OnDone | null>(null)

interface UndoStepsProps {
  /** Identifies the open view and its workspace: leaving it ends the offer. */
  readonly view: string
  readonly children: ReactNode
}

/** Stands around the views: all parts of the open one share their steps. */
export function UndoSteps({ view, children }: UndoStepsProps) {
  return <Done value={useUndoStep(view)}>{children}</Done>
}

export function useOnDone(): OnDone {
  const done = useContext(Done)
  if (done === null) throw new Error('There is no <UndoSteps> around this.')
  return done
}
