import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFocusAfterRemoval } from './use-focus-after-removal'

let leave: (id: string) => void = () => {}

function Rows({ ids }: { readonly ids: readonly string[] }) {
  const removal = useFocusAfterRemoval<HTMLUListElement>(ids, 'button')
  leave = removal.leave
  return (
    <main tabIndex={-1}>
      <ul ref={removal.container} tabIndex={-1}>
        {ids.map((id) => (
          <li key={id}>
            <button type="button">{id}</button>
          </li>
        ))}
      </ul>
      <a href="#elsewhere">Elsewhere</a>
    </main>
  )
}

/** Removes a row by its button; `meanwhile`: before it is gone. */
function remove(id: string, meanwhile = () => {}, all = ['a', 'b', 'c']) {
  const { rerender } = render(<Rows ids={all} />)
  act(() => {
    screen.getByRole('button', { name: id }).focus()
    leave(id)
  })
  act(meanwhile)
  rerender(<Rows ids={[...all]} />)
  rerender(<Rows ids={all.filter((each) => each !== id)} />)
}

it.each([
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'd'],
  ['d', 'c'],
])('focuses the row in the place of the removed one, or the last: %s, %s', (id, next) => {
  remove(id, undefined, ['a', 'b', 'c', 'd'])
  expect(screen.getByRole('button', { name: next })).toHaveFocus()
})

it('focuses the list when no row is left', () => {
  remove('a', undefined, ['a'])
  expect(screen.getByRole('list')).toHaveFocus()
})

it('focuses it also when the view has the focus of a dialog that asked first', () => {
  remove('a', () => screen.getByRole('main').focus())
  expect(screen.getByRole('button', { name: 'b' })).toHaveFocus()
})

it('leaves the focus where the person went before the row was gone', () => {
  remove('a', () => screen.getByRole('link').focus())
  expect(screen.getByRole('link')).toHaveFocus()
})
