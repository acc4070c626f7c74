import { Radio, Stack } from '@mantine/core'
import { Preferences } from '../../../contract/features/preferences'
import { usePreference, useSavePreferences } from '../../client/preferences'
import { Section } from './Section'

const ColorScheme = Preferences.shape.colorScheme.removeDefault()
const Density = Preferences.shape.density.removeDefault()

const schemeWords = { system: 'System', light: 'Light', dark: 'Dark' } as const
const densityWords = { comfortable: 'Comfortable', compact: 'Compact' } as const

export function Appearance() {
  const colorScheme = usePreference('colorScheme')
  const density = usePreference('density')
  const save = useSavePreferences()
  return (
    <Section id="appearance">
      <Radio.Group
        label="Theme"
        value={colorScheme}
        onChange={(value) => save({ colorScheme: ColorScheme.parse(value) })}
      >
        <Stack gap={6} mt={6}>
          {ColorScheme.options.map((value) => (
            <Radio key={value} value={value} label={schemeWords[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label="Rows" value={density} onChange={(value) => save({ density: Density.parse(value) })}>
        <Stack gap={6} mt={6}>
          {Density.options.map((value) => (
            <Radio key={value} value={value} label={densityWords[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}
