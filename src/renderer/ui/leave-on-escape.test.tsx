import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { leaveOnEscape } from './leave-on-escape'

const leave = vi.fn()
beforeEach(() => {
  leave.mockReset()
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: as in the forms that use it
    <div onKeyDown={leaveOnEscape(leave)}>
      <input aria-label="Text" />
      <textarea aria-label="Note" />
      <input type="checkbox" aria-label="Choice" />
      <div role="combobox" aria-expanded aria-controls="list" aria-label="Open list" tabIndex={-1} />
      <button type="button">Button</button>
    </div>,
  )
})

it.each(['Text', 'Note'])('leaves the field %s with Escape, which nothing else hears then', (name) => {
  // False: the default is prevented, which other handlers look at.
  expect(fireEvent.keyDown(screen.getByLabelText(name), { key: 'Escape' })).toBe(false)
  expect(leave).toHaveBeenCalledOnce()
})

it.each([
  ['in a checkbox', () => screen.getByLabelText('Choice'), {}],
  ['on a button', () => screen.getByRole('button'), {}],
  ['in a field whose list is open', () => screen.getByLabelText('Open list'), {}],
  ['while a word is composed', () => screen.getByLabelText('Text'), { isComposing: true }],
])('stays with Escape %s', (_, part, how) => {
  expect(fireEvent.keyDown(part(), { key: 'Escape', ...how })).toBe(true)
  expect(leave).not.toHaveBeenCalled()
})

it('stays with another key, or when the field has used Escape itself', () => {
  const field = screen.getByLabelText('Text')
  fireEvent.keyDown(field, { key: 'a' })
  field.addEventListener('keydown', (event) => event.preventDefault())
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(leave).not.toHaveBeenCalled()
})
