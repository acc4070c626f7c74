import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutcomeRow } from '../../../contract/features/outcomes'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { ConfirmDelete } from '../../ui/records/ConfirmDelete'
import { counted } from '../../ui/records/record-words'
import { consequencesOf } from './consequences'
import { useDeleteOutcome } from './use-delete-outcome'

interface DeleteOutcomeProps {
  /** null: nothing is to be deleted. */
  readonly outcome: OutcomeRow | null
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

/** What the list knows, for as long as the details are being read. */
const roughly = ({ insights, opportunities, solutions, metrics }: OutcomeRow) => [
  counted(insights, 'insight', 'insights'),
  counted(opportunities, 'opportunity', 'opportunities'),
  counted(solutions, 'solution', 'solutions'),
  counted(metrics, 'metric linked from here', 'metrics linked from here'),
]

export function DeleteOutcome({ outcome, onClose, onDeleted }: DeleteOutcomeProps) {
  const { ref: workspace } = useWorkspace()
  const remove = useDeleteOutcome()
  // The dialog keeps its words while it closes.
  const [last, setLast] = useState(outcome)
  if (outcome !== null && outcome !== last) setLast(outcome)
  const { data } = useQuery({
    ...queryOf('outcomes', 'get', { workspace, id: outcome?.id ?? '' }),
    enabled: outcome !== null,
  })
  if (last === null) return null
  return (
    <ConfirmDelete
      opened={outcome !== null}
      onClose={onClose}
      kind="goal"
      title={last.title}
      id={last.id}
      isHidden={last.hideContent}
      consequences={data?.id === last.id ? consequencesOf(data) : roughly(last)}
      onDelete={(confirmation) => remove(last.id, confirmation)}
      onDeleted={() => onDeleted(last.id)}
    />
  )
}
