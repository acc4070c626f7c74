import { IconHash, IconPinned } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { appApi } from '../../../contract/app'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { recordPath, topicKind } from '../../records/record-kind'
import { AddButton } from '../../records/side-list/AddForm'
import { ExportSideList } from '../../records/side-list/ExportSideList'
import { SideList } from '../../records/side-list/SideList'
import { useSideList } from '../../records/side-list/use-side-list'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RelativeTime } from '../../ui/RelativeTime'
import { TwoColumns } from '../../ui/TwoColumns'
import { OpenTopicForm, useTypedTopic } from './OpenTopicForm'
import { TopicPage } from './TopicPage'
import { topicTexts } from './topic-words'

type Listed = z.output<typeof appApi.topics.list.output>[number]

const itemOf = ({ id, title, isPinned, openedAt }: Listed) => ({
  to: recordPath(topicKind, id),
  title: title?.trim() || id,
  icon: isPinned ? <IconPinned size={13} aria-hidden /> : undefined,
  detail: (
    <>
      Opened <RelativeTime at={openedAt} />
    </>
  ),
})

const wordsOf = ({ id, title }: Listed) => `${title ?? ''} ${id}`

export function TopicsView() {
  const { ref: workspace } = useWorkspace()
  const { data: topics, error, refetch } = useQuery(queryOptionsFor('topics', 'list', { workspace }))
  const rows = useMemo(() => topics?.toSorted((one, other) => Number(other.isPinned) - Number(one.isPinned)), [topics])
  const list = useSideList({ kind: topicKind, rows, wordsOf, hasDraft: useTypedTopic(workspace).read() !== null })
  const { id, region } = list.open
  const groups = [
    { label: 'Pinned', rows: list.shown.filter(({ isPinned }) => isPinned) },
    { label: 'Recent', rows: list.shown.filter(({ isPinned }) => !isPinned) },
  ]
  const side = (
    <OpenTopicForm workspace={workspace} keptIds={topics?.map((topic) => topic.id) ?? []} adding={list.adding}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {topics && <SideList kind={topicKind} list={list} groups={groups} itemOf={itemOf} />}
    </OpenTopicForm>
  )
  const tools = (
    <>
      <ExportSideList kind={topicKind} list={list} source={{ view: 'topics', query: { workspace } }} />
      <AddButton adding={list.adding} label="Open topic" />
    </>
  )
  return (
    <TwoColumns view="topics" title="Topics" intro={topicTexts.about} tools={tools} side={side} openId={id}>
      {id !== null && <TopicPage key={id} {...{ workspace, id, region }} onForgotten={() => list.leave(id)} />}
      {id === null && topics?.length === 0 && (
        <EmptyState icon={<IconHash size={22} />} title="No topics yet">
          {topicTexts.noTopics}
        </EmptyState>
      )}
      {id === null && topics !== undefined && topics.length > 0 && (
        <EmptyState icon={<IconHash size={22} />} title="No topic selected">
          {topicTexts.selectTopic}
        </EmptyState>
      )}
    </TwoColumns>
  )
}
