import { Modal, Text } from '@mantine/core'
import { KeyList } from '../ui/KeyList'
import { useBoundKeys } from '../ui/keys'
import { useFocusBack } from '../ui/use-focus-back'
import { usePreferences } from './preferences'

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { hasSingleKeys } = usePreferences()
  const here = useBoundKeys()
  useFocusBack(true)
  return (
    <Modal
      returnFocus={false}
      opened
      onClose={onClose}
      title="Keys"
      size="md"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!hasSingleKeys && (
        <Text size="sm" c="dimmed" mb="md">
          Single keys are switched off in Settings.
        </Text>
      )}
      <KeyList here={here} />
    </Modal>
  )
}
