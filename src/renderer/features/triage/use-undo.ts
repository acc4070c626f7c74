// Undoes actions of triage: the last one first, one at a time.
import { useRef, useState } from 'react'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { replaceNote } from '../../records/triage/NoteField'
import { announce } from '../../ui/announce'
import { nextStep } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import {
  type Action,
  actionText,
  addAction,
  decisionOf,
  type NumberedAction,
  notUndoneText,
  removeAction,
  useActions,
} from './triage-session'

export interface Undo {
  readonly actions: readonly NumberedAction[]
  readonly add: (action: Action) => void
  readonly undo: () => void
  /** "Undone: note on “Trust the range”", until the next action. */
  readonly undone: string | null
  /** Changes with each undo: fields rendered before hold outdated text. */
  readonly count: number
}

export function useUndo(workspace: WorkspaceRef, goTo: (id: string) => void): Undo {
  const actions = useActions(workspace)
  const [undone, setUndone] = useState<string | null>(null)
  const [count, setCount] = useState(0)
  const running = useRef(Promise.resolve())

  const add = (done: Action) => {
    const action = { ...done, since: nextStep() }
    addAction(workspace, action)
    setUndone(null)
    if (action.kind === 'note') return
    void action.saved.then((isSaved) => {
      if (!isSaved) removeAction(workspace, action)
    })
  }

  const undoOne = async (action: NumberedAction) => {
    try {
      if (action.kind !== 'note' && !(await action.saved)) return
      const isReverted = await revert(workspace, action)
      const text = isReverted ? `Undone: ${actionText(action)}` : notUndoneText(action)
      announce(text)
      setUndone(text)
    } catch (error) {
      notifyError(error)
      addAction(workspace, action)
    }
    setCount((now) => now + 1)
  }

  const undo = () => {
    const last = actions.at(-1)
    if (last === undefined) return
    removeAction(workspace, last)
    goTo(last.insight.id)
    running.current = running.current.then(() => undoOne(last))
  }

  return { actions, add, undo, undone, count }
}

/** Returns false if the insight has changed since the action. */
async function revert(workspace: WorkspaceRef, action: Action): Promise<boolean> {
  const triaged = { workspace, kind: 'insight', id: action.insight.id } as const
  if (action.kind === 'note') return replaceNote(triaged, action.after, action.before)
  if (action.kind === 'labels') {
    const changes = (await action.saved) ?? []
    const { undo } = await client.triage.labelAll({ workspace, kind: triaged.kind, changes })
    return undo.length > 0
  }
  const now = await client.triage.get(triaged)
  if (JSON.stringify(decisionOf(now)) !== JSON.stringify(action.after)) return false
  await client.triage.decide({ ...triaged, decision: action.before })
  return true
}
