import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { ClampedDescription, Facts, Figures, Moment } from './DetailParts'

it('puts more than four figures closer together', () => {
  const figures = ['Insights', 'Unseen', 'Feedback', 'Goals', 'Solutions'].map((name) => ({ name, value: 1200 }))
  const list = (shown: typeof figures) => render(<Figures figures={shown} />).container.querySelector('dl')
  expect(list(figures)).toHaveAttribute('data-many')
  expect(list(figures.slice(1))).not.toHaveAttribute('data-many')
})

it('shows figures as counts, and words as they are', () => {
  const figures = [
    { name: 'Insights', value: 1200 },
    { name: 'Trend', value: 'Rising' },
  ]
  render(<Figures figures={figures} />)
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1,200', 'Rising'])
})

it.each([
  ['each fact that the service knows', { updatedAt: null, ownerId: 'o-1' }, ['Created', 'Updated', 'Owner', 'ID']],
  ['no update of records that have none, and no unknown owner', { ownerId: null }, ['Created', 'ID']],
])('lists %s', (_, known, names) => {
  const { container } = renderView(<Facts record={{ id: 'a', createdAt: null, ...known }} />)
  expect([...container.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(names)
  expect(screen.queryByRole('region', { name: 'Details' })).not.toBeInTheDocument()
})

it('says when the service gives no time', () => {
  render(<Moment at={null} />)
  expect(screen.getByText('none')).toBeInTheDocument()
})

it('offers the rest of a description that a sync made longer', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(44)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(44)
  let sync = (_: string) => {}
  function Synced() {
    const [text, setText] = useState('Two lines of words.')
    sync = setText
    return <ClampedDescription text={text} />
  }
  renderView(<Synced />)
  await screen.findByText('Two lines of words.')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  height.mockReturnValue(66)
  act(() => sync('Two lines of words, and then a third.'))
  expect(screen.getByRole('button', { name: 'Show more of the description' })).toBeInTheDocument()
})
