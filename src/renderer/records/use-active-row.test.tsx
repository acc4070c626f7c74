import { act, renderHook } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
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

function WithOpenRecord({ children }: { readonly children: ReactNode }) {
  return (
    <MemoryRouter initialEntries={['/goals/b']}>
      <Routes>
        <Route path="/goals/:id" element={children} />
      </Routes>
    </MemoryRouter>
  )
}

function activeRowOf(
  rows: RecordRows<Row>,
  all: () => Promise<readonly Row[]> = async () => [],
  wrapper: typeof WithOpenRecord = MemoryRouter,
) {
  const readAll = () => all()
  const { result, rerender } = renderHook(
    (props: Props) => {
      const [index, activate, leave] = useActiveRow({ rows: props.rows, readAll })
      // biome-ignore lint/correctness/useExhaustiveDependencies: once with these rows
      useLayoutEffect(() => {
        if (props.keyTo !== undefined) activate(props.keyTo)
      }, [props.rows])
      return { index, activate, leave }
    },
    { initialProps: { rows }, wrapper },
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
  act(() => result.current.leave(['b']))
  show(list('a', 'b', 'c', 'd'))
  show(list('a', 'c', 'd', 'b'))
  expect(result.current.index).toBe(1)
  show(list('c', 'a', 'd', 'b'))
  expect(result.current.index).toBe(0)
})

it('goes on with the next record that stays, when records above it are done with too', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd', 'e', 'f'))
  act(() => result.current.activate(3))
  act(() => result.current.leave(['b', 'c', 'd', 'e']))
  show(list('a', 'b', 'c', 'd', 'e', 'f'))
  expect(result.current.index).toBe(3)
  show(list('a', 'f', 'b', 'c', 'd', 'e'))
  expect(result.current.index).toBe(1)
})

it('stays with a record that is done with but keeps its place, such as when it could not be saved', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'))
  act(() => result.current.activate(1))
  act(() => result.current.leave(['b']))
  show(list('a', 'b', 'c', 'd'))
  show(list('new', 'a', 'b', 'c', 'd'))
  expect(result.current.index).toBe(2)
  show(list('new', 'a', 'c', 'd', 'b'))
  expect(result.current.index).toBe(2)
})

it('stays with the active record when others are done with', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'))
  act(() => result.current.activate(3))
  act(() => result.current.leave(['a', 'b']))
  show(list('c', 'd', 'a', 'b'))
  expect(result.current.index).toBe(1)
})

it('stays on the row chosen by a key that arrives together with new rows', () => {
  const loading = { ...list('a', 'b', 'c'), counts: { total: 4, all: 4 }, isWhole: false }
  const { result, show } = activeRowOf(loading)
  act(() => result.current.activate(3))
  show(list('a', 'b', 'c', 'd'), 0)
  expect(result.current.index).toBe(0)
})

it.each([
  ['to the very first place', ['b', 'a', 'c', 'd'], 0],
  ['to the last place', ['a', 'c', 'd', 'b'], 3],
  ['out of the list', ['a', 'c', 'd'], 1],
])('looks for an active record that left the rows at hand: %s', async (_, ids, expected) => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'), async () => ids.map((id) => ({ id })))
  act(() => result.current.activate(1))
  const held = list(...ids)
  const isFar = (id: string | undefined) => id === 'b'
  await act(async () =>
    show({
      ...{ ...held, isWhole: false },
      rowAt: (index) => (isFar(ids[index]) ? undefined : held.rowAt(index)),
      indexOf: (id) => (isFar(id) ? -1 : held.indexOf(id)),
    }),
  )
  expect(result.current.index).toBe(expected)
})

it('begins at the first row of another search, however far down the active record is there', async () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c'), async () => ['d', 'e', 'b'].map((id) => ({ id })))
  act(() => result.current.activate(1))
  const near = { ...list('d', 'e'), counts: { total: 3, all: 3 }, isWhole: false }
  await act(async () => show({ ...near, key: 'another search' }))
  expect(result.current.index).toBe(0)
})

it('stays in place with the record there when the rows cannot be searched for the active one', async () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c'), () => Promise.reject(new Error('unreadable')))
  act(() => result.current.activate(1))
  await act(async () => show({ ...list('a', 'c', 'd'), isWhole: false }))
  expect(result.current.index).toBe(1)
  show(list('c', 'a', 'd'))
  expect(result.current.index).toBe(0)
})

it('goes where the active record is now, when the list changes again while it is looked for', async () => {
  const answers: ((ids: readonly string[]) => void)[] = []
  const readAll = () =>
    new Promise<readonly Row[]>((resolve) => {
      answers.push((ids) => resolve(ids.map((id) => ({ id }))))
    })
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'), readAll)
  act(() => result.current.activate(1))
  /** The active record is not among the rows at hand. */
  const near = (...ids: string[]) => ({ ...list(...ids), counts: { total: 9, all: 9 }, isWhole: false })
  show(near('a', 'c', 'd'))
  show(near('c', 'a', 'd'))
  await act(async () => answers[0]?.(['a', 'c', 'd', 'b']))
  expect(result.current.index).toBe(1)
  await act(async () => answers[1]?.(['c', 'a', 'd', 'e', 'f', 'b']))
  expect(result.current.index).toBe(5)
})

it('stays with the active record while its details are open, in another search and when it is done with', () => {
  const { result, show } = activeRowOf(list('a', 'b', 'c', 'd'), async () => [], WithOpenRecord)
  act(() => result.current.activate(1))
  show({ ...list('c', 'a', 'b', 'd'), key: 'another search' })
  expect(result.current.index).toBe(2)
  act(() => result.current.leave(['b']))
  show({ ...list('c', 'a', 'd', 'b'), key: 'another search' })
  expect(result.current.index).toBe(3)
})
