import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { expect, it } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { renderView } from '../testing/render'
import { SearchField } from './SearchField'

function InView() {
  const [text, setText] = useState('')
  return (
    <main tabIndex={-1}>
      <SearchField ref={createRef()} label="Search" text={text} onText={setText} toRows={() => false} />
    </main>
  )
}

it('keeps the focus on Enter when there are no rows, and announces that', async () => {
  renderView(<InView />)
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  const said = screen.getByRole('status', { name: 'Announcements' })
  await userEvent.type(field, '{Enter}')
  expect(said).toHaveTextContent('No rows')
  await userEvent.type(field, 'brakes{Enter}')
  expect(said).toHaveTextContent('No matching rows')
  expect(field).toHaveFocus()
})

it('is cleared by Escape, and left for the view by the next Escape when there are no rows', async () => {
  renderView(<InView />)
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  await userEvent.type(field, 'brakes{Escape}')
  expect(field).toHaveValue('')
  expect(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('main')).toHaveFocus()
})

it('is cleared by its button, which leaves the focus in the field', async () => {
  renderView(<InView />)
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  const keys = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent)
  expect(keys()).toEqual(['/'])
  await userEvent.type(field, 'brakes')
  expect(keys()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(field).toHaveValue('')
  expect(field).toHaveFocus()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('leaves the keys of a word that is still being composed to the input method', async () => {
  renderView(<InView />)
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  await userEvent.type(field, 'brakes')
  for (const key of ['Enter', 'ArrowDown', 'Escape'])
    expect(fireEvent.keyDown(field, { key, isComposing: true })).toBe(true)
  expect(field).toHaveValue('brakes')
  expect(screen.getByRole('status', { name: 'Announcements' }).textContent).toBe('')
})

it.each([true, false])('exposes its shortcut only while single keys are on: %s', async (hasSingleKeys) => {
  renderView(<InView />, { answers: { 'preferences.read': () => Preferences.parse({ hasSingleKeys }) } })
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  expect(field.getAttribute('aria-keyshortcuts')).toBe(hasSingleKeys ? '/' : null)
})

it.each(['Enter', 'ArrowDown', 'Escape'])('handles %s itself, but no letter', async (key) => {
  renderView(<InView />)
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  // False: neither the browser nor the view acts on it.
  expect(fireEvent.keyDown(field, { key })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'a' })).toBe(true)
  expect(screen.getByRole('status', { name: 'Announcements' }).textContent).toBe(key === 'Escape' ? '' : 'No rows')
})
