import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { AppError, ErrorReport } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { signInDialog } from './dialogs'
import { useWorkspaceName } from './use-workspace-name'
import { wordsFor } from './words'

interface ErrorNoticeProps {
  readonly error: AppError | ErrorReport
  /** Shown as "Try again" where trying again can help. */
  readonly onRetry?: () => void
  /** Where it failed, if not in the open one; null = in one that is not set up. */
  readonly workspace?: WorkspaceRef | null
  /** Margin above, in CSS pixels. */
  readonly mt?: number
}

/** What failed, in words, with the way on. */
export function ErrorNotice({ error, onRetry, workspace, mt }: ErrorNoticeProps) {
  const navigate = useNavigate()
  const { title, text, action } = wordsFor(error, useWorkspaceName(workspace))
  const canRetry = onRetry !== undefined && action !== 'none'
  return (
    <Alert
      role="alert"
      mt={mt}
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
      {(canRetry || action === 'sign-in' || action === 'settings') && (
        <Group gap="xs" mt="xs">
          {canRetry && (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {action === 'sign-in' && (
            <Button size="compact-sm" variant="default" onClick={signInDialog.open}>
              Add a token
            </Button>
          )}
          {action === 'settings' && (
            <Button size="compact-sm" variant="default" onClick={() => navigate('/settings')}>
              Open settings
            </Button>
          )}
        </Group>
      )}
    </Alert>
  )
}
