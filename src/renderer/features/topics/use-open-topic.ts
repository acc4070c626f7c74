import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Topic } from '../../../contract/features/topics'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { queryOf } from '../../client/queries'

/** Reads a topic from the service. Rejects with AppError; what was kept of it stays. */
export function useOpenTopic(workspace: WorkspaceRef): (id: string) => Promise<Topic> {
  const queryClient = useQueryClient()
  return useCallback(
    async (id) => {
      const topic = await client.topics.open({ workspace, id })
      queryClient.setQueryData(queryOf('topics', 'get', { workspace, id: topic.id }).queryKey, topic)
      await queryClient.invalidateQueries({ queryKey: queryOf('topics', 'list', { workspace }).queryKey })
      return topic
    },
    [workspace, queryClient],
  )
}
