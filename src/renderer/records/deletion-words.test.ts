import { expect, it } from 'vitest'
import { confirmationOf } from '../../contract/features/listing'
import { isConfirmedBy } from './deletion-words'

it('asks for the title, and for the id where there is none', () => {
  expect(confirmationOf('Manual', 'k-1')).toEqual({ noun: 'title', text: 'Manual' })
  expect(confirmationOf(null, 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
  expect(confirmationOf(' \n', 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
})

it('forgives blanks and nothing else', () => {
  expect(isConfirmedBy(' The  old\tmanual ', 'The old manual\n')).toBe(true)
  expect(isConfirmedBy('the old manual', 'The old manual')).toBe(false)
  expect(isConfirmedBy('', 'The old manual')).toBe(false)
})

it('asks for the id of what has a title that nobody types', () => {
  expect(confirmationOf('a'.repeat(200), 'k-1').noun).toBe('title')
  expect(confirmationOf('a'.repeat(201), 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
  expect(confirmationOf('a'.repeat(2001), 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
})
