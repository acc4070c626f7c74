import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Smaller in a low window, so that the button stays in sight. */
const roomAbove = 'min(56px, 8vh)'

/** Says why there is nothing here and what to do about it, at the same place in every view. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" p="xl" pt={roomAbove} ta="center">
      <ThemeIcon size={44} radius="xl" variant="light" color="gray" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text component="div" c="dimmed" w="100%" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
