// What was decided last in a view, by whatever part of it, is undone by one notice and one key.
import { notifications } from '@mantine/notifications'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { announce } from '../../ui/announce'
import { useKey } from '../../ui/keys'
import { notifyError, notifyInView } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'

/** Resolves to false where nothing was left to put back, as it was changed since. */
type Revert = () => Promise<boolean>

/** Says what was done, and offers to undo it until there is a later step or the view is left. */
type OnDone = (message: string, revert: Revert) => void

interface Step {
  readonly message: string
  readonly revert: Revert
  readonly noticeId: string
}

function useUndoStep(view: string): OnDone {
  /** How many were done since the last undo; only the last one is undone. */
  const [steps, setSteps] = useState(0)
  const last = useRef<Step | null>(null)

  const undo = () => {
    const step = last.current
    last.current = null
    setSteps(0)
    if (step === null) return
    notifications.hide(step.noticeId)
    step.revert().then(
      (isReverted) => (isReverted ? announce('Undone') : notifyInView('Changed since, not undone', 'yellow')),
      (error) => {
        // Offered again, unless there is a later step.
        if (last.current === null) done(step.message, step.revert)
        notifyError(error)
      },
    )
  }
  const done: OnDone = (message, revert) => {
    if (last.current !== null) notifications.hide(last.current.noticeId)
    last.current = { message, revert, noticeId: notifyUndo(message, undo, { binding: 'mod+z' }) }
    setSteps((before) => before + 1)
  }
  useKey('mod+z', undo, { enabled: steps > 0, since: steps })
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(
    () => () => {
      if (last.current !== null) notifications.hide(last.current.noticeId)
      last.current = null
      setSteps(0)
    },
    [view],
  )
  return done
}

const Done = createContext<OnDone | null>(null)

interface UndoStepsProps {
  /** Which view is open, of which workspace: leaving it ends the offer. */
  readonly view: string
  readonly children: ReactNode
}

/** Around the views: all parts of the open one share their last step. */
export function UndoSteps({ view, children }: UndoStepsProps) {
  return <Done value={useUndoStep(view)}>{children}</Done>
}

export function useOnDone(): OnDone {
  const done = useContext(Done)
  if (done === null) throw new Error('There is no <UndoSteps> around this.')
  return done
}
