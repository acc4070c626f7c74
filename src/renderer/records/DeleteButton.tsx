import { useDialogWanted } from '../navigation/location-state'
import { ActionButton } from '../ui/ActionButton'
import { useWhyNotNow } from './OfflineNote'

interface DeleteButtonProps {
  /** Asks before it deletes. */
  readonly onDelete: () => void
}

/** The last button in the bar of a record that can be deleted, as quiet as the others; the palette presses it too. */
export function DeleteButton({ onDelete }: DeleteButtonProps) {
  const whyNot = useWhyNotNow()
  useDialogWanted('deletion', onDelete, whyNot === null)
  return (
    <ActionButton isSmall disabledReason={whyNot} onClick={onDelete}>
      Delete…
    </ActionButton>
  )
}
