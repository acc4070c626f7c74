import { expect, it } from 'vitest'
import { valuesIn } from './address-params'

it('reads each value once, up to 20 of them, and skips empty and overlong ones', () => {
  const [longest, tooLong] = ['x'.repeat(100), 'x'.repeat(101)]
  const few = ['a', '', 'b', 'a', tooLong, longest].map((value) => ['label', value])
  expect(valuesIn(new URLSearchParams([...few, ['status', 'c']]), 'label')).toEqual(['a', 'b', longest])
  const many = Array.from({ length: 21 }, (_, place) => ['label', `${place}`])
  expect(valuesIn(new URLSearchParams([...few, ...many]), 'label')).toHaveLength(20)
})
