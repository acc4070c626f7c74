// The message while the local library is left off after too many crashes. It covers everything, as nothing can be read or
// kept, and takes nothing away: open views and typed text stay as they are below.
import { Button, Modal, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { mutationOptionsFor } from '../../client/queries'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { libraryStoppedTexts } from './library-stopped-words'

/** Above open dialogs. */
const zIndex = 350

export interface LibraryStoppedProps {
  readonly onDismiss: () => void
}

export function LibraryStopped({ onDismiss }: LibraryStoppedProps) {
  const { mutate, isPending, error } = useMutation(mutationOptionsFor('shell', 'restartLibrary'))
  return (
    <Modal.Root
      opened
      onClose={onDismiss}
      size="md"
      centered
      zIndex={zIndex}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay />
      {/* Escape would close a dialog below, and text typed there cannot be saved now. */}
      <Modal.Content data-mantine-stop-propagation>
        <Modal.Header>
          <Modal.Title>The local library has stopped</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text size="sm">{libraryStoppedTexts.crashed}</Text>
          {error !== null && (
            <Text size="sm" mt="sm" role="alert" c="var(--mantine-color-error)">
              {libraryStoppedTexts.stoppedAgain}
            </Text>
          )}
          <DialogActions>
            <Button variant="default" onClick={onDismiss} data-mantine-stop-propagation>
              Continue anyway
            </Button>
            <BusyButton
              isBusy={isPending}
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              onClick={() => mutate({})}
              data-autofocus
              data-mantine-stop-propagation
            >
              Restart library
            </BusyButton>
          </DialogActions>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
