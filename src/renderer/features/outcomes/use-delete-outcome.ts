import { useQueryClient } from '@tanstack/react-query'
import type { DeleteResult } from '../../../contract/features/listing'
import { useWorkspace } from '../../app/workspace'
import { client } from '../../client/bridge'

/** Deletes a goal at the service. Whatever is drawn from goals is read again, also when it was gone already. */
export function useDeleteOutcome(): (id: string, confirmation: string | null) => Promise<DeleteResult> {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return async (id, confirmation) => {
    const result = await client.outcomes.delete({ workspace, id, confirmation })
    // The details of what is gone would only be refused.
    queryClient.removeQueries({ queryKey: ['outcomes', 'get', { workspace, id }], type: 'inactive' })
    for (const feature of ['outcomes', 'insights', 'opportunities', 'solutions', 'metrics', 'activity']) {
      void queryClient.invalidateQueries({ queryKey: [feature] })
    }
    return result
  }
}
