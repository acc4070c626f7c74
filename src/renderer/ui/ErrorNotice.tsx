import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { AppError, ErrorReport } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { signInDialog } from './dialogs'
import { useKnownWorkspace } from './use-workspace-name'
import { wordsFor } from './words'

interface ErrorNoticeProps {
  readonly error: AppError | ErrorReport
  /** Shown as "Try again" where trying again can help. */
  readonly onRetry?: () => void
  /** The workspace where it failed, if not the open one; null = one that is not set up. */
  readonly workspace?: WorkspaceRef | null
  /** Margin above, in CSS pixels. */
  readonly mt?: number
}

/** Describes an error in words and offers the next steps. */
export function ErrorNotice({ error, onRetry, workspace, mt }: ErrorNoticeProps) {
  const navigate = useNavigate()
  const place = useKnownWorkspace(workspace)
  const { title, text, action } = wordsFor(error, place?.name ?? null)
  const ways: (readonly [label: string, go: () => void])[] = []
  // First, as trying again does nothing without a new token.
  if (action === 'sign-in' && place !== null) ways.push(['Add token…', () => signInDialog.set(place)])
  if (onRetry !== undefined && action !== 'none') ways.push(['Try again', onRetry])
  if (action === 'settings') ways.push(['Open settings', () => void navigate('/settings')])
  if (action === 'network') ways.push(['Open network settings', () => void navigate('/settings/network')])
  return (
    <Alert
      role="alert"
      mt={mt}
      // Fills its container, however that aligns its children, up to a readable width.
      maw={640}
      style={{ alignSelf: 'stretch' }}
      ta="start"
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={title}
    >
      <Text size="sm">{text}</Text>
      {error.message !== '' && (
        <Text size="xs" mt={4}>
          {error.message}
        </Text>
      )}
      {ways.length > 0 && (
        <Group gap="xs" mt="xs">
          {ways.map(([label, go]) => (
            <Button key={label} size="compact-sm" variant="default" onClick={go}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Alert>
  )
}
