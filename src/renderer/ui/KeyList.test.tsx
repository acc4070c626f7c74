import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { KeyList } from './KeyList'
import { useKey, useKeyHint } from './keys'

function View() {
  const next = { description: 'Next goal', group: 'Goals' }
  useKey('j', () => {}, next)
  useKey('ArrowDown', () => {}, next)
  useKeyHint('Enter', { description: 'Open the goal', group: 'Goals' })
  return <KeyList />
}

it('has one line for what several keys do, and lists the keys that the table hears itself', async () => {
  renderView(<View />)
  const lines = await screen.findAllByRole('term')
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Next goal', 'Open the goal'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['J↓', 'Enter'])
})
