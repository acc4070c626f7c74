import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ActivityEntry } from '../../../contract/features/activity'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { askFirst } from '../../ui/question'
import { useTask } from '../../ui/use-task'
import { discardText, isOpenChange, targetName } from './activity-words'

/** For a change that was never confirmed: once more, or no more. */
export function ChangeActions({ entry }: { readonly entry: ActivityEntry }) {
  const { workspace, changeId } = entry
  const name = targetName(entry)
  const queryClient = useQueryClient()
  const { isRunning, error, run } = useTask()
  if (!isOpenChange(entry)) return null

  const act = async (work: () => Promise<unknown>, done: string) => {
    const isDone = await run(work)
    if (isDone) announce(done)
    await queryClient.invalidateQueries({ queryKey: ['activity'] })
  }

  const discard = async () => {
    const isConfirmed = await askFirst({
      title: 'Discard this change?',
      text: discardText(entry),
      confirmLabel: 'Discard',
      tone: 'danger',
    })
    if (isConfirmed) await act(() => client.activity.discard({ workspace, changeId }), 'The change was discarded.')
  }

  return (
    <>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={isRunning}
          aria-label={`Retry ${name}`}
          onClick={() => void act(() => client.activity.retry({ workspace, changeId }), 'It is sent again.')}
        >
          Retry
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isRunning}
          aria-label={`Discard ${name}`}
          onClick={() => void discard()}
        >
          Discard
        </Button>
      </Group>
      {error && <ErrorNotice error={error} />}
    </>
  )
}
