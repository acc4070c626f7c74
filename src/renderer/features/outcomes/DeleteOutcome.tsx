import { useState } from 'react'
import type { OutcomeRow } from '../../../contract/features/outcomes'
import { ConfirmDelete } from '../../ui/records/ConfirmDelete'
import { HangingOnGoal } from './HangingOnGoal'
import { useDeleteOutcome } from './use-delete-outcome'

interface DeleteOutcomeProps {
  /** null: nothing is to be deleted. */
  readonly outcome: OutcomeRow | null
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

export function DeleteOutcome({ outcome, onClose, onDeleted }: DeleteOutcomeProps) {
  const remove = useDeleteOutcome()
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
      consequences={<HangingOnGoal outcome={last} onLeave={onClose} />}
      onDelete={(confirmation) => remove(last.id, confirmation)}
      onDeleted={() => onDeleted(last.id)}
    />
  )
}
