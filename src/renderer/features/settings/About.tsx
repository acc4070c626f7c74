import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../../client/queries'
import { LinkOpening } from './LinkOpening'
import { Section } from './Section'

export function About() {
  const { data: info } = useQuery(queryOptionsFor('shell', 'info', {}))
  if (info === undefined) return null
  return (
    <Section id="about">
      <Text size="sm">
        {`Discovery Desk ${info.version}, on Electron ${info.electron}${info.isFallbackRuntime ? ' (fallback runtime, for development and tests only)' : ''}.`}
      </Text>
      <LinkOpening />
    </Section>
  )
}
