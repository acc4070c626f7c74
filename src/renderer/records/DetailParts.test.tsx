import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { ClampedDescription } from './DetailParts'

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
