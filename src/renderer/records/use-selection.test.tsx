import { notificationsStore } from '@mantine/notifications'
import { act, renderHook, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { keyIn } from '../../contract/workspace-key'
import { forgetEnvironment } from '../client/forgetting'
import { renderView, testWorkspace } from '../testing/render'
import { announce } from '../ui/announce'
import type { RecordRows } from './use-record-rows'
import { leaveSelected, mostSelected, useSelection } from './use-selection'

const placeOf = (list: string) => keyIn(testWorkspace, list)

const all = Array.from({ length: 500 }, (_, place) => ({ id: `row-${place}` }))

/** Rows held only near the screen, as in a long list. */
function heldFrom(first: number): RecordRows<{ id: string }> {
  const held = all.slice(first, first + 100)
  return {
    ...{ key: '', counts: { total: all.length, all: all.length }, pages: new Map(), isWhole: false },
    rowAt: (index) => held[index - first],
    indexOf: (id) => {
      const place = held.findIndex((row) => row.id === id)
      return place < 0 ? -1 : first + place
    },
  }
}

it('deselects rows when extending back over them, even once the start is no longer loaded', () => {
  const { result, rerender } = renderHook(
    ({ rows }) => useSelection({ rows, readAll: async () => all, place: placeOf(''), isReturn: false }),
    {
      initialProps: { rows: heldFrom(0) },
    },
  )
  const step = (from: number, to: number) => {
    rerender({ rows: heldFrom(Math.floor(Math.min(from, to) / 50) * 50) })
    act(() => result.current.extend(from, to))
  }
  for (let place = 0; place < 260; place += 1) step(place, place + 1)
  expect(result.current.size).toBe(261)
  for (let place = 260; place > 0; place -= 1) step(place, place - 1)
  expect(result.current.rows.map(({ id }) => id)).toEqual(['row-0'])
})

it('selects no more rows than can be decided about at once, row by row or with Shift, and says so once', async () => {
  const most = Array.from({ length: mostSelected }, (_, place) => ({ id: `other-${place}` }))
  const { result } = renderHook(() =>
    useSelection({ rows: heldFrom(0), readAll: async () => most, place: placeOf(''), isReturn: false }),
  )
  await act(async () => result.current.selectAll())
  expect(result.current.size).toBe(mostSelected)
  act(() => result.current.toggle(0))
  act(() => result.current.extend(1, 2))
  expect(result.current.size).toBe(mostSelected)
  const { notifications, queue } = notificationsStore.getState()
  const message = { props: { children: 'You can select up to 10,000 at a time.' } }
  expect([...notifications, ...queue]).toMatchObject([{ message }])
})

it('selects up to a row across rows that are no longer loaded, and deselects them for a shorter range', async () => {
  const asked: unknown[] = []
  const readAll = async (most: number, from = 0) => {
    asked.push([most, from])
    return all.slice(from, from + most)
  }
  const { result, rerender } = renderHook(
    ({ rows }) => useSelection({ rows, readAll, place: placeOf(''), isReturn: false }),
    {
      initialProps: { rows: heldFrom(0) },
    },
  )
  act(() => result.current.toggle(10))
  rerender({ rows: heldFrom(300) })
  await act(async () => result.current.selectTo(350, 0))
  expect(asked).toEqual([[341, 10]])
  expect(result.current.size).toBe(341)
  await act(async () => result.current.selectTo(320, 0))
  expect(result.current.rows.map(({ id }) => id)).toEqual(all.slice(10, 321).map(({ id }) => id))
})

it('selects from where the start is now, also once a sync moved it to the top', async () => {
  const rowsOf = (...ids: string[]): RecordRows<{ id: string }> => ({
    ...{ key: '', counts: { total: ids.length, all: ids.length }, pages: new Map(), isWhole: true },
    rowAt: (index) => (ids[index] === undefined ? undefined : { id: ids[index] }),
    indexOf: (id) => ids.indexOf(id),
  })
  const { result, rerender } = renderHook(
    ({ rows }) => useSelection({ rows, readAll: async () => [], place: placeOf(''), isReturn: false }),
    { initialProps: { rows: rowsOf('a', 'b', 'c', 'd') } },
  )
  act(() => result.current.toggle(2))
  rerender({ rows: rowsOf('c', 'a', 'b', 'd') })
  await act(async () => result.current.selectTo(1, 3))
  expect(result.current.rows.map(({ id }) => id).sort()).toEqual(['a', 'c'])
})

it('selects from a start that is no longer loaded, and later ranges from there too', async () => {
  const readAll = async (most: number, from = 0) => all.slice(from, from + most)
  const { result } = renderHook(() =>
    useSelection({ rows: heldFrom(300), readAll, place: placeOf(''), isReturn: false }),
  )
  await act(async () => result.current.selectTo(350, 2))
  expect(result.current.rows).toEqual(all.slice(2, 351))
  await act(async () => result.current.selectTo(320, 350))
  expect(result.current.rows).toEqual(all.slice(2, 321))
})

it('has selected rows as they are now, and those that are not loaded as they were last', () => {
  const rowsOf = (status: string): RecordRows<{ id: string; status: string }> => {
    const held = ['row-0', 'row-1'].map((id) => ({ id, status }))
    return {
      ...{ key: '', counts: { total: 2, all: 2 }, pages: new Map([[0, held]]), isWhole: true },
      ...{ rowAt: (index) => held[index], indexOf: (id) => held.findIndex((row) => row.id === id) },
    }
  }
  const { result, rerender } = renderHook(
    ({ rows }) => useSelection({ rows, readAll: async () => [], place: placeOf(''), isReturn: false }),
    { initialProps: { rows: rowsOf('open') } },
  )
  act(() => result.current.toggle(0))
  rerender({ rows: rowsOf('reviewed') })
  expect(result.current.rows).toEqual([{ id: 'row-0', status: 'reviewed' }])
  rerender({ rows: { ...rowsOf('open'), pages: new Map() } })
  expect(result.current.rows).toEqual([{ id: 'row-0', status: 'reviewed' }])
})

it('begins a new range after all rows were selected, which deselects none', async () => {
  const { result } = renderHook(() =>
    useSelection({ rows: heldFrom(0), readAll: async () => all, place: placeOf(''), isReturn: false }),
  )
  act(() => result.current.toggle(1))
  await act(async () => result.current.selectTo(5, 0))
  await act(async () => result.current.selectAll())
  await act(async () => result.current.selectTo(3, 0))
  expect(result.current.size).toBe(all.length)
})

it('selects rows instead of the previous ones or in addition, and never only some of too many', async () => {
  const { result } = renderHook(() =>
    useSelection({ rows: heldFrom(0), readAll: async () => all, place: placeOf(''), isReturn: false }),
  )
  const ids = () => result.current.rows.map(({ id }) => id)
  act(() => result.current.select([3, 1], false))
  expect(ids()).toEqual(['row-1', 'row-3'])
  act(() => result.current.select([5], true))
  expect(ids()).toEqual(['row-1', 'row-3', 'row-5'])
  act(() => result.current.select([7], false))
  expect(ids()).toEqual(['row-7'])
  act(() =>
    result.current.select(
      Array.from({ length: mostSelected + 1 }, (_, index) => index),
      false,
    ),
  )
  expect(ids()).toEqual(['row-7'])
})

it('starts with the rows that were left selected for it, once, and only on return', () => {
  const open = (list: string, isReturn: boolean) =>
    renderHook(() => useSelection({ rows: heldFrom(0), readAll: async () => all, place: placeOf(list), isReturn }))
  leaveSelected(placeOf('its list'), [{ id: 'row-2' }, { id: 'beyond' }])
  expect(open('another list', true).result.current.size).toBe(0)
  const { result, unmount } = open('its list', true)
  expect(result.current.rows.map(({ id }) => id)).toEqual(['row-2', 'beyond'])
  act(() => result.current.clear())
  unmount()
  expect(open('its list', true).result.current.size).toBe(0)
  leaveSelected(placeOf('its list'), [{ id: 'row-2' }])
  expect(open('its list', false).result.current.size).toBe(0)
})

it.each<[string, () => void]>([
  ['by another view', () => leaveSelected(placeOf('its list'), [{ id: 'row-2' }])],
  [
    'by the list itself',
    () => {
      const options = { rows: heldFrom(0), readAll: async () => all, place: placeOf('its list'), isReturn: false }
      const { result, unmount } = renderHook(() => useSelection(options))
      act(() => result.current.toggle(2))
      unmount()
    },
  ],
])('starts without the rows that were left selected %s once their environment is forgotten', (_, leave) => {
  const sizeOnReturn = () => {
    const options = { rows: heldFrom(0), readAll: async () => all, place: placeOf('its list'), isReturn: true }
    const { result, unmount } = renderHook(() => useSelection(options))
    const { size } = result.current
    unmount()
    return size
  }
  leave()
  forgetEnvironment('production')
  expect(sizeOnReturn()).toBe(1)
  leave()
  forgetEnvironment(testWorkspace.environment)
  expect(sizeOnReturn()).toBe(0)
})

it('announces nothing when it restores or deselects no rows', () => {
  renderView(<p />)
  const { result } = renderHook(() =>
    useSelection({ rows: heldFrom(0), readAll: async () => all, place: placeOf(''), isReturn: false }),
  )
  const restore = result.current.remember()
  const said = screen.getByRole('status', { name: 'Announcements' })
  act(() => announce('Link copied'))
  act(restore)
  expect(said).toHaveTextContent('Link copied')
  act(() => result.current.drop(['row-2']))
  expect(said).toHaveTextContent('Link copied')
})

const notices = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue]
}

