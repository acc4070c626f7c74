import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
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

function Address() {
  const { pathname, search } = useLocation()
  return <output>{`${pathname}${search}`}</output>
}

it('is led by the native menu to a view as it was left, and in that view to the plain one', async () => {
  const ui = (
    <>
      <Frame />
      <Address />
    </>
  )
  const { bridge } = renderView(ui, { answers, route: '/goals/7?q=range' })
  await screen.findByRole('banner')
  const stop = listenForPushes(new QueryClient())
  await userEvent.keyboard('gt')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Topics' })).toHaveAttribute('aria-current', 'page'))
  bridge.push('shell.openView', { view: 'goals' })
  expect(await screen.findByText('/goals/7?q=range')).toBeInTheDocument()
  bridge.push('shell.openView', { view: 'goals' })
  expect(await screen.findByText('/goals')).toBeInTheDocument()
  stop()
})
