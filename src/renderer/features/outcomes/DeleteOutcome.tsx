import { useState } from 'react'
import type { OutcomeRow } from '../../../contract/features/outcomes'
import { client } from '../../client/bridge'
import { useWorkspace } from '../../client/workspace'
import { ConfirmDelete } from '../../records/ConfirmDelete'
import { GoalDependents } from './GoalDependents'

interface DeleteOutcomeProps {
  /** null: nothing is to be deleted. */
  readonly outcome: OutcomeRow | null
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

export function DeleteOutcome({ outcome, onClose, onDeleted }: DeleteOutcomeProps) {
  const { ref: workspace } = useWorkspace()
  // The dialog keeps its words while it closes.
  const [last, setLast] = useState(outcome)
  if (outcome !== null && outcome !== last) setLast(outcome)
  if (last === null) return null
  return (
    <ConfirmDelete
      opened={outcome !== null}
      onClose={onClose}
      kind="goal"
      title={last.title}
      id={last.id}
      isHidden={last.hideContent}
      consequences={<GoalDependents outcome={last} onLeave={onClose} />}
      onDelete={(confirmation) => client.outcomes.delete({ workspace, id: last.id, confirmation })}
      onDeleted={() => onDeleted(last.id)}
    />
  )
}
