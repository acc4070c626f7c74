import { Button, Text, Title } from '@mantine/core'
import type { Example } from '../../contract/features/environments'
import { controlTexts } from './words'

interface ExamplesProps {
  /** Name of the examples: "Sandbox metrics". */
  readonly label: string
  readonly examples: readonly Example[]
  readonly onChoose: (example: Example) => void
}

/** Ids that no operation of the service lists. The sandbox is there for trying things, so it gives some away. */
export function Examples({ label, examples, onChoose }: ExamplesProps) {
  if (examples.length === 0) return null
  return (
    <section aria-label={label}>
      <Title order={2} size="xs" mt="lg" mb={2} fw={500} c="dimmed">
        {label}
      </Title>
      <Text size="xs" c="dimmed" mb={6}>
        {controlTexts.examples}
      </Text>
      {examples.map((example) => (
        <Button
          key={example.id}
          variant="default"
          size="compact-sm"
          fullWidth
          justify="start"
          mb={6}
          title={example.title}
          onClick={() => onChoose(example)}
        >
          <Text span inherit truncate="end" dir="auto" style={{ lineHeight: 1.4 }}>
            {example.title}
          </Text>
        </Button>
      ))}
    </section>
  )
}
