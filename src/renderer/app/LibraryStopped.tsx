// What is shown while the local library is left off after too many crashes. It lies over everything, as nothing can be
// read or kept, and takes nothing away: what is open and typed stays as it is below.
import { Button, Group, Modal, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { client } from '../client/bridge'
import { BusyButton } from '../ui/BusyButton'
import { useTask } from '../ui/use-task'

/** Over dialogs that were open. */
const zIndex = 350

interface LibraryStoppedProps {
  readonly onPutAway: () => void
}

export function LibraryStopped({ onPutAway }: LibraryStoppedProps) {
  const { run, isRunning, error } = useTask()
  return (
    <Modal.Root
      opened
      onClose={onPutAway}
      size="md"
      centered
      zIndex={zIndex}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay />
      {/* Escape would close what is open below, and what is typed there cannot be saved now. */}
      <Modal.Content data-mantine-stop-propagation>
        <Modal.Header>
          <Modal.Title>The local library has stopped</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text size="sm">
            It ended three times within a minute, so it was not started once more by itself. What was saved, and what
            waits to be sent, is on this computer. What is open and typed here stays. Until the library runs again,
            nothing can be read, searched or saved.
          </Text>
          {error !== null && (
            <Text size="sm" mt="sm" role="alert" c="var(--mantine-color-error)">
              It stopped again. Close other programs that need much memory and try once more, or close the app and open
              it again: a library that cannot be read is then made anew, and what was not sent is kept.
            </Text>
          )}
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={onPutAway} data-mantine-stop-propagation>
              Look at what is open
            </Button>
            <BusyButton
              isBusy={isRunning}
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              onClick={() => void run(() => client.shell.restartLibrary({}))}
              data-autofocus
              data-mantine-stop-propagation
            >
              Start it again
            </BusyButton>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
