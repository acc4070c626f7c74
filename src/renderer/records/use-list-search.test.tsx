import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listShape, useListSearch } from './list-search'

const shape = listShape(['title'], { column: 'title', direction: 'ascending' })

function renderParams() {
  let children: ReactNode = null
  const router = createMemoryRouter([{ path: '*', element: <Shown /> }])
  function Shown() {
    return children
  }
  const wrapper = (props: { readonly children: ReactNode }) => {
    children = props.children
    return <RouterProvider router={router} />
  }
  return { ...renderHook(() => useListSearch(shape), { wrapper }), router }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('applies typed text at once, and writes it to the address after a pause', async () => {
  const { result, router } = renderParams()
  await act(async () => result.current.setText('chain'))
  expect(result.current.search.text).toBe('chain')
  expect(router.state.location.search).toBe('')
  await act(async () => vi.advanceTimersByTime(250))
  expect(router.state.location.search).toContain('chain')
  expect(result.current.search.text).toBe('chain')
})

it('takes cleared words out of the address at once, before the view can be left', async () => {
  const { result, router } = renderParams()
  await act(async () => result.current.setText('chain'))
  await act(async () => vi.advanceTimersByTime(250))
  await act(async () => result.current.setText(''))
  expect(router.state.location.search).toBe('')
  expect(result.current.search.text).toBe('')
})

it('follows a link after a letter that was deleted before it reached the address', async () => {
  const { result, router } = renderParams()
  await act(async () => result.current.setText('c'))
  await act(async () => result.current.setText(''))
  await act(async () => router.navigate('/?q=brakes'))
  expect(result.current.search.text).toBe('brakes')
  await act(async () => vi.advanceTimersByTime(250))
  expect(router.state.location.search).toBe('?q=brakes')
})

it('stays empty when cleared at the moment its text is written to the address', async () => {
  const { result, router } = renderParams()
  await act(async () => result.current.setText('chain'))
  await act(async () => {
    vi.advanceTimersByTime(250)
    result.current.setText('')
  })
  expect(result.current.search.text).toBe('')
  await act(async () => vi.advanceTimersByTime(250))
  expect(router.state.location.search).not.toContain('chain')
  expect(result.current.search.text).toBe('')
})

it('leaves the address alone as long as nothing is typed', async () => {
  const { router } = renderParams()
  const { location } = router.state
  await act(async () => vi.advanceTimersByTime(1000))
  expect(router.state.location).toBe(location)
})

it('keeps its order when asked to sort by a column that it cannot be sorted by', async () => {
  const { result, router } = renderParams()
  await act(async () => result.current.setSort({ column: 'status', direction: 'descending' }))
  expect(router.state.location.search).toBe('')
  await act(async () => result.current.setSort({ column: 'title', direction: 'descending' }))
  expect(router.state.location.search).toBe('?sort=-title')
})
