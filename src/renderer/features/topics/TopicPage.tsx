// One topic as last read. If reading it again fails, the kept version stays, with its age.
import { Button, Group, Text, Title } from '@mantine/core'
import { IconHash, IconPin, IconPinnedOff, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Topic } from '../../../contract/features/topics'
import type { WorkspaceRef } from '../../../contract/workspace'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { OnThisComputer } from '../../records/triage/OnThisComputer'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { isStillAt } from '../../ui/current-location'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { notifyError } from '../../ui/notify'
import { RelativeTime } from '../../ui/RelativeTime'
import { TopicBody } from './TopicBody'
import { topicTexts } from './topic-words'
import classes from './topics.module.css'

interface TopicPageProps {
  readonly workspace: WorkspaceRef
  readonly id: string
  readonly region: RefObject<HTMLElement | null>
  /** It is off the list, and its page about to disappear. */
  readonly onForgotten: () => void
}

function useTopicActions({ workspace, id, onForgotten }: Omit<TopicPageProps, 'region'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const open = useMutation({
    ...mutationOptionsFor('topics', 'open'),
    onSuccess: () => announce('Topic refreshed'),
  })
  const pin = useMutation({
    ...mutationOptionsFor('topics', 'pin'),
    onSuccess: (_, { isPinned }) => announce(isPinned ? 'Pinned' : 'Unpinned'),
    onError: notifyError,
  })
  const forget = useMutation({
    ...mutationOptionsFor('topics', 'forget'),
    async onSuccess() {
      announce('Topic removed from the list')
      if (isStillAt(pathname)) {
        onForgotten()
        await navigate('/topics')
      }
      // Otherwise, going back would briefly show the forgotten topic.
      queryClient.removeQueries(queryOptionsFor('topics', 'get', { workspace, id }))
    },
    onError: notifyError,
  })
  return {
    isReading: open.isPending,
    readError: open.error,
    read: () => open.mutate({ workspace, id }),
    pin: (isPinned: boolean) => pin.mutate({ workspace, id, isPinned }),
    forget: () => forget.mutate({ workspace, id }),
  }
}

type TopicActions = ReturnType<typeof useTopicActions>

function Head({ topic, actions }: { readonly topic: Topic; readonly actions: TopicActions }) {
  const { isPinned } = topic
  return (
    <header>
      <Title order={2} size="h4" dir="auto">
        {topic.title?.trim() || 'Untitled topic'}
      </Title>
      <Text size="xs" c="dimmed" mt={4}>
        Synced <RelativeTime at={topic.readAt} />
      </Text>
      <Group gap="xs" mt="sm">
        <BusyButton
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          isBusy={actions.isReading}
          onClick={actions.read}
        >
          Refresh
        </BusyButton>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={isPinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
          onClick={() => actions.pin(!isPinned)}
        >
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button size="compact-sm" variant="default" onClick={actions.forget}>
          Remove from list
        </Button>
      </Group>
    </header>
  )
}

function ReadError({ actions, readAt }: { readonly actions: TopicActions; readonly readAt: string }) {
  const { readError: error, isReading } = actions
  if (error === null || isReading) return null
  return (
    <div className={classes.error}>
      <ErrorNotice error={error} onRetry={actions.read} />
      <Text size="sm" mt={6}>
        {error.code === 'NOT_FOUND' && `${topicTexts.gone} `}
        Showing the version from <RelativeTime at={readAt} />. It stays here until you remove it.
      </Text>
    </div>
  )
}

export function TopicPage({ workspace, id, region, onForgotten }: TopicPageProps) {
  const actions = useTopicActions({ workspace, id, onForgotten })
  const { data: topic, error, refetch } = useQuery(queryOptionsFor('topics', 'get', { workspace, id }))

  return (
    <section ref={region} tabIndex={-1} aria-label="Topic details" className={classes.page}>
      {topic && (
        <>
          <Head topic={topic} actions={actions} />
          <ReadError actions={actions} readAt={topic.readAt} />
          <TopicBody topic={topic} />
        </>
      )}
      {(topic || error === null) && (
        <OnThisComputer key={id} kind="topic" id={id} record={topic ?? {}} isReading={topic === undefined} />
      )}
      {!topic && error?.code === 'NOT_FOUND' && (
        <>
          {actions.readError && <ErrorNotice error={actions.readError} />}
          <EmptyState
            icon={<IconHash size={22} />}
            title="This topic hasn’t been loaded"
            action={
              <BusyButton isBusy={actions.isReading} onClick={actions.read}>
                Load topic
              </BusyButton>
            }
          >
            No data for {id} is stored on this computer.
          </EmptyState>
        </>
      )}
      {!topic && error && error.code !== 'NOT_FOUND' && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </section>
  )
}
