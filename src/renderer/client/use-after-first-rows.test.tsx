import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderView } from '../testing/render'
import { useAfterFirstRows } from './use-after-first-rows'

function Later() {
  return <p>{useAfterFirstRows() ? 'Due' : 'Not yet'}</p>
}

it('is true only once the insights are counted and the window has rested after that', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  onTestFinished(() => void vi.unstubAllGlobals())
  let count = () => {}
  const counted = new Promise<void>((resolve) => (count = resolve))
  renderView(<Later />, {
    answers: { 'insights.query': () => counted.then(() => ({ rows: [], total: 0, all: 0, unseen: 0 })) },
  })
  expect(await screen.findByText('Not yet')).toBeInTheDocument()
  expect(idle).toEqual([])
  count()
  await waitFor(() => expect(idle).toHaveLength(1))
  expect(screen.getByText('Not yet')).toBeInTheDocument()
  act(() => idle[0]?.())
  expect(screen.getByText('Due')).toBeInTheDocument()
})
