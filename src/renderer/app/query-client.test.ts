import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client'

afterEach(() => {
  // First the spy on a timer: restored later, it would bring the fake timer back.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('keeps no command once it is answered, as a command may hold an access token', async () => {
  const queryClient = createQueryClient()
  const observer = new MutationObserver(queryClient, { mutationFn: async (_: string) => {} })
  const stop = observer.subscribe(() => {})
  await observer.mutate('token')
  stop()
  await expect.poll(() => queryClient.getMutationCache().getAll()).toEqual([])
})

it('rarely looks whether a command in flight can go when its view is gone', () => {
  vi.useFakeTimers()
  const observer = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) })
  const stop = observer.subscribe(() => {})
  void observer.mutate()
  stop()
  const looks = vi.spyOn(globalThis, 'setTimeout')
  vi.advanceTimersByTime(1_000)
  expect(looks.mock.calls.length).toBeLessThanOrEqual(10)
})
