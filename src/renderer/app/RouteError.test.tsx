import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../contract/app-error'
import { queryOptionsFor } from '../client/queries'
import { fakeBridge } from '../testing/fake-bridge'
import { testEnvironments } from '../testing/places'
import { createQueryClient } from './query-client'
import { RouteError } from './RouteError'

function Broken(): never {
  throw new Error('It broke.')
}

afterEach(() => vi.restoreAllMocks())

function openBroken() {
  vi.spyOn(console, 'error').mockReturnValue()
  const bridge = fakeBridge({
    'environments.list': () => testEnvironments,
    'shell.info': () => {
      throw new AppError('INTERNAL', '')
    },
  })
  const routes = [
    { path: '/insights', element: <p>All insights</p> },
    { path: '/goals', element: <p>All goals</p> },
    { path: '/topics', element: <Broken />, errorElement: <RouteError /> },
  ]
  const queryClient = createQueryClient()
  const router = createMemoryRouter(routes, { initialEntries: ['/goals', '/topics'] })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { bridge, router, queryClient }
}

it('leads from a broken view to Insights, and Back does not return to it', async () => {
  const { router } = openBroken()
  expect(await screen.findByRole('heading', { name: 'Something went wrong in this view' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Go to Insights' }))
  expect(await screen.findByText('All insights')).toBeInTheDocument()
  await router.navigate(-1)
  expect(await screen.findByText('All goals')).toBeInTheDocument()
})

it('offers to reload the window, and names no detail of a defect', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const { bridge } = openBroken()
  await userEvent.click(await screen.findByRole('button', { name: 'Reload the window' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(screen.getByRole('alert')).toHaveTextContent('Something unexpected happened in the window.')
  expect(screen.getByRole('alert')).not.toHaveTextContent('It broke.')
  // The words must not need main, which may be what is broken.
  expect(bridge.calls).toEqual([])
})

it('reads again only what failed once a broken view is left', async () => {
  const { queryClient } = openBroken()
  const [failed, read] = [queryOptionsFor('shell', 'info', {}), queryOptionsFor('environments', 'list', {})]
  await queryClient.prefetchQuery(failed)
  await queryClient.prefetchQuery(read)
  expect(queryClient.getQueryState(failed.queryKey)?.status).toBe('error')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to Insights' }))
  expect(queryClient.getQueryState(failed.queryKey)).toBeUndefined()
  expect(queryClient.getQueryData(read.queryKey)).toEqual(testEnvironments)
})
