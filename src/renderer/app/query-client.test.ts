import { MutationObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from './query-client'

it('keeps no command once it is answered, as a command may hold an access token', async () => {
  const queryClient = createQueryClient()
  const observer = new MutationObserver(queryClient, { mutationFn: async (_: string) => {} })
  const stop = observer.subscribe(() => {})
  await observer.mutate('token')
  stop()
  await expect.poll(() => queryClient.getMutationCache().getAll()).toEqual([])
})
