import { act, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { useActiveRow } from './use-active-row'
import type { RecordRows } from './use-record-rows'

type Row = { id: string }

function list(...ids: string[]): RecordRows<Row> {
  return {
    ...{ key: '', counts: { total: ids.length, all: ids.length }, pages: new Map(), isWhole: true },
    rowAt: (index) => (ids[index] === undefined ? undefined : { id: ids[index] }),
    indexOf: (id) => ids.indexOf(id),
  }
}

function activeRowOf(rows: RecordRows<Row>) {
  const { result, rerender } = renderHook(
    (props) => {
      const [index, activate, leave] = useActiveRow({ rows: props.rows, readAll: async () => [] })
      return { index, activate, leave }
    },
    { initialProps: { rows }, wrapper: MemoryRouter },
  )
  return { result, show: (next: RecordRows<Row>) => rerender({ rows: next }) }
}

it('follows the record whose keys it has, wherever it goes in the list', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'))
  act(() => result.current.activate(1))
  show(list('a', 'c', 'd', 'b'))
  expect(result.current.index).toBe(3)
})

it('stays in its place when the record there is done with, and follows the one that took the place', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'))
  act(() => result.current.activate(1))
  act(() => result.current.leave())
  show(list('a', 'b', 'c', 'd'))
  show(list('a', 'c', 'd', 'b'))
  expect(result.current.index).toBe(1)
  show(list('c', 'a', 'd', 'b'))
  expect(result.current.index).toBe(0)
})
