import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { queryOptionsFor } from '../../client/queries'

/**
 * Goes to the start after a removal that left no workspace open: there is no navigation then, and the start has links.
 */
export function useLeaveWhenClosed(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const list = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)
    if (list?.active === null) await navigate('/')
  }
}
