import { IconTrash } from '@tabler/icons-react'
import { useDialogWanted } from '../navigation/location-state'
import { ActionButton } from '../ui/ActionButton'
import { useWhyNotNow } from './OfflineNote'

interface DeleteButtonProps {
  readonly children: string
  /** Asks first. */
  readonly onDelete: () => void
}

/** In the details of a record that can be deleted; the palette presses it too. */
export function DeleteButton({ children, onDelete }: DeleteButtonProps) {
  const whyNot = useWhyNotNow()
  useDialogWanted('deletion', onDelete, whyNot === null)
  return (
    <ActionButton
      disabledReason={whyNot}
      leftSection={<IconTrash size={15} stroke={1.8} aria-hidden />}
      onClick={onDelete}
    >
      {children}
    </ActionButton>
  )
}
