// Main says when something changed: no guessing from the network state, no retries of answers that would be the same. Only
// progress is polled, of the topic map and of the search for duplicates, and only while it runs.
import { QueryClient } from '@tanstack/react-query'

/**
 * No command stays in the cache once it is answered and its view is gone: it may hold an access token. Not 0, as the cache
 * looks again after this time, over and over, while a command is in flight.
 */
const commandKeptMs = 100

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: commandKeptMs },
    },
  })
}
