import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { Frame } from './Frame'
import { listenForPushes } from './pushes'

const answers = {
  'shell.info': () => ({
    ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' as const },
    ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
  }),
  'insights.query': () => ({ rows: [], total: 128, all: 128, unseen: 42 }),
}

it('is led by the native menu to a view as it was left, and in that view to the plain one', async () => {
  const { bridge } = renderView(<Frame />, { answers, route: '/goals/7?q=range' })
  await screen.findByRole('banner')
  const stop = listenForPushes(new QueryClient())
  bridge.push('shell.openView', { view: 'goals' })
  expect(window.location.hash).toBe('#/goals')
  await userEvent.keyboard('gt')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Topics' })).toHaveAttribute('aria-current', 'page'))
  bridge.push('shell.openView', { view: 'goals' })
  expect(window.location.hash).toBe('#/goals/7?q=range')
  stop()
  window.location.hash = ''
})
