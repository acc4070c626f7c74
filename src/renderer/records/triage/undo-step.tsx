// One key undoes the decisions made in any part of a view, the last first. The notice is about the last one.

import { notifications } from '@mantine/notifications'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lowerFirst } from '../../../contract/first-letter'
import { announce } from '../../ui/announce'
import { nextStep, useKey } from '../../ui/keys'
import { notifyError, notifyInView } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'
import { notUndone } from './triage-words'

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

/**
 * Passes on a write on this computer that is to be done. Until it is answered, the key means this step, not the one before
 * it.
 */
type UnderWay = <Result>(write: Promise<Result>) => Promise<Result>

interface Steps {
  readonly done: OnDone
  readonly underWay: UnderWay
}

interface Step {
  readonly message: string
  readonly revert: Revert
  readonly noticeId: string
  readonly since: number
}

interface Write {
  readonly answer: Promise<unknown>
  readonly since: number
}

/** More than anybody undoes; each step holds its changes. */
const mostSteps = 50

function useUndoStep(view: string): Steps {
  /** The steps that can be undone, the last one at the end. */
  const [offered, setOffered] = useState<readonly Step[]>([])
  /** The same steps, for the buttons of notices that were made earlier. */
  const steps = useRef(offered)
  /** The last one at the end. */
  const [writes, setWrites] = useState<readonly Write[]>([])
  /** How often the key was pressed during this write. */
  const pressed = useRef<{ readonly write: Write; times: number } | null>(null)
  const viewNow = useRef(view)
  useLayoutEffect(() => {
    viewNow.current = view
  }, [view])
  const setSteps = (next: readonly Step[]) => {
    steps.current = next
    setOffered(next)
  }

  const underWay: UnderWay = (answer) => {
    const write = { answer, since: nextStep() }
    const end = () => setWrites((now) => now.filter((each) => each !== write))
    setWrites((now) => [...now, write])
    answer.then(end, end)
    return answer
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
        else if (isReverted === false) notifyInView(notUndone, 'yellow')
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
  const write = writes.at(-1)
  const undoWhenDone = () => {
    if (write === undefined) return undo()
    if (pressed.current?.write === write) {
      pressed.current.times += 1
      return
    }
    const press = { write, times: 1 }
    pressed.current = press
    const before = steps.current.at(-1)
    write.answer.then(
      () => {
        if (viewNow.current !== view) return
        // Without a step of its own, it changed nothing.
        const times = press.times - (steps.current.at(-1) === before ? 1 : 0)
        for (let left = times; left > 0; left -= 1) undo()
      },
      // The person was told of the failure, and meant no earlier step.
      () => {},
    )
  }
  const { since } = write ?? offered.at(-1) ?? { since: 0 }
  useKey('mod+z', undoWhenDone, { enabled: since > 0, since })
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(
    () => () => {
      const last = steps.current.at(-1)
      if (last !== undefined) notifications.hide(last.noticeId)
      setSteps([])
      setWrites([])
    },
    [view],
  )
  return { done, underWay }
}

const UndoContext = createContext<Steps | null>(null)

interface UndoStepsProps {
  /** Identifies the open view and its workspace: leaving it ends the offer. */
  readonly view: string
  readonly children: ReactNode
}

/** Stands around the views: all parts of the open one share their steps. */
export function UndoSteps({ view, children }: UndoStepsProps) {
  return <UndoContext value={useUndoStep(view)}>{children}</UndoContext>
}

export function useUndoSteps(): Steps {
  const steps = useContext(UndoContext)
  if (steps === null) throw new Error('There is no <UndoSteps> around this.')
  return steps
}
