import { TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../contract/errors'
import { renderView } from '../testing/render'
import { focusFirstError, refusedFields, showErrors } from './form-errors'

it('gives each field its messages once, and leaves out fields and messages that do not belong together', () => {
  const fields = [
    ...[
      { path: ['name'], message: 'Too long.' },
      { path: ['name'], message: 'Already taken.' },
    ],
    ...[
      { path: ['name'], message: 'Too long.' },
      { path: ['token'], message: 'Expired.' },
    ],
  ]
  const error = new AppError('INVALID_INPUT', '', { fields })
  expect(refusedFields(error, ['name', 'address'])).toEqual({ name: 'Too long. Already taken.' })
  expect(refusedFields(new AppError('INVALID_INPUT', ''), ['name'])).toEqual({})
})

it.each([[['first', 'second']], [['second', 'first']], [['missing', 'second', 'first']]])(
  'focuses the first field on screen that has an error: %j',
  (names) => {
    render(
      <form>
        <input aria-label="fine" />
        <input aria-label="first" />
        <input aria-label="second" />
      </form>,
    )
    const setErrors = vi.fn()
    const errors = Object.fromEntries(names.map((name) => [name, 'Too long.']))
    showErrors({ setErrors, getInputNode: (name) => screen.queryByLabelText(name) }, errors)
    expect(setErrors).toHaveBeenCalledWith(errors)
    expect(screen.getByLabelText('first')).toHaveFocus()
  },
)

it('scrolls to the field together with its error, also when the field has the focus already', async () => {
  const scrolled: Element[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement, how) {
    expect(how).toEqual({ block: 'nearest' })
    scrolled.push(this)
  })
  renderView(<TextInput label="Name" error="Too long." />)
  const field = await screen.findByLabelText('Name')
  field.focus()
  focusFirstError({ getInputNode: () => field })({ name: 'Too long.' })
  expect(scrolled).toHaveLength(1)
  expect(scrolled[0]).toContainElement(screen.getByText('Too long.'))
})
