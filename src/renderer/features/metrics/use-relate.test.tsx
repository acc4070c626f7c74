import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView, testWorkspace } from '../../testing/render'
import { useRelate } from './use-relate'

it('links again after a key that came before the page showed that it was linking', async () => {
  function Linking() {
    const { relate, reset } = useRelate(testWorkspace, 'm1', new Set())
    const onClick = () => {
      relate('add', ['goal-1'])
      // As when a goal is searched.
      reset()
    }
    return (
      <button type="button" onClick={onClick}>
        Link
      </button>
    )
  }
  const { bridge } = renderView(<Linking />, {
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  const sent = () => bridge.calls.filter(({ name }) => name === 'metrics.relate')
  const link = await screen.findByRole('button', { name: 'Link' })
  await waitFor(() => {
    fireEvent.click(link)
    expect(sent().length).toBeGreaterThan(1)
  })
})
