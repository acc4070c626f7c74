import { Button, Switch, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { usePreference, useSavePreferences } from '../../client/preferences'
import { KeysDialog } from '../../ui/KeysDialog'
import { Section } from './Section'
import { settingsTexts } from './settings-words'

export function KeyboardSettings() {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const save = useSavePreferences()
  const describedBy = useId()
  const [isListOpen, setIsListOpen] = useState(false)
  return (
    <Section id="keyboard">
      <div>
        {/* The switch's own description would become part of its name. */}
        <Switch
          label="Single-key shortcuts"
          aria-describedby={describedBy}
          checked={hasSingleKeys}
          onChange={(event) => save({ hasSingleKeys: event.currentTarget.checked })}
        />
        <Text id={describedBy} size="xs" c="dimmed" mt={6}>
          {settingsTexts.singleKeys}
        </Text>
      </div>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsListOpen(true)}>
        Show keyboard shortcuts
      </Button>
      {isListOpen && <KeysDialog isOfView={false} onClose={() => setIsListOpen(false)} />}
    </Section>
  )
}
