import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { createQueryClient } from '../app/query-client'
import { queryOptionsFor } from '../client/queries'
import { fakeBridge } from '../testing/fake-bridge'
import { testWorkspace } from '../testing/render'
import { sampleId, sampleOpportunity } from '../testing/sample-records'
import { largestPage, type PageRange, useRecordRows } from './use-record-rows'

/** A list of this length, which may become shorter after a large page is read. Each row has its place as its sample id. */
function openList(total: number) {
  const list = { total, shrinksTo: total, error: null as AppError | null, isSilent: false }
  const bridge = fakeBridge({
    'opportunities.query': async ({ offset, limit }) => {
      if (list.isSilent) await new Promise(() => {})
      if (list.error !== null) throw list.error
      const length = Math.max(0, Math.min(limit, list.total - offset))
      const rows = Array.from({ length }, (_, place) => sampleOpportunity(offset + place))
      const answer = { rows, total: list.total, all: list.total }
      if (limit === largestPage) list.total = list.shrinksTo
      return answer
    },
  })
  const readPage = (text: string) => (range: PageRange) =>
    queryOptionsFor('opportunities', 'query', {
      ...{ workspace: testWorkspace, text, statuses: [], relatedTo: null, ...range },
      sort: { column: 'title', direction: 'ascending' },
    })
  const client = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook(({ text }) => useRecordRows(text, readPage(text)), {
    initialProps: { text: 'first' },
    wrapper,
  })
  return {
    list,
    now: () => result.current,
    /** Search, offset and limit of each page that was asked for. */
    asked: () =>
      bridge.calls.map(({ input }) => {
        const { text, offset, limit } = input as PageRange & { readonly text: string }
        return [text, offset, limit]
      }),
    held: (index: number) => result.current.rows?.rowAt(index)?.id,
    isHeld: (index: number) => waitFor(() => expect(result.current.rows?.rowAt(index)?.id).toBe(sampleId(index))),
    see: (first: number, last: number) => act(async () => result.current.onRange(first, last)),
    search: (text: string) => act(async () => rerender({ text })),
  }
}

it('reads the pages that the screen touches, with the rows just before and after it, and no others', async () => {
  const { asked, now, held, isHeld, see } = openList(1000)
  expect(now()).toMatchObject({ rows: null, isBehind: false, error: null })
  await isHeld(99)
  expect(asked()).toEqual([['first', 0, 100]])
  expect(now().rows).toMatchObject({ key: 'first', counts: { total: 1000, all: 1000 }, isWhole: false })
  await see(30, 74)
  expect(asked()).toHaveLength(1)
  await see(30, 75)
  await isHeld(100)
  expect(asked().slice(1)).toEqual([['first', 100, 100]])
  await see(525, 560)
  await isHeld(500)
  expect(asked().slice(2)).toEqual([['first', 500, 100]])
  await see(524, 560)
  await isHeld(400)
  expect(asked().slice(3)).toEqual([['first', 400, 100]])
  expect([held(399), held(599), held(600)]).toEqual([undefined, sampleId(599), undefined])
  const places = [399, 400, 500, 599, 600].map((index) => now().rows?.indexOf(sampleId(index)))
  expect(places).toEqual([-1, 400, 500, 599, -1])
})

it('says that a list is whole once all of its rows are loaded', async () => {
  const { now, isHeld, see } = openList(101)
  await isHeld(0)
  expect(now().rows?.isWhole).toBe(false)
  await see(0, 80)
  await isHeld(100)
  expect(now().rows?.isWhole).toBe(true)
})

it('keeps the rows of the search before until the next one is answered, and begins that at its top', async () => {
  const { asked, list, now, held, isHeld, see, search } = openList(1000)
  await see(525, 550)
  await isHeld(500)
  list.isSilent = true
  await search('second')
  expect(asked().slice(-1)).toEqual([['second', 0, 100]])
  expect(now()).toMatchObject({ isBehind: true, rows: { key: 'first' } })
  expect(held(500)).toBe(sampleId(500))
  list.isSilent = false
  await search('third')
  await isHeld(0)
  expect(now()).toMatchObject({ isBehind: false, rows: { key: 'third' } })
  expect(held(500)).toBeUndefined()
})

it('says why a page could not be read, beside the rows of the others, and reads it again', async () => {
  const { list, now, held, isHeld, see } = openList(1000)
  await isHeld(0)
  list.error = new AppError('LIBRARY_UNAVAILABLE', '')
  await see(0, 90)
  await waitFor(() => expect(now().error).toMatchObject({ code: 'LIBRARY_UNAVAILABLE' }))
  expect(now().isBehind).toBe(false)
  expect([held(0), held(100)]).toEqual([sampleId(0), undefined])
  list.error = null
  act(() => now().retry())
  await isHeld(100)
  expect(now().error).toBeNull()
})

it.each<
  [string, number, [most: number, from?: number], [offset: number, limit: number][], [first: number, end: number]]
>([
  [
    'all rows',
    1234,
    [10_000],
    [
      [0, 500],
      [500, 500],
      [1000, 500],
    ],
    [0, 1234],
  ],
  [
    'as many as asked for',
    2000,
    [700],
    [
      [0, 500],
      [500, 200],
    ],
    [0, 700],
  ],
  [
    'those from a row on',
    2000,
    [600, 50],
    [
      [50, 500],
      [550, 100],
    ],
    [50, 650],
  ],
  [
    'those from a row on, to the end',
    700,
    [10_000, 50],
    [
      [50, 500],
      [550, 500],
    ],
    [50, 700],
  ],
  ['none of an empty list', 0, [10_000], [[0, 500]], [0, 0]],
])('reads %s in pages of at most 500', async (_, total, [most, from], pages, [first, end]) => {
  const { asked, now } = openList(total)
  const read = await act(() => now().readAll(most, from))
  expect(asked().slice(1)).toEqual(pages.map((page) => ['first', ...page]))
  expect(read.map(({ id }) => id)).toEqual(Array.from({ length: end - first }, (_, place) => sampleId(first + place)))
})

it('reads no further when the list became shorter meanwhile', async () => {
  const { asked, list, now, isHeld } = openList(2000)
  await isHeld(0)
  list.shrinksTo = 400
  expect(await act(() => now().readAll(10_000))).toHaveLength(500)
  expect(asked().slice(2)).toEqual([['first', 500, 500]])
})
