import { Button, Modal, Text } from '@mantine/core'
import { DialogActions } from './DialogActions'
import type { OpenQuestion } from './question'
import { useFocusBack } from './use-focus-back'

/** Focus starts on Cancel, so that a hasty Enter does nothing. The red is the one that white is legible on. */
export function ConfirmDialog({ question }: { readonly question: OpenQuestion }) {
  const { title, text, confirmLabel, tone, answer } = question
  useFocusBack(true)
  return (
    <Modal
      returnFocus={false}
      opened
      onClose={() => answer(false)}
      title={title}
      size="sm"
      centered
      withCloseButton={false}
    >
      <Text size="sm">{text}</Text>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button {...(tone === 'danger' ? { color: 'red.9' } : {})} onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Modal>
  )
}
