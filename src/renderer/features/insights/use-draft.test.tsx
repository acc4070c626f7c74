import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fakeBridge } from '../../testing/fake-bridge'
import { testWorkspace } from '../../testing/places'
import { valuesOf } from './form-values'
import { useDraft } from './use-draft'

function open() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { calls } = fakeBridge({ 'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }) })
  const queryClient = new QueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useDraft({ workspace: testWorkspace, changeId: null, draftId: 'a' }), { wrapper })
  return {
    /** Types, and then pauses. */
    type: (title: string, pauseMs: number) =>
      act(async () => {
        result.current.save(valuesOf({ title }))
        await vi.advanceTimersByTimeAsync(pauseMs)
      }),
    saved: () => calls.map(({ input }) => (input as { readonly values: { readonly title: string } }).values.title),
  }
}

it('saves what was typed once the person pauses', async () => {
  const { type, saved } = open()
  await type('Ha', 399)
  await type('Half', 399)
  expect(saved()).toEqual([])
  await type('Half a', 400)
  expect(saved()).toEqual(['Half a'])
})

it('saves every two seconds while the person types without a pause', async () => {
  const { type, saved } = open()
  for (const title of '0123456') await type(title, 300)
  expect(saved()).toEqual(['6'])
  for (const title of '789abcd') await type(title, 300)
  expect(saved()).toEqual(['6', 'd'])
})
