import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { queryOptionsFor } from '../../client/queries'

/**
 * After something was taken away. With no workspace left open there is no navigation either, so the person is led to the
 * start, where there are ways on.
 */
export function useLeaveWhenClosed(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const list = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)
    if (list?.active === null) await navigate('/')
  }
}
