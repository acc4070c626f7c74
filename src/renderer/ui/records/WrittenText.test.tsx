import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView } from '../../testing/render'
import { WrittenText } from './WrittenText'

it.each([
  ['1. Ask\n\n2. Listen\n\n3. Write', [1, 2, 3]],
  ['1. Ask\n   the riders\n2. Listen\n   to them\n3) Write', [1, 2, 3]],
  ['Begins on\n12. Oktober', [12]],
  ['7. Lucky\n7. Again', [7, 7]],
])('shows the numbers that were written in %j', async (text, numbers) => {
  renderView(<WrittenText text={text} />)
  const items = await screen.findAllByRole<HTMLLIElement>('listitem')
  expect(items.map(({ value }) => Number(value))).toEqual(numbers)
})
