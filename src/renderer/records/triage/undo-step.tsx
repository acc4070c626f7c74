// What was decided last in a view, by whatever part of it, is undone by one notice and one key.
import { notifications } from '@mantine/notifications'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { announce } from '../../ui/announce'
import { useKey } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'

/** Says what was done, and offers to undo it until there is a later step or the view is left. */
export type OnDone = (message: string, revert: () => Promise<unknown>) => void

interface Step {
  readonly message: string
  readonly revert: () => Promise<unknown>
  /** Its id. */
  readonly notice: string
}

function useUndoStep(): OnDone {
  /** How many were done since the last undo; only the last one is undone. */
  const [steps, setSteps] = useState(0)
  const last = useRef<Step | null>(null)

  const undo = () => {
    const step = last.current
    last.current = null
    setSteps(0)
    if (step === null) return
    notifications.hide(step.notice)
    step.revert().then(
      () => announce('Undone'),
      (error) => {
        // Offered again, unless there is a later step.
        if (last.current === null) done(step.message, step.revert)
        notifyError(error)
      },
    )
  }
  const done: OnDone = (message, revert) => {
    if (last.current !== null) notifications.hide(last.current.notice)
    last.current = { message, revert, notice: notifyUndo(message, undo, { binding: 'mod+z' }) }
    setSteps((before) => before + 1)
  }
  useKey('mod+z', undo, { enabled: steps > 0, since: steps })
  return done
}

const Done = createContext<OnDone | null>(null)

/** Around all parts of a view that share their last step. */
export function UndoSteps({ children }: { readonly children: ReactNode }) {
  return <Done value={useUndoStep()}>{children}</Done>
}

/** In a view without steps of its own, those of the part that asks. */
export function useOnDone(): OnDone {
  const own = useUndoStep()
  return useContext(Done) ?? own
}
