import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type AddressNow, useAddressSearch } from './list-search'

interface Search {
  readonly text: string
  readonly kinds: readonly string[]
}

const shape = {
  read: (params: URLSearchParams): Search => ({ text: params.get('q') ?? '', kinds: params.getAll('kind') }),
  write({ text, kinds }: Search) {
    const next = new URLSearchParams(kinds.map((kind) => ['kind', kind]))
    if (text !== '') next.set('q', text)
    return next
  },
}

/** An address that shows what was written only when the test says so, as in a busy window. */
function setUp(query: string, isLeaving = false) {
  const writes: URLSearchParams[] = []
  let address: AddressNow = {
    params: new URLSearchParams(query),
    setParams: (change) => writes.push(change(address.params)),
    isLeaving,
  }
  const { result, rerender } = renderHook(() => useAddressSearch(shape, address))
  const show = (params: URLSearchParams | undefined) => {
    address = { ...address, params: params ?? new URLSearchParams() }
    rerender()
  }
  return { result, writes, show, last: () => writes.at(-1)?.toString() }
}

const cleared: Search = { text: '', kinds: [] }
const add = (kind: string) => (now: Search) => ({ ...now, kinds: [...now.kinds, kind] })

it('clears every filter even if the address is updated late, and writes none of them again', async () => {
  const { result, writes, show, last } = setUp('q=brakes&kind=bug')
  act(() => result.current.setText('brakes squeal'))
  act(() => result.current.change(() => cleared))
  expect(last()).toBe('')
  expect(result.current.search.text).toBe('')
  // Longer than the pause after which words are written to the address.
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
  expect(last()).toBe('')
  show(writes.at(-1))
  await waitFor(() => expect(result.current.search).toEqual(cleared))
  expect(last()).toBe('')
})

it('writes no typed text while the person is on the way to another view', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { result, writes } = setUp('', true)
  act(() => result.current.setText('brakes'))
  await act(async () => vi.runAllTimers())
  expect(result.current.search.text).toBe('brakes')
  expect(writes).toEqual([])
})

it('builds each change on the last one, whether the address shows it yet or not', () => {
  const { result, writes, show, last } = setUp('')
  act(() => result.current.change(add('bug')))
  act(() => result.current.change(add('request')))
  expect(last()).toBe('kind=bug&kind=request')
  show(writes[0])
  act(() => result.current.change(add('feedback')))
  expect(last()).toBe('kind=bug&kind=request&kind=feedback')
})

it('lets an address from elsewhere override earlier changes', () => {
  const { result, show, last } = setUp('')
  act(() => result.current.change(add('bug')))
  show(new URLSearchParams('kind=other'))
  act(() => result.current.change(add('request')))
  expect(last()).toBe('kind=other&kind=request')
})

it('writes typed text after a pause, on top of other changes', async () => {
  const { result, last } = setUp('')
  act(() => result.current.setText('brakes'))
  act(() => result.current.change(add('bug')))
  act(() => result.current.setText('brakes squeal'))
  expect(result.current.search.text).toBe('brakes squeal')
  await waitFor(() => expect(last()).toBe('kind=bug&q=brakes+squeal'))
})

it('follows an address from elsewhere once the typed text is in the address', async () => {
  const { result, writes, show, last } = setUp('')
  act(() => result.current.setText('brakes'))
  await waitFor(() => expect(last()).toBe('q=brakes'))
  show(writes.at(-1))
  show(new URLSearchParams('q=locks'))
  expect(result.current.search.text).toBe('locks')
})
