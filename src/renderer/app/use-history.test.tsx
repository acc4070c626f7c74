import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useHistory } from './use-history'

function Pages() {
  const { goBack, goForward } = useHistory()
  return (
    <main tabIndex={-1}>
      <Link to="/goals">Goals</Link>
      <Link to="/topics">Topics</Link>
      <input aria-label="Search" />
      <button type="button" onClick={goBack}>
        Back
      </button>
      <button type="button" onClick={goForward}>
        Forward
      </button>
    </main>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const press = (name: string) => {
  fireEvent.click(screen.getByText(name))
  act(() => void vi.runAllTimers())
}

it('focuses the link that was followed when it goes back, and no link when it goes forward', () => {
  render(
    <MemoryRouter initialEntries={['/goals']} useTransitions={false}>
      <Pages />
    </MemoryRouter>,
  )
  const main = screen.getByRole('main')
  main.focus()
  press('Topics')
  press('Back')
  expect(screen.getByRole('link', { name: 'Topics' })).toHaveFocus()
  main.focus()
  press('Forward')
  expect(main).toHaveFocus()
})

it('leaves the focus in a search begun right after Back', () => {
  render(
    <MemoryRouter initialEntries={['/goals']} useTransitions={false}>
      <Pages />
    </MemoryRouter>,
  )
  press('Topics')
  fireEvent.click(screen.getByText('Back'))
  const search = screen.getByRole('textbox', { name: 'Search' })
  search.focus()
  act(() => void vi.runAllTimers())
  expect(search).toHaveFocus()
})

it('focuses no link that is followed after Back led nowhere', () => {
  render(
    <MemoryRouter initialEntries={['/goals']} useTransitions={false}>
      <Pages />
    </MemoryRouter>,
  )
  const main = screen.getByRole('main')
  press('Back')
  main.focus()
  press('Topics')
  expect(main).toHaveFocus()
})

it('takes the focus from a link beside the view, which would stay outlined', () => {
  render(
    <MemoryRouter initialEntries={['/goals', '/topics']} initialIndex={0} useTransitions={false}>
      <a href="#/insights">Beside</a>
      <Pages />
    </MemoryRouter>,
  )
  screen.getByText('Beside').focus()
  press('Forward')
  expect(screen.getByRole('main')).toHaveFocus()
})
