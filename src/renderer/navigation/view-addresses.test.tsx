import { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createContext, useContext } from 'react'
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { workspaceKey } from '../../contract/workspace-key'
import { AppShell } from '../app/AppShell'
import { listenForPushes } from '../app/pushes'
import { forgetEnvironment } from '../client/forgetting'
import { Address } from '../testing/Address'
import { renderView, testWorkspace } from '../testing/render'
import { forgetAddresses, useIsAddressOfAnother } from './view-addresses'

// Each test is a window of its own.
beforeEach(forgetAddresses)

const answers = {
  'shell.info': () => ({
    ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' as const },
    ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
  }),
  'insights.query': () => ({ rows: [], total: 128, all: 128, unseen: 42 }),
}

it('opens a view from the native menu as it was left, and its plain address when already in it', async () => {
  const ui = (
    <>
      <AppShell />
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

it('returns to a list as it was left before a saved view of it was opened, unless filters were changed in that', async () => {
  const ui = (
    <>
      <AppShell />
      <Address />
      <Link to="/goals?view=top&q=saved">Top goals</Link>
      <Link to="/goals?view=top&q=changed">Changed</Link>
    </>
  )
  renderView(ui, { answers, route: '/goals?q=range' })
  await screen.findByRole('banner')
  const goTo = async (keys: string, name: string) => {
    await userEvent.keyboard(keys)
    await waitFor(() => expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page'))
  }
  await goTo('gt', 'Topics')
  await userEvent.click(screen.getByRole('link', { name: 'Top goals' }))
  expect(screen.getByText('/goals?view=top&q=saved')).toBeInTheDocument()
  await goTo('gt', 'Topics')
  await goTo('gg', 'Goals')
  expect(screen.getByText('/goals?q=range')).toBeInTheDocument()
  await goTo('gt', 'Topics')
  await userEvent.click(screen.getByRole('link', { name: 'Top goals' }))
  await userEvent.click(screen.getByRole('link', { name: 'Changed' }))
  await goTo('gt', 'Topics')
  await goTo('gg', 'Goals')
  expect(screen.getByText('/goals?view=top&q=changed')).toBeInTheDocument()
})

const Place = createContext('')

function Probe() {
  const { pathname } = useLocation()
  const isOfAnother = useIsAddressOfAnother(useContext(Place))
  return <output>{`${pathname} ${isOfAnother ? 'of another' : 'of this one'}`}</output>
}

it('assigns an address to the workspace that first showed it, also when it is reached with Back', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Probe /> }], { initialEntries: ['/goals/1'] })
  const at = (place: string) => (
    <Place value={place}>
      <RouterProvider router={router} useTransitions={false} />
    </Place>
  )
  const { rerender } = render(at('one'))
  const shown = () => screen.getByRole('status').textContent
  expect(shown()).toBe('/goals/1 of this one')
  await act(() => router.navigate('/goals/2'))
  expect(shown()).toBe('/goals/2 of this one')
  rerender(at('two'))
  expect(shown()).toBe('/goals/2 of another')
  await act(() => router.navigate('/goals'))
  expect(shown()).toBe('/goals of this one')
  await act(() => router.navigate(-1))
  expect(shown()).toBe('/goals/2 of another')
  rerender(at('one'))
  expect(shown()).toBe('/goals/2 of this one')
})

it('assigns an address of a forgotten environment to no workspace, not even to the same one again', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Probe /> }], { initialEntries: ['/goals/1'] })
  render(
    <Place value={workspaceKey(testWorkspace)}>
      <RouterProvider router={router} useTransitions={false} />
    </Place>,
  )
  expect(screen.getByRole('status')).toHaveTextContent('/goals/1 of this one')
  await act(() => router.navigate('/feedback'))
  act(() => forgetEnvironment(testWorkspace.environment))
  await act(() => router.navigate(-1))
  expect(screen.getByRole('status')).toHaveTextContent('/goals/1 of another')
})

it('leaves the addresses of other environments with their workspaces when an environment is forgotten', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Probe /> }], { initialEntries: ['/goals/1'] })
  render(
    <Place value={workspaceKey(testWorkspace)}>
      <RouterProvider router={router} useTransitions={false} />
    </Place>,
  )
  await act(() => router.navigate('/feedback'))
  act(() => forgetEnvironment('production'))
  await act(() => router.navigate(-1))
  expect(screen.getByRole('status')).toHaveTextContent('/goals/1 of this one')
})
