import { Group, Text } from '@mantine/core'
import { BusyButton } from '../../ui/BusyButton'
import { settingsTexts } from './settings-words'

interface SaveRowProps {
  readonly label: string
  readonly isBusy: boolean
  readonly isChanged: boolean
}

/** The button that saves a form, and whether there is something to save. */
export function SaveRow({ label, isBusy, isChanged }: SaveRowProps) {
  return (
    <Group gap="sm">
      <BusyButton type="submit" isBusy={isBusy}>
        {label}
      </BusyButton>
      {isChanged && (
        <Text size="xs" c="dimmed">
          {settingsTexts.unsavedChanges}
        </Text>
      )}
    </Group>
  )
}
