import { Modal, Text } from '@mantine/core'
import { usePreferences } from '../client/preferences'
import { KeyList } from './KeyList'
import { useBoundKeys } from './keys'
import { useFocusBack } from './use-focus-back'

interface KeysDialogProps {
  readonly onClose: () => void
  /** Whether those that do nothing in the view on screen are marked. */
  readonly isOfView?: boolean
}

export function KeysDialog({ onClose, isOfView = true }: KeysDialogProps) {
  const { hasSingleKeys } = usePreferences()
  const here = useBoundKeys()
  useFocusBack(true)
  return (
    <Modal
      returnFocus={false}
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="md"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!hasSingleKeys && (
        <Text size="sm" c="dimmed" mb="md">
          Single-key shortcuts are off in Settings.
        </Text>
      )}
      <KeyList here={isOfView ? here : null} />
    </Modal>
  )
}