type Steps = ReturnType<typeof useSelection<{ id: string }>>

/** Rows 300 to 399 are loaded; row 10, which is not, is the only selected one. */
function selectedFar(readAll: (most: number, from?: number) => Promise<readonly { id: string }[]>) {
  const hook = renderHook(({ rows }) => useSelection({ rows, readAll, place: placeOf('far'), isReturn: false }), {
    initialProps: { rows: heldFrom(0) },
  })
  act(() => hook.result.current.toggle(10))
  hook.rerender({ rows: heldFrom(300) })
  return { ...hook, ids: () => hook.result.current.rows.map(({ id }) => id) }
}

const readings = [
  ['a range', (steps: Steps) => steps.selectTo(350, 0)],
  ['all rows', (steps: Steps) => steps.selectAll()],
] as const

it.each(readings)('says why %s could not be selected, and keeps the selection', async (_, begin) => {
  const { result, ids } = selectedFar(() => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', '')))
  await act(async () => begin(result.current))
  expect(notices()).toMatchObject([{ color: 'red', title: 'The local library isn’t ready' }])
  expect(ids()).toEqual(['row-10'])
})

it.each(readings)('selects nothing of %s that was read for the search before', async (_, begin) => {
  let answer = () => {}
  const read = new Promise<typeof all>((resolve) => {
    answer = () => resolve(all)
  })
  const { result, rerender, ids } = selectedFar(() => read)
  act(() => begin(result.current))
  rerender({ rows: { ...heldFrom(0), key: 'another search' } })
  await act(async () => answer())
  expect(ids()).toEqual(['row-10'])
})

it('gives up a range when the person selects another row before it is read', async () => {
  let answer = () => {}
  const read = new Promise<typeof all>((resolve) => {
    answer = () => resolve(all)
  })
  const { result, ids } = selectedFar(() => read)
  act(() => result.current.selectTo(350, 0))
  act(() => result.current.toggle(399))
  await act(async () => answer())
  expect(ids()).toEqual(['row-10', 'row-399'])
})

it('selects nothing for a row that is not loaded', async () => {
  const { result, ids } = selectedFar(async () => all)
  await act(async () => result.current.selectTo(20, 0))
  act(() => {
    result.current.toggle(20)
    result.current.extend(300, 299)
    result.current.extend(299, 300)
    result.current.select([20], true)
  })
  expect(ids()).toEqual(['row-10'])
  expect(notices()).toEqual([])
})

it('reads a range of as many rows as can be selected, and none that is longer', async () => {
  const asked: unknown[] = []
  const readAll = async (most: number, from = 0) => {
    asked.push([most, from])
    return Array.from({ length: most }, (_, place) => ({ id: `other-${from + place}` }))
  }
  const { result } = renderHook(() =>
    useSelection({ rows: heldFrom(300), readAll, place: placeOf('long'), isReturn: false }),
  )
  await act(async () => result.current.selectTo(350, 350 + mostSelected))
  expect(result.current.size).toBe(0)
  expect(notices()).toMatchObject([{ color: 'yellow' }])
  await act(async () => result.current.selectTo(350, 349 + mostSelected))
  expect(asked).toEqual([[mostSelected, 350]])
  expect(result.current.size).toBe(mostSelected)
})
