import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { returnStateTo, useRowWanted, wantRow } from './location-state'

const ids = ['a', 'b', 'c']
const read = { counts: { total: ids.length }, indexOf: (id: string) => ids.indexOf(id) }

/** Shows rows, which may come later, at an address that asks for one. */
function openRows(state: unknown, first: typeof read | null = read) {
  const focused: number[] = []
  const table = { current: { focusRow: (index: number) => focused.push(index) } }
  function Rows({ rows }: { readonly rows: typeof read | null }) {
    useRowWanted({ rows, table })
    return (
      <main tabIndex={-1}>
        <button type="button">Sort</button>
      </main>
    )
  }
  const at = (rows: typeof read | null) => (
    <MemoryRouter initialEntries={[{ pathname: '/goals', state }]}>
      <Rows rows={rows} />
    </MemoryRouter>
  )
  const { rerender } = render(at(first))
  return { focused, arrive: (rows: typeof read) => rerender(at(rows)) }
}

it.each([
  ['by its place', { rowWanted: 2 }, [2]],
  ['by its record', wantRow('b'), [1]],
  ['the first one, when the record is not among them', wantRow('gone'), [0]],
  ['none, when none is asked for', null, []],
])('focuses the row that is asked for: %s', (_, state, expected) => {
  expect(openRows(state).focused).toEqual(expected)
})

it('waits for the rows, and focuses the one that is asked for once', () => {
  const { focused, arrive } = openRows(wantRow('c'), null)
  expect(focused).toEqual([])
  arrive({ ...read, counts: { total: 0 } })
  expect(focused).toEqual([])
  arrive({ ...read })
  expect(focused).toEqual([2])
  arrive({ ...read })
  expect(focused).toEqual([2])
})

it('takes the focus from the view, but not from where a person has gone until the rows came', () => {
  const first = openRows(wantRow('c'), null)
  act(() => screen.getByRole('main').focus())
  first.arrive({ ...read })
  expect(first.focused).toEqual([2])
  const second = openRows(wantRow('c'), null)
  act(() => screen.getAllByRole('button').at(-1)?.focus())
  second.arrive({ ...read })
  expect(second.focused).toEqual([])
})

it.each([
  ['to the row that has the focus', 'In a row', { rowWanted: 2 }],
  ['to the details that have the focus', 'In the details', { isFocusWanted: true }],
  ['with no part in particular', 'Elsewhere', {}],
])('leads back %s', (_, name, focus) => {
  render(
    <main>
      <div data-index={2}>
        <button type="button">In a row</button>
      </div>
      <section tabIndex={-1}>
        <button type="button">In the details</button>
      </section>
      <button type="button">Elsewhere</button>
    </main>,
  )
  screen.getByRole('button', { name }).focus()
  expect(returnStateTo('/goals')).toEqual({ returnTo: { address: '/goals', state: { ...focus, isReturn: true } } })
})
