import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { opportunityKind } from './record-kind'
import { useOpenRecord } from './use-open-record'
import type { RecordRows } from './use-record-rows'

const ids = ['a', 'b', 'c']
const rows: RecordRows<{ id: string }> = {
  ...{ key: '', counts: { total: 4, all: 4 }, pages: new Map(), isWhole: false },
  rowAt: (index) => (ids[index] === undefined ? undefined : { id: ids[index] }),
  indexOf: (id) => ids.indexOf(id),
}

/** A list whose last row is not loaded. `done` has what it asked of its table, in order. */
async function openList(route = '/opportunities?q=chain') {
  const done: string[] = []
  const asks = (name: string) => (index?: number) => void done.push(index === undefined ? name : `${name} ${index}`)
  const table = {
    current: {
      ...{ moveBy: asks('move'), focusFirstRow: asks('focus first'), focusRow: asks('focus') },
      ...{ focusActiveRow: asks('focus active'), scrollToRow: asks('scroll to') },
    },
  }
  const setActiveIndex = asks('activate')
  let children: ReactNode = null
  const Shown = () => children
  const router = createMemoryRouter([{ path: '/opportunities/:id?', element: <Shown /> }], { initialEntries: [route] })
  const wrapper = (props: { readonly children: ReactNode }) => {
    children = props.children
    return <RouterProvider router={router} />
  }
  const { result } = renderHook(() => useOpenRecord({ kind: opportunityKind, rows, table, setActiveIndex }), {
    wrapper,
  })
  const address = () => router.state.location.pathname + router.state.location.search
  return {
    done,
    address,
    now: () => result.current,
    go: (to: string) => act(() => router.navigate(to)),
    goBack: () => act(() => router.navigate(-1)),
    run: (step: () => void) => act(async () => step()),
  }
}

it('opens a row and keeps the search, goes on to another one, and goes back to the list', async () => {
  const { done, address, now, goBack, run } = await openList()
  expect(now().id).toBeNull()
  await run(() => now().openAt(1, 'pointer'))
  expect(address()).toBe('/opportunities/b?q=chain')
  await run(() => now().activate(2))
  expect(address()).toBe('/opportunities/c?q=chain')
  // The person sees both rows already.
  expect(done).toEqual(['activate 1', 'activate 2'])
  await goBack()
  expect(address()).toBe('/opportunities?q=chain')
  // The details had the focus.
  expect(done.slice(2)).toEqual(['focus active'])
})

it('only makes a row the active one while no details are open', async () => {
  const { done, address, now, run } = await openList()
  await run(() => now().activate(2))
  expect(done).toEqual(['activate 2'])
  expect(address()).toBe('/opportunities?q=chain')
})

it('keeps the open record when a row is not loaded, and when its own row is opened again', async () => {
  const { done, address, now, goBack, run } = await openList()
  await run(() => now().openAt(1, 'pointer'))
  await run(() => now().openAt(3, 'pointer'))
  await run(() => now().activate(3))
  await run(() => now().openAt(1, 'pointer'))
  await run(() => now().activate(1))
  expect(address()).toBe('/opportunities/b?q=chain')
  expect(done).toEqual(['activate 1', 'activate 3', 'activate 1', 'activate 1'])
  await goBack()
  expect(address()).toBe('/opportunities?q=chain')
})

it('closes the details, keeps the search, and gives the focus back to the row', async () => {
  const { done, address, now, run } = await openList('/opportunities/b?q=chain')
  done.length = 0
  await run(() => now().close())
  expect(address()).toBe('/opportunities?q=chain')
  expect(done).toContain('focus active')
})

it('shows the row of a record that was opened from elsewhere, each time', async () => {
  const { done, go } = await openList('/opportunities/c')
  expect(done).toEqual(['activate 2', 'scroll to 2'])
  await go('/opportunities/unknown')
  await go('/opportunities/a')
  expect(done.slice(2)).toEqual(['activate 0', 'scroll to 0'])
  await go('/opportunities')
  done.length = 0
  await go('/opportunities/a')
  expect(done).toEqual(['activate 0', 'scroll to 0'])
})
