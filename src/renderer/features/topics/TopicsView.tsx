import { IconHash, IconPinned } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RelativeTime } from '../../ui/RelativeTime'
import { SideLink, SideList, TwoColumns } from '../../ui/TwoColumns'
import { OpenTopicForm } from './OpenTopicForm'
import { TopicPage } from './TopicPage'
import { topicPath } from './topic-path'

interface Listed {
  readonly id: string
  readonly title: string | null
  readonly isPinned: boolean
  readonly openedAt: string
}

function Topics({ label, topics }: { readonly label: string; readonly topics: readonly Listed[] }) {
  if (topics.length === 0) return null
  return (
    <SideList label={label}>
      {topics.map(({ id, title, isPinned, openedAt }) => (
        <SideLink
          key={id}
          to={topicPath(id)}
          title={title ?? id}
          icon={isPinned ? <IconPinned size={13} aria-hidden /> : undefined}
          detail={
            <>
              Opened <RelativeTime at={openedAt} />
            </>
          }
        />
      ))}
    </SideList>
  )
}

export function TopicsView() {
  const { ref: workspace } = useWorkspace()
  const { id = null } = useParams()
  const { data: topics, error, refetch } = useQuery(queryOf('topics', 'list', { workspace }))
  const side = (
    <>
      <OpenTopicForm workspace={workspace} keptIds={topics?.map((topic) => topic.id) ?? []} />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <Topics label="Pinned" topics={topics?.filter(({ isPinned }) => isPinned) ?? []} />
      <Topics label="Recent" topics={topics?.filter(({ isPinned }) => !isPinned) ?? []} />
    </>
  )
  return (
    <TwoColumns title="Topics" intro="The service lists no topics; each is opened by its id." side={side} openId={id}>
      {id !== null && <TopicPage key={id} workspace={workspace} id={id} />}
      {id === null && topics?.length === 0 && (
        <EmptyState icon={<IconHash size={22} />} title="No topic opened yet">
          Paste the id of a topic to read it. It is kept on this computer, so it can be read again without a connection.
        </EmptyState>
      )}
      {id === null && topics !== undefined && topics.length > 0 && (
        <EmptyState icon={<IconHash size={22} />} title="No topic is open">
          Choose one you opened before, or paste the id of another.
        </EmptyState>
      )}
    </TwoColumns>
  )
}
