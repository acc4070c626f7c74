import { Switch } from '@mantine/core'
import { usePreferences, useSavePreferences } from '../../app/preferences'
import { KeyList } from '../../ui/KeyList'
import { Section } from './Section'

export function KeyboardSettings() {
  const { hasSingleKeys } = usePreferences()
  const save = useSavePreferences()
  return (
    <Section title="Keyboard">
      <Switch
        label="Single keys"
        description="Keys like R or J work without Ctrl. Switch them off if they get in the way of dictation or other aids."
        checked={hasSingleKeys}
        onChange={(event) => save({ hasSingleKeys: event.currentTarget.checked })}
      />
      <KeyList />
    </Section>
  )
}
