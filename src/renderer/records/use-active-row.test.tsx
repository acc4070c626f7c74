import { act, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
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

interface Props {
  readonly rows: RecordRows<Row>
  /** The row that a key leads to, pressed as soon as these rows are on screen. */
  readonly keyTo?: number
}

function activeRowOf(rows: RecordRows<Row>) {
  const { result, rerender } = renderHook(
    (props: Props) => {
      const [index, activate, leave] = useActiveRow({ rows: props.rows, readAll: async () => [] })
      // biome-ignore lint/correctness/useExhaustiveDependencies: once with these rows
      useLayoutEffect(() => {
        if (props.keyTo !== undefined) activate(props.keyTo)
      }, [props.rows])
      return { index, activate, leave }
    },
    { initialProps: { rows }, wrapper: MemoryRouter },
  )
  return {
    result,
    show: (next: RecordRows<Row>, keyTo?: number) => rerender({ rows: next, ...(keyTo !== undefined && { keyTo }) }),
  }
}

it('follows the active record wherever it moves in the list', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'))
  act(() => result.current.activate(1))
  show(list('a', 'c', 'd', 'b'))
  expect(result.current.index).toBe(3)
})

it('stays in place when the record there is done with, and follows the one that takes its place', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'))
  act(() => result.current.activate(1))
  act(() => result.current.leave())
  show(list('a', 'b', 'c', 'd'))
  show(list('a', 'c', 'd', 'b'))
  expect(result.current.index).toBe(1)
  show(list('c', 'a', 'd', 'b'))
  expect(result.current.index).toBe(0)
})

it('stays on the row chosen by a key that arrives together with new rows', () => {
  const loading = { ...list('a', 'b', 'c'), counts: { total: 4, all: 4 }, isWhole: false }
  const { result, show } = activeRowOf(loading)
  act(() => result.current.activate(3))
  show(list('a', 'b', 'c', 'd'), 0)
  expect(result.current.index).toBe(0)
})
