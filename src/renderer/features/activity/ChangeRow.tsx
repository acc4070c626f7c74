import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ActivityEntry } from '../../../contract/features/activity'
import { client } from '../../client/bridge'
import { notifyError } from '../../ui/notify'
import { askFirst } from '../../ui/question'
import { RelativeTime } from '../../ui/RelativeTime'
import { useTask } from '../../ui/use-task'
import { asAppError, wordsFor } from '../../ui/words'
import classes from './activity.module.css'
import { kindWords, stateWords } from './activity-words'

/** What is on its way, or done, is out of the person's hands. */
const isOpen = ({ state }: ActivityEntry) => state === 'waiting' || state === 'unknown' || state === 'failed'

function Actions({ entry }: { readonly entry: ActivityEntry }) {
  const { workspace, changeId, title } = entry
  const queryClient = useQueryClient()
  const { isRunning, run } = useTask()

  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work().catch((error) => notifyError(asAppError(error)))
      await queryClient.invalidateQueries({ queryKey: ['activity'] })
    })

  const discard = async () => {
    const isConfirmed = await askFirst({
      title: 'Discard this change?',
      text: `“${title}” was not confirmed by the service. It is forgotten on this computer, with everything you typed.`,
      confirmLabel: 'Discard',
      tone: 'danger',
    })
    if (isConfirmed) await act(() => client.activity.discard({ workspace, changeId }))
  }

  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        loading={isRunning}
        aria-label={`Retry ${title}`}
        onClick={() => act(() => client.activity.retry({ workspace, changeId }))}
      >
        Retry
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isRunning}
        aria-label={`Discard ${title}`}
        onClick={discard}
      >
        Discard
      </Button>
    </Group>
  )
}

export function ChangeRow({ entry }: { readonly entry: ActivityEntry }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <RelativeTime at={entry.createdAt} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{kindWords[entry.kind]}</Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/insights/${encodeURIComponent(entry.targetId)}`} size="sm">
          {entry.title}
        </Anchor>
        {entry.error && (
          <Text size="xs" c="dimmed">
            {`${wordsFor(entry.error).title}. ${entry.error.message}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <span className={classes.state} data-state={entry.state}>
          {stateWords[entry.state]}
        </span>
      </Table.Td>
      <Table.Td>{isOpen(entry) && <Actions entry={entry} />}</Table.Td>
    </Table.Tr>
  )
}
